import { api } from "../../product/api";
import { expect, type Page, submit, testAs, unique } from "../support";

const test = testAs(null);

interface Row {
  id: string;
  no: string;
  version: number;
}

const firstOf = async (path: string) => {
  const { records } = await (await api()).get<{ records: Row[] }>(path);
  const [first] = records;
  if (!first) throw new Error(`no demo row: ${path}`);
  return first;
};
const order = (query: string) => firstOf(`/purchase/order/page?size=1&${query}`);
const pageOf = ({ id }: Row) => `/orderUpdate/index?id=${id}`;
const main = (page: Page) => page.getByRole("main");
const tabs = (page: Page) => page.getByRole("navigation", { name: "单据内容" });

/** A requisition of `ops` that is still a draft. */
async function draft() {
  const ops = await api("ops");
  const [store] = await ops.get<Row[]>("/basesetup/store/options");
  const [warehouse] = await ops.get<Row[]>("/wms/warehouse/options");
  const { records } = await ops.get<{ records: (Row & { status: string })[] }>("/product/sku/page?size=50");
  const sku = records.find((r) => r.status === "approved");
  return ops.post<Row>("/purchase/requisition", {
    reqType: "stock",
    storeId: store?.id,
    warehouseId: warehouse?.id,
    reason: unique("补货"),
    expectDate: "2099-01-01",
    items: [{ skuId: sku?.id, qty: 3, estPrice: "2.00" }],
  });
}

test("an order says how it stands: figures, stations, its chain and its parts", async ({ browserOf }) => {
  const page = await browserOf("admin");
  await page.goto(pageOf(await order("status=executing&receiveStatus=all&currency=CNY")));
  const figures = page.getByRole("list", { name: "主要数字" }).getByRole("listitem");
  await expect(figures).toHaveCount(4);
  await expect(figures.first()).toContainText("¥");
  const stations = page.getByRole("list", { name: "进展" }).getByRole("listitem");
  await expect(stations.first()).toContainText("已完成：草稿");
  await expect(page.locator("[aria-current=step]")).toContainText("执行中");
  const chain = page.getByRole("navigation", { name: "单据链" });
  await expect(chain.getByRole("listitem")).toHaveCount(10);
  await expect(chain.locator("[aria-current=page]")).toContainText("采购");
  await tabs(page)
    .getByRole("link", { name: /^关联单据/ })
    .click();
  await expect(page).toHaveURL(/tab=related/);
  await expect(main(page).getByRole("region", { name: "送货单" })).toBeVisible();
  await tabs(page).getByRole("link", { name: "进度" }).click();
  await expect(main(page).getByRole("region", { name: "数量进度" })).toBeVisible();
});

test("nothing is filled where nothing is to be done; the next step is, where it is", async ({ browserOf }) => {
  const page = await browserOf("admin");
  const filled = main(page).locator("header .btn-primary");
  await page.goto(pageOf(await order("status=executing&receiveStatus=all")));
  await expect(filled).toHaveCount(0);
  await page.goto(pageOf(await order("status=executing&receiveStatus=none")));
  await expect(filled).toHaveText("送货");
});

test("an edit that the state forbids shows the document, the sentence and a way", async ({ browserOf }) => {
  const page = await browserOf("admin");
  const { id } = await firstOf("/purchase/inspection/page?size=1&status=done");
  const own = await order("status=approved");
  const answer = await page.goto(`${pageOf(own)}&edit=1`);
  expect(answer?.status()).toBe(200);
  await expect(page.locator("main form [name=_version]")).toHaveCount(0);
  await expect(main(page)).toContainText("采购单待签合同，不能修改");
  await expect(page.locator("main .alert a")).toHaveCount(1);
  expect((await page.goto(`/inspection/detail?id=${id}&edit=1`))?.status()).toBe(200);
  await expect(main(page)).toContainText("不能修改");
});

test("what is not there is 404 with the way to its list", async ({ browserOf }) => {
  const page = await browserOf("admin");
  expect((await page.goto(pageOf({ id: "999999999", no: "", version: 0 })))?.status()).toBe(404);
  await main(page).getByRole("link", { name: "返回采购单列表" }).click();
  await expect(page).toHaveURL(/\/purchaseOrder\/index/);
});

test("a draft is saved and submitted in one go, and says for whom it waits", async ({ browserOf }) => {
  const { id } = await draft();
  const page = await browserOf("ops");
  await page.goto(`/porequisiton/create/index?id=${id}`);
  await submit(page, main(page).getByRole("button", { name: "保存并提交", exact: true }));
  await expect(page.locator("[data-flash=success]")).toContainText("保存并提交成功，待 陆云舟 审批（部门负责人）");
  await expect(main(page).locator("[aria-current=step]")).toContainText("待 陆云舟 审批");
});

test("who approves goes on to the next one, and hears when it was the last", async ({ browserOf }) => {
  const made = [await draft(), await draft()];
  for (const { id, version } of made) await (await api("ops")).post(`/purchase/requisition/${id}/submit`, { version });
  const page = await browserOf("ops_manager");
  await page.goto("/activiti/todo/index?size=100");
  await main(page).locator("tbody a[href^='/activiti/task/']").first().click();
  const first = page.url();
  await submit(page, main(page).getByRole("button", { name: "通过并看下一条", exact: true }));
  await expect(page.locator("[data-flash]")).toContainText("已通过，这是下一条");
  expect(page.url()).not.toBe(first);
  await expect(main(page).getByRole("button", { name: "通过", exact: true })).toBeVisible();
});

test("the course of an order says which first step nobody made", async ({ browserOf }) => {
  const admin = await api();
  const page = await browserOf("admin");
  // Sees orders, and neither prices nor requests.
  const keeper = await browserOf("warehouse");
  interface Whole extends Row {
    settleMethod: string;
    depositRate: string | null;
    payStatus: string;
    items: { planQty: number; deliveredQty: number }[];
  }
  const own = await api("warehouse");
  const { records } = await own.get<{ records: Row[] }>("/purchase/order/page?size=100&status=executing");
  const seen = new Set<string>();
  for (const { id } of records) {
    const row = await admin.get<Whole>(`/purchase/order/${id}`);
    const waits = row.items.every((l) => !l.planQty && !l.deliveredQty);
    const deposit = row.settleMethod === "deposit" && Number(row.depositRate) > 0;
    const unasked = deposit && row.payStatus === "none";
    const kind = `${waits} ${unasked} ${deposit}`;
    if (seen.has(kind)) continue;
    seen.add(kind);
    for (const one of [page, keeper]) {
      await one.goto(`${pageOf({ id } as Row)}&tab=progress`);
      await expect(main(one)).toContainText("数量进度");
      const said = await main(one).innerText();
      expect(said.includes("还没有交货计划，也没有送货"), row.no).toBe(waits);
      expect(said.includes(`预付${Number(row.depositRate)}%还没有请款`), row.no).toBe(unasked);
    }
  }
  for (const kind of ["true true true", "false false true", "false false false"]) expect(seen).toContain(kind);
});
