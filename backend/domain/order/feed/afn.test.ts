import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { postSales } from "#backend/domain/wms/fba/sale/post-days";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { postMoves } from "#backend/ledgers/stock/ledger";
import { installQueue } from "#backend/platform/jobs/queue";
import { today } from "#backend/platform/values/calendar";
import { actAs } from "../../../../tests/acting";
import { type Market, openMarket, type PlacedIn, placedIn } from "./feed.testing";

// From an order that the platform ships to the stock that leaves its warehouse (market.md 17.11).
const DAY = today(-3);

let market: Market;
let fba: string;
const into = (day: string, key: string, qty: number) =>
  market.db.tx((sql) =>
    postMoves(
      actAs(sql),
      { document: "other_in", id: key, no: `QR${key}` },
      key,
      [
        {
          kind: "in",
          type: "otherIn",
          bucket: "good",
          warehouseId: fba,
          skuId: market.skus.A100 ?? "",
          qty,
          amount: `${qty * 10}.00`,
        },
      ],
      { bizDate: day },
    ),
  );
beforeAll(async () => {
  market = await openMarket();
  await installQueue(market.db);
  await market.list("A100");
  await market.list("B200");
  await market.db.query("update sku_listing set fulfillment_channel = 'AFN' where msku = 'S-A100'");
  const place = await market.db.one<{ id: string }>("select id from warehouse where kind = 'fba' and store_id = $1", [
    market.storeId,
  ]);
  fba = place?.id ?? "";
  await into(today(-120), "1", 50);
});
afterAll(() => market.close());

const line = (qty: number, sellerSku = "S-A100") => ({ sellerSku, qty, itemPrice: `${10 * qty}.00`, itemId: "1" });
const sold = (n: number, qty: number, more: Partial<PlacedIn> = {}) =>
  placedIn({
    orderNo: `111-0000000-000000${n}`,
    channel: "AFN",
    status: "Shipped",
    purchaseTime: `${DAY}T18:00:00Z`,
    lastUpdateTime: undefined,
    lines: [line(qty)],
    ...more,
  });
/** Both jobs, as the clock calls them. */
async function turn() {
  await market.turn();
  await postSales(market.db, engine);
}
const documents = () =>
  market.db.query(
    `select h.biz_date::text as day, h.status, h.version, l.sold_qty as sold, l.out_qty as out, l.pending_qty as open
     from fba_sale h join fba_sale_line l on l.fba_sale_id = h.id order by 1`,
  );
const stock = async () =>
  market.db.one("select good_qty as good, stock_value as value from stock where warehouse_id = $1", [fba]);
const moves = () =>
  market.db.query(
    `select biz_type as type, qty, biz_date::text as day from stock_move
     where biz_document = 'fba_sale' order by id`,
  );
const control = (order: object) => market.standIns.control("marketplace", order);

test("what the platform shipped leaves its stock on the day that it was bought, once", async () => {
  await market.place(
    sold(1, 3),
    sold(2, 2),
    sold(3, 4, { status: "Pending" }),
    sold(4, 7, { channel: "MFN", status: "Unshipped", lines: [line(7, "S-B200")] }),
  );
  await turn();
  expect(await documents()).toMatchObject([{ day: DAY, status: "done", sold: 5, out: 5 }]);
  expect(await stock()).toEqual({ good: 45, value: "450.00" });
  expect(await moves()).toMatchObject([{ type: "fbaSale", qty: -5 }]);
  expect(
    await market.db.query(
      `select p.platform_order_no as no from sales_order o join platform_order p on p.id = o.platform_order_id`,
    ),
  ).toEqual([{ no: "111-0000000-0000004" }]);
});

test("told again, repeated, out of order and by a marketplace that fails, nothing more leaves", async () => {
  const before = [await documents(), await stock(), await moves()];
  for (const behave of [
    { repeat: true, reorder: true },
    { fail: 1 },
    { lose: 1 },
    { garbage: 1 },
    { repeat: false, reorder: false },
  ]) {
    await control({ behave });
    await turn();
  }
  expect([await documents(), await stock(), await moves()]).toEqual(before);
});

test("paid later it leaves, cancelled later it is in again, on its day", async () => {
  await control({ pay: { orderNo: "111-0000000-0000003" } });
  await turn();
  expect(await stock()).toMatchObject({ good: 41 });
  await control({ cancel: { orderNo: "111-0000000-0000001" } });
  await turn();
  expect(await documents()).toMatchObject([{ day: DAY, status: "done", sold: 6, out: 6 }]);
  expect(await stock()).toEqual({ good: 44, value: "440.00" });
});

test("an order that is told months late is posted to its day", async () => {
  const late = today(-100);
  await market.place(sold(5, 4, { purchaseTime: `${late}T18:00:00Z` }));
  await turn();
  expect(await documents()).toMatchObject([{ day: late, sold: 4, out: 4 }, { day: DAY }]);
  expect(await stock()).toMatchObject({ good: 40 });
});

test("what does not lie there waits and leaves when it came", async () => {
  await market.place(sold(6, 60, { purchaseTime: `${today(-2)}T18:00:00Z` }));
  await turn();
  const last = async () => (await documents()).at(-1);
  expect(await last()).toMatchObject({ status: "pending", sold: 60, out: 40, open: 20 });
  expect(await stock()).toMatchObject({ good: 0 });
  await into(today(), "2", 30);
  await turn();
  expect(await last()).toMatchObject({ status: "done", out: 60, open: 0 });
  expect(await stock()).toMatchObject({ good: 10 });
});

test("a platform SKU in other letters is the same listing", async () => {
  await market.place(sold(7, 1, { purchaseTime: `${today(-2)}T18:00:00Z`, lines: [line(1, "s-a100")] }));
  await turn();
  expect(await stock()).toMatchObject({ good: 9 });
  expect(await market.db.query("select distinct seller_sku as sku from fact_trade_daily order by 1")).toEqual([
    { sku: "S-A100" },
    { sku: "S-B200" },
  ]);
  expect(await ledgerFaults(market.db)).toEqual([]);
});
