import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { actAs } from "../../../../tests/acting";
import { given } from "../../../../tests/given";
import { postPackage } from "../package/freight";
import { convertOrder } from "../sales/convert";
import { postOrderFacts } from "../state/facts";
import { lineIn, openShop, orderIn, type Shop } from "./platform.testing";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.db.query(
    `insert into exchange_rate (currency, effective_date, official_rate, my_rate)
     values ('USD', '2026-07-01', 7.15, 7.15) on conflict do nothing`,
  );
  await shop.list("A100");
  await shop.list("B200");
  for (const [code, type] of [
    ["SET", "combo"],
    ["NEW", "normal"],
  ]) {
    const sku = await shop.db.one<{ id: string }>(
      `insert into sku (sku_code, name, status, sku_type, unit) values ($1, $1, 'approved', $2, 'pcs')
       returning id`,
      [code, type],
    );
    shop.skus[given(code)] = given(sku).id;
    await shop.list(given(code));
  }
  await shop.db.query(
    `insert into sku_combo_item (sku_id, line_no, child_sku_id, qty) values ($1, 1, $2, 2), ($1, 2, $3, 1)`,
    [shop.skus.SET, shop.skus.A100, shop.skus.B200],
  );
});
afterAll(() => shop.db.close());

let n = 0;
async function sold(sellerSku: string, qty: number, channel: "AFN" | "MFN" = "MFN") {
  const platformOrderNo = `114-0000000-${String(++n).padStart(7, "0")}`;
  const more = { fulfillmentChannel: channel, orderTotal: null };
  const { ids } = await shop.take(orderIn({ ...more, platformOrderNo, lines: [lineIn({ sellerSku, qty })] }));
  return given(ids[0]);
}
const fact = async (sellerSku: string, from = "fact_trade_daily") =>
  given(
    await shop.db.one<Record<string, number | null>>(
      `select sum(units)::int as units, sum(product_cost)::float8 as cost, sum(lacks_product)::int as product,
         sum(lacks_first_leg)::int as "firstLeg", sum(lacks_platform)::int as platform,
         sum(lacks_fulfill)::int as fulfill, sum(lacks_storage)::int as storage
       from ${from} ${from.endsWith("daily") ? "where seller_sku = $1" : "where $1::text is not null"}`,
      [sellerSku],
    ),
  );

test("a combination that was sold costs what its pieces cost", async () => {
  await sold("S-SET", 3);
  // Twice 42.00 and 88.00, three times.
  expect(await fact("S-SET")).toMatchObject({ units: 3, cost: 516, product: 0 });
});

test("goods without a price are not free: the pieces that lack a cost are counted", async () => {
  const id = await sold("S-NEW", 4);
  expect(await fact("S-NEW")).toMatchObject({ units: 4, cost: 0, product: 4 });
  await shop.db.query("update sku set purchase_price = 5 where sku_code = 'NEW'");
  await shop.db.tx((sql) => postOrderFacts(sql, [id]));
  expect(await fact("S-NEW")).toMatchObject({ cost: 20, product: 0 });
});

test("costs that nobody brings yet are lacking, what the platform stores and sends too", async () => {
  await sold("S-A100", 5, "AFN");
  expect(await fact("S-A100")).toMatchObject({
    units: 5,
    cost: 210,
    product: 0,
    firstLeg: 5,
    platform: 5,
    fulfill: 5,
    storage: 5,
  });
});

test("what we send ourselves lacks its freight until all of it left, in the month too", async () => {
  const platform = await sold("S-B200", 2);
  expect(await fact("S-B200")).toMatchObject({ fulfill: 2, storage: 0 });
  const before = await fact("", "fact_trade_month");
  const order = await shop.db.tx((sql) => convertOrder(actAs(sql), platform));
  const parcel = given(
    await shop.db.one<{ id: string }>(
      `insert into package_order (no, store_id, status, ship_time)
       values ('BG1', $1, 'shipped', '2026-07-07') returning id`,
      [shop.storeId],
    ),
  );
  await shop.db.query(
    `insert into package_order_line (package_order_id, line_no, order_id, order_line_id, sku_id, qty)
     select $1, 1, sales_order_id, id, sku_id, qty from sales_order_line where sales_order_id = $2`,
    [parcel.id, order],
  );
  // It left, and nobody said yet what that cost.
  await shop.db.tx((sql) => postOrderFacts(sql, [platform]));
  await shop.db.tx((sql) => postPackage(actAs(sql), parcel.id));
  expect(await fact("S-B200")).toMatchObject({ fulfill: 2 });
  await shop.db.query("update package_order set actual_freight = 4.40, freight_currency = 'USD' where id = $1", [
    parcel.id,
  ]);
  await shop.db.tx((sql) => postPackage(actAs(sql), parcel.id));
  expect(await fact("S-B200")).toMatchObject({ fulfill: 0, firstLeg: 2 });
  expect(await fact("", "fact_trade_month")).toEqual({ ...before, fulfill: Number(before.fulfill) - 2 });
});

test("orders of a released database lack the same after its upgrade", async () => {
  const names = ["product", "first_leg", "platform", "fulfill", "storage"].map((n) => `lacks_${n}`);
  const all = () =>
    shop.db.query(
      `select 'day' as of, biz_date::text as day, seller_sku, ${names.join(", ")} from fact_trade_daily
       union all select 'month', month::text, model_code, ${names.join(", ")} from fact_trade_month
       order by 1, 2, 3`,
    );
  await shop.db.query("update sku set purchase_price = null where sku_code = 'NEW'");
  await sold("S-NEW", 1);
  const before = await all();
  for (const table of ["fact_trade_daily", "fact_trade_month"])
    await shop.db.query(`update ${table} set ${names.map((name) => `${name} = 0`).join(", ")}`);
  await shop.db.query("delete from fact_source where column_name = any($1)", [names]);
  const upgrade = readFileSync("backend/platform/db/migrations/0180_fact_lacks.sql", "utf8");
  await shop.db.tx((sql) => sql.query(upgrade.slice(upgrade.indexOf("-- Orders that are"))));
  expect(await all()).toEqual(before);
});
