import { afterAll, beforeAll, expect, test } from "vitest";
import { office } from "#backend/domain/product/product.testing";
import { type TestBackend, testBackend } from "../../../../tests/harness";

let backend: TestBackend;
let o: ReturnType<typeof office>;
beforeAll(async () => {
  backend = await testBackend();
  o = office(backend);
  for (const table of ["platform_order", "platform_order_line"])
    await backend.db.query(`create table ${table}_rest partition of ${table} default`);
});
afterAll(() => backend.close());

const idsOf = async (path: string): Promise<string[]> => {
  const { records } = o.good(await o.as("admin").send("GET", path));
  return records.map(({ id }: { id: string }) => id);
};
const one = async (sql: string, values: unknown[] = []) =>
  (await backend.db.one<{ id: string }>(sql, values))?.id ?? "";

test("platform orders are found by an ASIN or a SKU of their lines", async () => {
  const sku = await one(
    "insert into sku (sku_code, name, status, sku_type) values ('FIND-1', '找', 'approved', 'normal') returning id",
  );
  const order = (no: string) =>
    one(
      `insert into platform_order (platform_order_no, store_id, status, purchase_time)
       values ($1, (select min(id) from store), 'Shipped', now()) returning id`,
      [no],
    );
  const [own, other] = [await order("113-1111111-1111111"), await order("113-1111111-2222222")];
  for (const [id, asin, skuId] of [
    [own, "B0FIND0001", sku],
    [other, "B0OTHER001", null],
  ])
    await backend.db.query(
      `insert into platform_order_line (platform_order_id, line_no, asin, sku_id, qty, purchase_time)
       select id, 1, $2, $3, 1, purchase_time from platform_order where id = $1`,
      [id, asin, skuId],
    );
  expect(await idsOf("/platformorder/order/page?asin=b0find")).toEqual([own]);
  expect(await idsOf(`/platformorder/order/page?skuId=${sku}`)).toEqual([own]);
  expect(await idsOf("/platformorder/order/page?skuId=FIND-1")).toEqual([own]);
});

test("sales orders are found by a tag, articles by who wrote them", async () => {
  const tagged = await one(
    `insert into sales_order (no, status, tags) values ('SOTAG1', 'pendingProcess', '{加急,大客户}') returning id`,
  );
  await one("insert into sales_order (no, status) values ('SOTAG2', 'pendingProcess') returning id");
  expect(await idsOf("/ordermanage/order/page?tags=大客")).toEqual([tagged]);

  const admin = await one("select id from sys_user where username = 'admin' and tenant_id = 1");
  const article = (title: string, by: string) =>
    one(
      `insert into knowledge (no, title, status, create_by, visible_scope)
       values ($1, $1, 'published', $2, 'all') returning id`,
      [title, by],
    );
  const mine = await article("我写的", admin);
  const theirs = await article("别人写的", "999");
  expect(await idsOf("/knowledge/article/page?mine=true")).toEqual([mine]);
  expect(await idsOf("/knowledge/article/page?mine=false")).toEqual([theirs]);
});

test("what is to be turned is found by the way that it goes, contracts by their order", async () => {
  const turned = (no: string, mode: string) =>
    one(
      `with head as (insert into turn_requisition (no, status) values ($1, 'draft') returning id),
       line as (insert into turn_requisition_line (turn_requisition_id, turn_mode)
         select id, $2 from head) select id from head`,
      [no, mode],
    );
  const moved = await turned("ZCFIND1", "transfer");
  await turned("ZCFIND2", "purchase");
  expect(await idsOf("/purchase/turnrequisition/page?turnMode=transfer")).toEqual([moved]);

  const po = await one("insert into purchase_order (no, status) values ('CGFIND1', 'approved') returning id");
  const contract = await one(
    `with head as (insert into purchase_contract (no, status) values ('HTFIND1', 'approved') returning id),
     line as (insert into purchase_contract_order (purchase_contract_id, po_id)
       select id, $1 from head) select id from head`,
    [po],
  );
  await one("insert into purchase_contract (no, status) values ('HTFIND2', 'draft') returning id");
  expect(await idsOf(`/purchase/contract/page?poId=${po}`)).toEqual([contract]);
});
