import type { Page } from "@playwright/test";
import { api } from "../../product/api";
import { expect, rowWith, submit, test, unique } from "../support";

interface Row {
  id: string;
  version: number;
}

/** A requisition of `ops`, submitted: its own id, the id of its flow and its number. */
async function requisition(reason: string, qty = 3) {
  const ops = await api("ops");
  const [store] = await ops.get<Row[]>("/basesetup/store/options");
  const [warehouse] = await ops.get<Row[]>("/wms/warehouse/options");
  const { records } = await ops.get<{ records: (Row & { status: string })[] }>(
    "/product/sku/page?size=50",
  );
  const sku = records.find((r) => r.status === "approved");
  const made = await ops.post<Row>("/purchase/requisition", {
    ...{ reqType: "stock", storeId: store?.id, warehouseId: warehouse?.id },
    ...{ expectDate: "2099-01-01", reason, items: [{ skuId: sku?.id, qty, estPrice: "2.00" }] },
  });
  await ops.post(`/purchase/requisition/${made.id}/submit`, { version: made.version });
  return read(made.id);
}

const read = async (id: string) =>
  (await api("ops")).get<
    Row & { no: string; procInstId: string; status: string; items: Record<string, unknown>[] }
  >(`/purchase/requisition/${id}`);

const button = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });

test.use({ user: "ops_manager" });

test("several are approved at once, each with its result", async ({ page }) => {
  const word = unique("批量");
  const made = [await requisition(word), await requisition(word)];
  await page.goto("/activiti/todo/index?size=100");
  for (const { no } of made) await rowWith(page, no).getByRole("checkbox").check();
  await button(page, "批量通过").click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("以下 2 条将以同一意见通过");
  // Meanwhile one of them is taken back.
  const [gone, stays] = made;
  const { version } = await read(gone?.id ?? "");
  await (await api("ops")).post(`/purchase/requisition/${gone?.id}/withdraw`, { version });
  await submit(page, dialog.getByRole("button", { name: "通过" }));
  await expect(page.getByRole("dialog")).toContainText("成功 1 条，失败 1 条");
  await expect(page.getByRole("dialog")).toContainText("单据状态已变更，请刷新后重试");
  expect((await read(stays?.id ?? "")).status).toBe("approved");
});

test("the starter urges once and takes the document back", async ({ browserOf }) => {
  const { id, procInstId } = await requisition(unique("催办"));
  const page = await browserOf("ops");
  await page.goto(`/activiti/detail/${procInstId}`);
  await submit(page, button(page, "催办"));
  await expect(page.getByText("已催办")).toBeVisible();
  await expect(page.getByRole("button", { name: /^催办\s*（请勿频繁催办）$/ })).toBeVisible();
  page.on("dialog", (dialog) => dialog.accept());
  const asked = page.getByRole("dialog").getByRole("button", { name: "确定" });
  await button(page, "撤回").click();
  // With script a question comes first.
  await expect(asked.or(page.getByText("已撤回").first())).toBeVisible();
  if (await asked.isVisible()) await asked.click();
  await expect(page.getByText("已撤回").first()).toBeVisible();
  expect((await read(id)).status).toBe("draft");
});

test("on a phone nothing sticks out and the buttons are large enough", async ({ page }) => {
  const { no, procInstId } = await requisition(unique("手机"));
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [`/activiti/todo/index?keyword=${no}`, `/activiti/detail/${procInstId}`]) {
    await page.goto(path);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, path).toBeLessThanOrEqual(390);
  }
  const box = await button(page, "通过").boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
});

test.describe("definitions", () => {
  test.use({ user: "it_staff" });
});
