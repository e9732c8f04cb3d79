import type { Page } from "@playwright/test";
import { api } from "../../product/api";
import { expect, test, unique } from "../support";

interface Row {
  id: string;
  version: number;
}

/** A requisition of `ops`, submitted: its own id, the id of its flow and its number. */
async function requisition(reason: string, qty = 3) {
  const ops = await api("ops");
  const [store] = await ops.get<Row[]>("/basesetup/store/options");
  const [warehouse] = await ops.get<Row[]>("/wms/warehouse/options");
  const { records } = await ops.get<{ records: (Row & { status: string })[] }>("/product/sku/page?size=50");
  const sku = records.find((r) => r.status === "approved");
  const made = await ops.post<Row>("/purchase/requisition", {
    reqType: "stock",
    storeId: store?.id,
    warehouseId: warehouse?.id,
    expectDate: "2099-01-01",
    reason,
    items: [{ skuId: sku?.id, qty, estPrice: "2.00" }],
  });
  await ops.post(`/purchase/requisition/${made.id}/submit`, { version: made.version });
  return read(made.id);
}

const read = async (id: string) =>
  (await api("ops")).get<Row & { no: string; procInstId: string; status: string; items: Record<string, unknown>[] }>(
    `/purchase/requisition/${id}`,
  );

const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });

test.use({ user: "ops_manager" });

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
