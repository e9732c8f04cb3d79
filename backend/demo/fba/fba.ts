import dayjs from "dayjs";
import type { RuleContext, RuleValues } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import { today as clockDay } from "#backend/platform/values";
import { permissionOf } from "#documents/kit";
import { fbaDisposal } from "#documents/wms/fba/fba-disposal";
import { fbaInventory } from "#documents/wms/fba/fba-inventory";
import { fbaRemoval } from "#documents/wms/fba/fba-removal";
import { fbaReturn } from "#documents/wms/fba/fba-return";
import { otherIn } from "#documents/wms/other-in";
import { otherOut } from "#documents/wms/other-out";
import { act, approveAll, asSystem, draft, keeperOf, laidIn, personAt } from "../acting";
import { workAgo } from "../clock";
import { moveTo } from "../receipt-days";

/** What Amazon says of a line of a return; nothing more than what is known already unless `more` says so. */
async function reportsRowsOf(c: RuleContext, status: string, more: RuleValues = {}) {
  const lines = await c.sql.query<RuleValues>(
    `select h.removal_order_id as "orderId", l.msku, l.fnsku, l.requested_qty as "requestedQty",
       l.shipped_qty as "shippedQty", l.cancelled_qty as "cancelledQty", l.disposed_qty as "disposedQty",
       h.currency
     from fba_return h join fba_return_line l on l.fba_return_id = h.id
     where h.status = $1 and h.del_flag = 0 and l.del_flag = 0 order by h.id, l.line_no`,
    [status],
  );
  return lines.map((line) => ({ ...line, disposition: "Unsellable", ...more }));
}

const UNKNOWN = { orderId: "DE-RM-UNKNOWN", msku: "DE-OLD-LAMP", disposition: "Unsellable" };

/** The same person, with these rights too: a report does what whoever reads it in may do. */
const may = (c: RuleContext, codes: readonly string[]): RuleContext => ({
  ...c,
  caller: { ...c.caller, permissions: new Set([...c.caller.permissions, ...codes]) },
});

/** Removal reports: one carried out but for a row, one that is only tried out, one of another site. */
async function insertRemovals(c: RuleContext): Promise<number> {
  const reader = may(c, [permissionOf(fbaReturn, "ship"), permissionOf(fbaReturn, "fee")]);
  const done = await draft(reader, fbaRemoval, {
    title: "移除报告 上月",
    rows: [...(await reportsRowsOf(c, "shipping", { removalFee: "3.60" })), UNKNOWN],
  });
  await act(reader, "fba_removal", done.id, "run");
  const asked = await reportsRowsOf(c, "submitted", { shippedQty: 3 });
  const rows = asked.map((row, i) => (i ? { ...row, disposition: "Sellable" } : row));
  const known = await reportsRowsOf(c, "partReceived");
  await draft(reader, fbaRemoval, { title: "移除报告 本月", rows: [...rows, UNKNOWN, ...known] });
  const wrong = await draft(reader, fbaRemoval, { title: "移除报告 传错站点", rows: [UNKNOWN] });
  await act(reader, "fba_removal", wrong.id, "void", { reason: "报告取错站点，已重新下载" });
  return 3;
}

/** Stock reports of a store: one that became adjustments, one beside today's books, one given up. */
async function insertInventories(c: RuleContext, storeId: string): Promise<number> {
  const lines = await c.sql.query<{ msku: string; sellableQty: number; unsellableQty: number }>(
    `select l.msku, s.good_qty as "sellableQty", s.bad_qty as "unsellableQty"
     from stock s join warehouse w on w.id = s.warehouse_id and w.kind = 'fba' and w.store_id = $1
       join sku_listing l on l.sku_id = s.sku_id and l.store_id = $1 and l.del_flag = 0
         and l.fulfillment_channel = 'AFN'
     where s.available_qty > 50 and s.available_bad_qty > 0
     order by s.sku_id, l.msku`,
    [storeId],
  );
  const counted = (by: readonly number[]) =>
    by.flatMap((n, i) => {
      const line = lines[i];
      return line ? { ...line, sellableQty: line.sellableQty + n } : [];
    });
  const done = await draft(c, fbaInventory, {
    storeId,
    title: "FBA库存报告 上月",
    rows: counted([2, -1, 0, 0, -3, 0]),
  });
  await act(may(c, [permissionOf(otherOut, "add")]), "fba_inventory", done.id, "run");
  await draft(c, fbaInventory, {
    storeId,
    title: "FBA库存报告 本月",
    rows: [...counted([0, 4, 0, -2, 0, 0, 0, 1]), { msku: "DE-OLD-LAMP", sellableQty: 3, unsellableQty: 0 }],
  });
  const wrong = await draft(c, fbaInventory, { storeId, title: "FBA库存报告 不完整", rows: counted([1]) });
  await act(c, "fba_inventory", wrong.id, "void", { reason: "报告下载不完整，已重新下载" });
  return 3;
}

/** Store whose stock at the platform is counted, and where its returns go. */
const STORE = "AMZ-DE-1";
const TO = "TP-DE-WINIT";
/** Days before the last one that the stock is counted on: what sold since is posted by the job. */
const DAYS = 12;
const SKUS = 40;

interface FbaGoods {
  id: string;
  cost: string;
}

interface FbaFbaPlace {
  storeId: string;
  fbaId: string;
  toId: string;
  username: string;
}

const placeOf = (sql: Sql) =>
  sql.one<FbaFbaPlace>(
    `select t.id as "storeId", f.id as "fbaId", w.id as "toId",
       coalesce((select u.username from sys_user u
         join sys_user_role ur on ur.user_id = u.id join sys_role r on r.id = ur.role_id
         where u.dept_id = t.dept_id and r.role_code = 'OPS' and u.del_flag = 0
         order by u.id limit 1), 'ops') as username
     from store t join warehouse f on f.store_id = t.id and f.kind = 'fba'
       join warehouse w on w.code = $2
     where t.store_code = $1`,
    [STORE, TO],
  );

/** SKUs that the store sells from the platform's stock, each under one FNSKU. */
const goodsOf = (sql: Sql, { storeId, fbaId }: FbaFbaPlace) =>
  sql.query<FbaGoods>(
    `select k.id, coalesce(k.purchase_price, 10)::text as cost from sku k
       join sku_listing l on l.sku_id = k.id and l.store_id = $1 and l.fnsku <> '' and l.del_flag = 0
     where k.status = 'approved' and k.sku_type = 'normal' and k.del_flag = 0
       and not exists (select 1 from stock_move m where m.warehouse_id = $2 and m.sku_id = k.id)
     group by k.id having count(*) = 1 order by k.id limit $3`,
    [storeId, fbaId, SKUS],
  );

async function opening(c: RuleContext, place: FbaFbaPlace, goods: readonly FbaGoods[], day: string) {
  await workAgo(c.sql, DAYS);
  const moved = await c.sql.one("select 1 as n from stock_move where warehouse_id = $1 limit 1", [place.fbaId]);
  const keeper = await keeperOf(c, place.fbaId);
  const { id, no } = await draft(keeper, otherIn, {
    inType: moved ? "adjust" : "opening",
    warehouseId: place.fbaId,
    bizDate: day,
    reason: "平台库存首次录入",
    items: goods.map(({ id: skuId, cost: unitCost }, i) => ({
      skuId,
      unitCost,
      goodQty: i % 9 ? 400 + ((i * 37) % 300) : 15,
      badQty: 12 + (i % 5),
    })),
  });
  await laidIn(c, keeper, id);
  if (day < clockDay()) await moveTo(c.sql, "other_in", { id, no }, `${day} 10:00:00`);
}

/** Rows of an action, one for each line of the document in their order. */
async function rowsOf(c: RuleContext, table: string, id: string, values: readonly RuleValues[]) {
  const lines = await c.sql.query<{ id: string }>(
    `select id from ${table}_line where ${table}_id = $1 order by line_no`,
    [id],
  );
  return { items: values.map((row, i) => ({ lineId: lines[i]?.id, ...row })) };
}

/** How far each return is, and what the platform and the warehouse did. */
const RETURNS: { reason: "unsellable" | "aged" | "recall"; steps: readonly string[] }[] = [
  { reason: "unsellable", steps: [] },
  { reason: "aged", steps: ["submit"] },
  { reason: "unsellable", steps: ["submit", "approve"] },
  { reason: "aged", steps: ["submit", "approve", "submitAmazon"] },
  { reason: "unsellable", steps: ["submit", "approve", "submitAmazon", "ship"] },
  { reason: "unsellable", steps: ["submit", "approve", "submitAmazon", "ship", "part"] },
  { reason: "recall", steps: ["submit", "approve", "submitAmazon", "ship", "whole"] },
  { reason: "unsellable", steps: ["submit", "approve", "submitAmazon", "ship", "part", "close"] },
];

const ask: Record<string, (n: number) => readonly RuleValues[]> = {
  ship: () => [
    { shippedQty: 4, trackingNo: "1Z999AA10123456784" },
    { shippedQty: 3, cancelledQty: 1 },
  ],
  part: () => [{ goodQty: 2, badQty: 1 }],
  whole: () => [{ goodQty: 3, badQty: 1 }, { badQty: 3 }],
};

/** This day, or today where it has yet to come. */
const earlier = (day: string) => (day < clockDay() ? day : clockDay());

async function insertReturns(c: RuleContext, place: FbaFbaPlace, goods: readonly FbaGoods[], latest: string) {
  const { storeId, toId: toWarehouseId } = place;
  for (const [n, { reason, steps }] of RETURNS.entries()) {
    const items = goods
      .slice(n * 2, n * 2 + 2)
      .map(({ id: skuId }) => ({ skuId, disposition: "unsellable" as const, requestedQty: 4 }));
    // What waits for its approval does so since yesterday.
    await workAgo(c.sql, steps.includes("approve") ? RETURNS.length + 2 - n : 1);
    const day = earlier(latest);
    const { id } = await draft(c, fbaReturn, {
      storeId,
      toWarehouseId,
      removalReason: reason,
      removalFee: "6.40",
      items,
      requestDate: day,
    });
    const run = (action: string, input: RuleValues) => act(c, "fba_return", id, action, input);
    for (const step of steps) {
      if (step === "approve") await approveAll(c, "fba_return", id);
      else if (step === "submitAmazon") await run(step, { removalOrderId: `DE-RM-${dayjs(day).format("YYMMDD")}${n}` });
      else if (step === "close") await run(step, { reason: "承运人确认丢失1件" });
      else if (step in ask)
        await run(step === "ship" ? "ship" : "receive", {
          ...(await rowsOf(c, "fba_return", id, ask[step]?.(n) ?? [])),
          ...(step === "ship" && { carrier: "DHL", shipDate: day }),
        });
      else await run(step, {});
    }
  }
  return RETURNS.length;
}

async function insertDisposals(c: RuleContext, place: FbaFbaPlace, goods: readonly FbaGoods[], latest: string) {
  const steps = ["submit", "approve", "submitAmazon", "finish"];
  for (let n = 0; n <= steps.length; n++) {
    const [one] = goods.slice(20 + n);
    await workAgo(c.sql, n < 2 ? 1 : steps.length + 2 - n);
    const day = earlier(latest);
    const { id } = await draft(c, fbaDisposal, {
      storeId: place.storeId,
      disposeReason: "unsellable",
      fee: "2.10",
      requestDate: day,
      items: [{ skuId: one?.id, disposition: "unsellable", requestedQty: 5 }],
    });
    for (const step of steps.slice(0, n)) {
      if (step === "approve") await approveAll(c, "fba_disposal", id);
      else if (step === "submitAmazon")
        await act(c, "fba_disposal", id, step, { removalOrderId: `DE-DP-${dayjs(day).format("YYMMDD")}${n}` });
      else if (step === "finish") {
        const rows = [{ disposedQty: 4, cancelledQty: 1 }];
        await act(c, "fba_disposal", id, step, await rowsOf(c, "fba_disposal", id, rows));
      } else await act(c, "fba_disposal", id, step);
    }
  }
  return steps.length + 1;
}

/** Stock of one store at the platform, returns and disposals of it in every state, and its reports. */
export async function insertFba(sql: Sql, today: string): Promise<number> {
  const system = asSystem(sql);
  const place = await placeOf(sql);
  if (!place) return 0;
  const goods = await goodsOf(sql, place);
  const day = (ago: number) => dayjs(today).subtract(ago, "day").format("YYYY-MM-DD");
  // A number is of the day on which somebody worked.
  const counted = dayjs(day(DAYS)).subtract(Math.max(0, ((dayjs(day(DAYS)).day() + 6) % 7) - 4), "day");
  await opening(system, place, goods, counted.format("YYYY-MM-DD"));
  const c = await personAt(system, place.username);
  const returns = await insertReturns(c, place, goods, day(8));
  const disposals = await insertDisposals(c, place, goods, day(6));
  const keeper = await keeperOf(system, place.fbaId);
  await workAgo(sql, 0);
  const reports = (await insertRemovals(keeper)) + (await insertInventories(keeper, place.storeId));
  return 1 + returns + disposals + reports;
}
