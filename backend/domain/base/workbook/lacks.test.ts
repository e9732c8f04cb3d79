import { afterAll, beforeAll, expect, it } from "vitest";
import { login } from "../../../../tests/harness";
import { openWorkbooks, yuanfan } from "./workbook.testing";

/* What an approval would have asked for and a file lacks waits on a desk until it is filled in (company.md 1.3). */

let w: Awaited<ReturnType<typeof openWorkbooks>>;
beforeAll(async () => {
  w = await openWorkbooks();
  await w.imported(yuanfan());
});
afterAll(() => w?.backend.close());

async function ask(method: string, path: string, body?: object, who = "admin") {
  const { url } = w.backend;
  const headers = { authorization: `Bearer ${await login(url, who)}`, "content-type": "application/json" };
  const answer = await fetch(`${url}${path}`, { method, headers, body: body && JSON.stringify(body) });
  return { status: answer.status, ...(await answer.json()) };
}

const idOf = async (table: string, column: string, code: string) =>
  (await w.db.one<{ id: string }>(`select id from ${table} where ${column} = $1`, [code]))?.id ?? "";
const read = async (api: string, id: string) => (await ask("GET", `${api}/${id}`)).data;
const lacking = async (api: string) => (await ask("GET", `${api}/page?size=50&lacking=true`)).data.total;
const queue = async (document: string) => {
  const { data } = await ask("GET", "/admin/desk/queues");
  return data.find((q: { document: string; label: string }) => q.document === document && /待补资料/.test(q.label));
};

it("a SKU says what it lacks, is filled in where it is empty, and then lacks nothing", async () => {
  const id = await idOf("sku", "sku_code", "HKC0001-BK");
  const row = await read("/product/sku", id);
  expect(row).toMatchObject({ status: "approved", lacks: "申报中文品名", lacking: true });
  const before = await lacking("/product/sku");
  expect(before).toBe(11);
  expect(await queue("sku")).toMatchObject({ label: "SKU待补资料", count: 11, query: { lacking: "true" } });
  const put = (values: object) => ask("PUT", "/product/sku", { id, version: row.version, ...row, ...values });
  expect(await put({ grossWeightG: "700" })).toMatchObject({ status: 400, msg: "该字段需走特殊编辑" });
  expect(await put({ declareNameCn: "不锈钢保温壶" })).toMatchObject({ status: 200 });
  expect(await read("/product/sku", id)).toMatchObject({ lacks: null, lacking: false });
  expect(await lacking("/product/sku")).toBe(10);
  const { version } = await read("/product/sku", id);
  expect(await ask("PUT", "/product/sku", { ...row, id, version, declareNameCn: "保温杯" })).toMatchObject({
    status: 400,
    msg: "该字段需走特殊编辑",
  });
  const combo = await read("/product/sku", await idOf("sku", "sku_code", "SET0001-A"));
  expect(combo.lacks).toBe("毛重、申报中文品名、单品包装尺寸");
});

it("a style lacks what its product does, and the product takes that alone", async () => {
  const spu = await idOf("spu", "spu_code", "HKC0001");
  expect(await read("/product/spu", spu)).toMatchObject({ lacks: "产品的目标站点、来源、目标成本、目标售价" });
  expect(await lacking("/product/spu")).toBe(7);
  expect(await queue("spu")).toMatchObject({ count: 7 });
  const [{ id = "" } = {}] = await w.db.query<{ id: string }>("select product_id as id from spu where id = $1", [spu]);
  const row = await read("/product/product", id);
  expect(row.lacks).toBe("目标站点、来源、目标成本、目标售价");
  const site = await idOf("site", "site_code", "US");
  const filled = { ...row, sites: [site], sourceType: "odm", targetCost: "40", targetPrice: "29.99" };
  expect(await ask("PUT", "/product/product", { ...filled, nameCn: "改名" })).toMatchObject({
    status: 400,
    msg: "产品已立项，不能修改",
  });
  expect(await ask("PUT", "/product/product", filled)).toMatchObject({ status: 200 });
  expect(await read("/product/product", id)).toMatchObject({ lacks: null, targetMarginRate: expect.any(String) });
  expect(await read("/product/spu", spu)).toMatchObject({ lacks: null, lacking: false });
  expect(await lacking("/product/spu")).toBe(6);
  const { version } = await read("/product/product", id);
  expect(await ask("PUT", "/product/product", { ...filled, version, targetCost: "41" })).toMatchObject({ status: 400 });
});

it("a supplier waits on the desk of its buyer", async () => {
  const id = await idOf("supplier", "code", "S01");
  expect(await read("/supplier/supplier", id)).toMatchObject({ lacks: "营业执照、统一社会信用代码" });
  expect(await read("/supplier/supplier", await idOf("supplier", "code", "S05"))).toMatchObject({ lacks: "营业执照" });
  expect(await lacking("/supplier/supplier")).toBe(6);
  expect(await queue("supplier")).toMatchObject({ count: 0, query: { buyerId: "1" } });
  await w.db.query("update supplier set buyer_id = 1 where id = $1", [id]);
  expect(await queue("supplier")).toMatchObject({ count: 1, rows: [{ about: "营业执照、统一社会信用代码" }] });
  await w.db.query("update supplier set qualifications = '{1}', credit_code = '91440300MA5XXXXX0X' where id = $1", [
    id,
  ]);
  expect(await read("/supplier/supplier", id)).toMatchObject({ lacks: null });
  expect(await queue("supplier")).toMatchObject({ count: 0 });
});
