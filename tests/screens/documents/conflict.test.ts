import { api } from "../../product/api";
import { expect, type Page, testAs } from "../support";

const test = testAs("ops");

interface Line {
  id: string;
  skuId: string;
  qty: number;
  remark: string | null;
}
interface Requisition {
  id: string;
  version: number;
  status: string;
  items: Line[];
}

const field = (page: Page, row: number, label: string) => page.getByLabel(`第${row}行 ${label}`);
const save = (page: Page) => page.getByRole("main").getByRole("button", { name: "保存", exact: true }).last().click();
/** The choice of a value, by the field that it is about. */
const choice = (page: Page, of: string, side: "我填写的" | "当前最新") =>
  page.locator(".conflicts tr").filter({ hasText: of }).locator(`[data-l=${side}] input`);

const read = async (id: string) => (await api("ops")).get<Requisition>(`/purchase/requisition/${id}`);

/** A draft of three rows, and SKUs that it does not have. */
async function draft() {
  const ops = await api("ops");
  const { records } = await ops.get<{ records: { id: string; skuCode: string; status: string }[] }>(
    "/product/sku/page?size=100&skuType=normal",
  );
  const skus = records.filter((s) => s.status === "approved").slice(0, 5);
  const stores = await ops.get<{ records: { id: string }[] }>("/basesetup/store/page?size=1");
  const warehouses = await (await api()).get<{ records: { id: string }[] }>("/wms/warehouse/page?size=1&kind=domestic");
  const { id } = await ops.post<{ id: string }>("/purchase/requisition", {
    reqType: "stock",
    storeId: stores.records[0]?.id,
    warehouseId: warehouses.records[0]?.id,
    expectDate: "2099-01-20",
    reason: "原因",
    items: skus.slice(0, 3).map((s, i) => ({ skuId: s.id, qty: (i + 1) * 10 })),
  });
  return { id, skus, row: await read(id) };
}

/** What somebody else saves meanwhile. */
const meanwhile = async (row: Requisition, change: object) =>
  (await api("admin")).put("/purchase/requisition", { ...row, ...change });

test("a conflict in lines says what differs and by whom, and takes either side per field", async ({ page }) => {
  const { id, skus, row } = await draft();
  const [one, two, three] = row.items;
  await page.goto(`/porequisiton/create/index?id=${id}`);
  await field(page, 1, "请购数量").fill("11");
  await field(page, 2, "请购数量").fill("22");
  await field(page, 3, "备注").fill("我的备注");
  await meanwhile(row, {
    reason: "别人的原因",
    items: [
      { ...one, qty: 100, remark: "别人的备注" },
      { ...three, qty: 300 },
      { skuId: skus[3]?.id, qty: 400 },
    ],
  });
  await save(page);
  const panel = page.locator(".conflicts");
  await expect(panel).toContainText("系统管理员");
  // What only one side touched is taken from that side, and said where it is not mine.
  await expect(choice(page, "第1行请购数量", "我填写的")).toBeChecked();
  await expect(choice(page, "第1行备注", "当前最新")).toBeChecked();
  await expect(choice(page, "第2行（已被删除）", "我填写的")).toBeChecked();
  await expect(choice(page, "第3行请购数量", "当前最新")).toBeChecked();
  await expect(choice(page, "新增的行", "当前最新")).toBeChecked();
  await expect(choice(page, "请购原因", "当前最新")).toBeChecked();
  await expect(panel.locator("tbody tr")).toHaveCount(6);
  await expect(panel).toContainText("100");
  // The button says it too, and leads there.
  const said = page.locator(".foot a.said");
  await expect(said).toContainText("6处");
  await expect(said).toHaveAttribute("href", "#conflicts");
  await save(page);
  await expect(page.locator("[data-flash]")).toContainText("修改成功");
  const saved = await read(id);
  expect(saved.items.map((l) => [l.skuId, l.qty, l.remark])).toEqual([
    [one?.skuId, 11, "别人的备注"],
    [two?.skuId, 22, null],
    [three?.skuId, 300, "我的备注"],
    [skus[3]?.id, 400, null],
  ]);
  expect(saved).toMatchObject({ reason: "别人的原因" });
});

test("the other side of each choice goes as well, and what is typed after it stays", async ({ page }) => {
  const { id, skus, row } = await draft();
  const [one, , three] = row.items;
  await page.goto(`/porequisiton/create/index?id=${id}`);
  await field(page, 1, "请购数量").fill("11");
  await field(page, 2, "请购数量").fill("22");
  await meanwhile(row, {
    items: [
      { ...one, qty: 100 },
      { ...three, qty: 300 },
      { skuId: skus[3]?.id, qty: 400 },
    ],
  });
  await save(page);
  await choice(page, "第1行请购数量", "当前最新").check();
  await choice(page, "第2行（已被删除）", "当前最新").check();
  await choice(page, "新增的行", "我填写的").check();
  await field(page, 3, "请购数量").fill("33");
  await save(page);
  await expect(page.locator("[data-flash]")).toContainText("修改成功");
  const saved = await read(id);
  expect(saved.items.map((l) => [l.skuId, l.qty])).toEqual([
    [one?.skuId, 100],
    [three?.skuId, 33],
  ]);
});

test("a row that left the states of its form says so, and no button offers to save it", async ({ page }) => {
  const { id, row } = await draft();
  await page.goto(`/porequisiton/create/index?id=${id}`);
  await field(page, 1, "请购数量").fill("11");
  const admin = await api("admin");
  await admin.post(`/purchase/requisition/${id}/submit`, { id, version: row.version });
  await save(page);
  await expect(page.locator(".errors")).toContainText("不能修改");
  await expect(page.locator(".errors, .conflicts")).not.toContainText("再保存");
  await expect(page.getByRole("main").getByRole("button", { name: "保存", exact: true })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "查看单据" })).toHaveAttribute(
    "href",
    new RegExp(`/porequisiton/detail/index\\?id=${id}`),
  );
  await expect(field(page, 1, "请购数量")).toHaveValue("11");
});

test("a refusal is said beside the button too", async ({ page }) => {
  const { id } = await draft();
  await page.goto(`/porequisiton/create/index?id=${id}`);
  await field(page, 2, "请购数量").fill("-2");
  await save(page);
  const said = page.locator(".foot a.said");
  await expect(said).toContainText("1处");
  await expect(said).toHaveAttribute("href", "#f-items[1].qty");
});
