import type { Page } from "@playwright/test";
import { api } from "../../product/api";
import { expect, rowWith, submit, test } from "../support";

interface Row {
  id: string;
  version: number;
}

/** A requisition of `ops`, submitted: its own id, the id of its flow and its number. */
async function _requisition(reason: string, qty = 3) {
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

const _button = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name, exact: true });

test.use({ user: "ops_manager" });

test.describe("definitions", () => {
  test.use({ user: "it_staff" });

  test("nodes are added, moved and saved as the next version", async ({ page }) => {
    await page.goto("/api/act/modeler.html?modelId=transfer");
    await expect(page).toHaveURL(/\/activiti\/model\/transfer$/);
    await submit(page, page.getByRole("button", { name: "添加节点" }));
    const rows = await page.getByLabel("节点名称").count();
    await page.getByLabel("节点名称").last().fill("出纳复核");
    const who = page.locator(`[name="nodes[${rows - 1}].who"]`);
    await who.selectOption({ label: "角色" });
    const refused = await submit(page, page.getByRole("button", { name: "保存为新版本" }));
    expect(refused.status()).toBe(422);
    await expect(page.getByRole("alert")).toContainText("审批人规则不正确");
    await expect(page.getByLabel("节点名称").last()).toHaveValue("出纳复核");
    await page.locator(`[name="nodes[${rows - 1}].role"]`).selectOption("CASHIER");
    await submit(page, page.getByRole("button", { name: `上移节点${rows}` }));
    await expect(page.getByLabel("节点名称").nth(rows - 2)).toHaveValue("出纳复核");
    await submit(page, page.getByRole("button", { name: "保存为新版本" }));
    await expect(page.getByText(/已保存为第\d+版/)).toBeVisible();
    await expect(page.getByLabel("节点名称").nth(rows - 2)).toHaveValue("出纳复核");
    await submit(page, page.getByRole("button", { name: `删除节点${rows - 1}` }));
    await submit(page, page.getByRole("button", { name: "保存为新版本" }));
    await page.goto("/activiti/model/index");
    await expect(rowWith(page, "调拨单审批")).toContainText("物流主管审批");
  });
});
