import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { addTradeFacts, type TradeEntry } from "#backend/ledgers/facts/post";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { today } from "#backend/platform/values/calendar";
import { openPlatform, type Platform } from "../fba.testing";
import { postSales } from "./post-days";

const SALES = "/wms/fbasale";
const DAY = today(-5);

let p: Platform;
beforeAll(async () => {
  p = await openPlatform();
});
afterAll(() => p.backend.close());

/** Adds pieces to what the platform reported of a day; SKUs count from 0. */
const report = (rows: [sku: number, column: TradeEntry["column"], amount: number][], day = DAY) =>
  p.db.tx((sql) =>
    addTradeFacts(
      sql,
      rows.map(([sku, column, amount]) => ({
        sourceType: "platformOrder",
        sourceNo: "T1",
        bizDate: day,
        storeId: p.storeId,
        sellerSku: `MSKU-${sku + 1}`,
        column,
        amount: String(amount),
      })),
    ),
  );
const turn = () => postSales(p.db, engine);
const documents = () =>
  p.db.query<{ id: string; day: string; status: string; no: string }>(
    "select id, biz_date as day, status, no from fba_sale order by biz_date, id",
  );
const only = async () => {
  const [found, ...more] = await documents();
  expect(more).toEqual([]);
  return found?.id ?? "";
};
const read = (id: string) => p.o.as("admin").read<{ items: Record<string, unknown>[] }>(SALES, id);

test("what a day sold leaves at the average, what came back is in again, once", async () => {
  await report([
    [0, "units", 10],
    [0, "refund_units", 2],
    [2, "units", 7],
  ]);
  await report([[0, "units", 4]], today(-30)); // before the stock was counted
  await turn();
  await turn();
  const id = await only();
  expect(await read(id)).toMatchObject({
    bizDate: DAY,
    status: "done",
    soldQty: 17,
    outQty: 17,
    inQty: 2,
    amount: "82.33",
    items: [
      { outQty: 10, outAmount: "100.00", inQty: 2, inAmount: "20.00", msku: "MSKU-1" },
      { outQty: 7, outAmount: "2.33" },
    ],
  });
  // Nobody has said yet whether what came back is good: it lies there and is not sold.
  expect(await p.stock(p.fba)).toMatchObject({ good: 90, value: "1120.00" });
  const moves = await p.db.query(
    "select biz_type as type, sum(qty)::int as qty from stock_move where biz_document = 'fba_sale' group by 1 order by 1",
  );
  expect(moves).toEqual([
    { type: "fbaSale", qty: -17 },
    { type: "fbaSaleReturn", qty: 2 },
  ]);
});

test("what came back waits until somebody says whether it is good", async () => {
  const id = await only();
  const { items } = await read(id);
  const say = (goodQty: number, badQty: number) =>
    p.o.as("admin").act(SALES, id, "judge", { items: [{ lineId: items[0]?.id, goodQty, badQty }] });
  const waits = () => p.db.query("select judge_qty as qty, judged from fba_sale where id = $1", [id]);
  expect(await waits()).toEqual([{ qty: 2, judged: false }]);
  // The platform's own count says how to judge them, and books none of them once more.
  const said = { msku: "MSKU-1", sellableQty: 91, unsellableQty: 21 };
  const of = { storeId: p.storeId, rows: [said] };
  const counted = await p.o.as("admin").add("/wms/fbainventory", of);
  expect(await p.o.as("admin").read("/wms/fbainventory", counted.id)).toMatchObject({
    rows: [{ outcome: "same", message: "另有2件退回待判定，按报告良品1、次品1" }],
  });
  expect(await p.refused(say(2, 1))).toBe("判定数量超过待判定数量2");
  p.o.good(await say(0, 1));
  expect(await p.stock(p.fba)).toMatchObject({ good: 90, bad: 21, value: "1120.00" });
  // One of them was no refund after all: it is taken from those that wait, then comes again.
  await report([[0, "refund_units", -1]]);
  await turn();
  expect(await waits()).toEqual([{ qty: 0, judged: true }]);
  expect(await p.refused(say(1, 0))).toBe("没有待判定的退回");
  await report([[0, "refund_units", 1]]);
  await turn();
  p.o.good(await say(1, 0));
  expect(await p.stock(p.fba)).toMatchObject({ good: 91, bad: 21, value: "1120.00" });
  // Judged good already, and no refund: it is taken out of the good ones.
  await report([[0, "refund_units", -1]]);
  await turn();
  expect(await p.stock(p.fba)).toMatchObject({ good: 90, bad: 21 });
  await report([[0, "refund_units", 1]]);
  await turn();
  p.o.good(await say(1, 0));
  expect(await read(id)).toMatchObject({
    status: "done",
    inQty: 2,
    judgeQty: 0,
    items: [{ inQty: 2, goodQty: 1, badQty: 1 }, {}],
  });
  expect(await ledgerFaults(p.db)).toEqual([]);
});

test("new facts of a day that is posted correct it, up and down, at what its pieces left for", async () => {
  const id = await only();
  await report([
    [0, "units", 3],
    [2, "units", -4],
  ]);
  await turn();
  expect(await only()).toBe(id);
  expect(await read(id)).toMatchObject({
    items: [
      { outQty: 13, outAmount: "130.00" },
      { outQty: 3, outAmount: "1.00" },
    ],
  });
  expect(await p.stock(p.fba)).toMatchObject({ good: 88 });
  expect(await p.stock(p.fba, 2)).toMatchObject({ good: 97 });
});

test("what does not lie there waits, is never negative, and follows when stock comes", async () => {
  await report([[1, "units", 130]]);
  const held = await p.approved("fba_return", p.returnForm([[1, 5, true]]));
  await turn();
  const id = await only();
  expect(await read(id)).toMatchObject({ status: "pending", pendingQty: 35 });
  expect(await p.stock(p.fba, 1)).toMatchObject({ good: 5, free: 0, bad: 20 });
  const press = () => p.refused(p.o.as("admin").act(SALES, id, "post"));
  expect(await press()).toBe("库存不足，没有可补记的数量");
  p.o.good(await p.act("fba_return", held, "void", { reason: "留着卖" }));
  await turn();
  expect(await read(id)).toMatchObject({ status: "pending", pendingQty: 30 });
  const more = await p.o
    .as("admin")
    .add("/wms/otherin", {
      inType: "adjust",
      warehouseId: p.fba,
      reason: "平台找到货物",
      items: [{ skuId: p.skus[1], goodQty: 40, badQty: 0, unitCost: "20" }],
    });
  await p.o.submit("admin", "other_in", "/wms/otherin", more.id);
  p.o.good(await p.o.as("admin").act("/wms/otherin", more.id, "confirm"));
  p.o.good(await p.o.as("admin").act(SALES, id, "post"));
  expect(await read(id)).toMatchObject({ status: "done", pendingQty: 0 });
  expect(await p.stock(p.fba, 1)).toMatchObject({ good: 10, value: "600.00" });
  expect(await press()).toBe("出库与平台销量一致，无需补记");
});

test("reversed it nets to nothing and stays so for the job, until it is posted again", async () => {
  const id = await only();
  const act = (action: string, body = {}) => p.o.as("admin").act(SALES, id, action, body);
  p.o.good(await act("reverse", { reason: "平台数据有误" }));
  const net = await p.db.one(
    `select sum(qty)::int as qty, sum(amount)::text as amount from stock_move
     where biz_document = 'fba_sale' and biz_type <> 'costAdjust'`,
  );
  expect(net).toEqual({ qty: 0, amount: "0.00" });
  await turn();
  expect(await read(id)).toMatchObject({ status: "reversed", outQty: 0 });
  p.o.good(await act("post"));
  expect(await read(id)).toMatchObject({ status: "done", outQty: 146 });
  await p.db.query(
    `update sys_param set value = (date_trunc('month', $1::date) + interval '1 month - 1 day')::date::text
     where param_key = 'month_close_until'`,
    [DAY],
  );
  expect(await p.refused(act("reverse", { reason: "晚了" }))).toBe(`${DAY.slice(0, 7)}已关账`);
  expect(await ledgerFaults(p.db)).toEqual([]);
});

test("two turns at once make one document of a day", async () => {
  await p.db.query("update sys_param set value = '' where param_key = 'month_close_until'");
  await report([[0, "units", 1]], today(-4));
  await Promise.all([turn(), turn(), turn()]);
  expect((await documents()).map((d) => d.day)).toEqual([DAY, today(-4)]);
  expect(await ledgerFaults(p.db)).toEqual([]);
});

test("a combination takes its parts, each as often as it holds it", async () => {
  const free = async (sku: number) => Number((await p.stock(p.fba, sku))?.good);
  const before = [await free(0), await free(2)] as const;
  const combo = await p.db.one<{ id: string }>(
    `insert into sku (sku_code, name, status, sku_type, unit)
     values ('FBA0001-SET', '套装', 'approved', 'combo', 'pcs') returning id`,
  );
  await p.db.query(
    `insert into sku_combo_item (sku_id, line_no, child_sku_id, qty)
     select $1, n, child, qty from unnest($2::bigint[], array[1, 3]) with ordinality as x(child, qty, n)`,
    [combo?.id, [p.skus[0], p.skus[2]]],
  );
  await p.db.query(
    `insert into sku_listing (sku_id, line_no, store_id, msku, fulfillment_channel, group_id)
     values ($1, 1, $2, 'MSKU-9', 'AFN', (select min(id) from ops_group))`,
    [combo?.id, p.storeId],
  );
  await report(
    [
      [8, "units", 5],
      [8, "refund_units", 1],
      [0, "units", 2],
    ],
    today(-3),
  );
  await turn();
  const [, , day] = await documents();
  expect(await read(day?.id ?? "")).toMatchObject({
    items: [
      { msku: "MSKU-1 MSKU-9", soldQty: 7, outQty: 7, returnQty: 1 },
      { msku: "MSKU-9", soldQty: 15, outQty: 15, returnQty: 3 },
    ],
  });
  expect([await free(0), await free(2)]).toEqual([before[0] - 7, before[1] - 15]);
});

test("facts of long ago are not lost, and their mark goes when they are posted", async () => {
  const long = today(-120);
  await p.db.query(
    `insert into sku_listing (sku_id, line_no, store_id, msku, fulfillment_channel, group_id)
     values ($1, 1, $2, 'MSKU-4', 'AFN', (select min(id) from ops_group))`,
    [p.skus[3], p.storeId],
  );
  const { id } = await p.o
    .as("admin")
    .add("/wms/otherin", {
      inType: "adjust",
      warehouseId: p.fba,
      reason: "很早以前的货",
      bizDate: today(-150),
      items: [{ skuId: p.skus[3], goodQty: 9, badQty: 0, unitCost: "2" }],
    });
  await p.o.submit("admin", "other_in", "/wms/otherin", id);
  p.o.good(await p.o.as("admin").act("/wms/otherin", id, "confirm"));
  await report([[3, "units", 2]], long);
  const marks = () => p.db.query("select biz_date as day, changes from fact_trade_late");
  expect(await marks()).toEqual([{ day: long, changes: 1 }]);
  await turn();
  const [first] = await documents();
  expect(first).toMatchObject({ day: long, status: "done" });
  expect(await read(first?.id ?? "")).toMatchObject({ outQty: 2 });
  expect(await marks()).toEqual([]);
  await report([[3, "units", 1]], long);
  await turn();
  expect(await read(first?.id ?? "")).toMatchObject({ outQty: 3 });
  expect(await ledgerFaults(p.db)).toEqual([]);
});
