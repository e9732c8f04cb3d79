import dayjs from "dayjs";
import { fbaDisposal } from "#documents/wms/fba/fba-disposal";
import { fbaReturn } from "#documents/wms/fba/fba-return";
import { otherIn } from "#documents/wms/other-in";
import type { Sql } from "../../../db/sql";
import type { RuleContext, Values } from "../../../documents/rules";
import { act, approveAll, asSystem, draft, keeperOf, personAt } from "../acting";
import { moveTo } from "../receipt-days";
import { insertInventories, insertRemovals } from "./reports";

/** Store whose stock at the platform is counted, and where its returns go. */
const STORE = "AMZ-DE-1";
const TO = "TP-DE-WINIT";
/** Days before the last one that the stock is counted on: what sold since is posted by the job. */
const DAYS = 12;
const SKUS = 40;

interface Goods {
  id: string;
  cost: string;
}

interface Place {
  storeId: string;
  fbaId: string;
  toId: string;
  username: string;
}

const placeOf = (sql: Sql) =>
  sql.one<Place>(
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
const goodsOf = (sql: Sql, { storeId, fbaId }: Place) =>
  sql.query<Goods>(
    `select k.id, coalesce(k.purchase_price, 10)::text as cost from sku k
       join sku_listing l on l.sku_id = k.id and l.store_id = $1 and l.fnsku <> '' and l.del_flag = 0
     where k.status = 'approved' and k.sku_type = 'normal' and k.del_flag = 0
       and not exists (select 1 from stock_move m where m.warehouse_id = $2 and m.sku_id = k.id)
     group by k.id having count(*) = 1 order by k.id limit $3`,
    [storeId, fbaId, SKUS],
  );

async function opening(c: RuleContext, place: Place, goods: readonly Goods[], day: string) {
  const moved = await c.sql.one("select 1 as n from stock_move where warehouse_id = $1 limit 1", [
    place.fbaId,
  ]);
  const keeper = await keeperOf(c, place.fbaId);
  const { id, no } = await draft(keeper, otherIn, {
    ...{ inType: moved ? "adjust" : "opening", warehouseId: place.fbaId, bizDate: day },
    reason: "平台库存首次录入",
    items: goods.map(({ id: skuId, cost: unitCost }, i) => ({
      ...{ skuId, unitCost, goodQty: i % 9 ? 400 + ((i * 37) % 300) : 15, badQty: 12 + (i % 5) },
    })),
  });
  await act(keeper, "other_in", id, "submit");
  await approveAll(c, "other_in", id);
  await act(keeper, "other_in", id, "confirm");
  await moveTo(c.sql, "other_in", { id, no }, `${day} 10:00:00`);
}

/** Rows of an action, one for each line of the document in their order. */
async function rowsOf(c: RuleContext, table: string, id: string, values: readonly Values[]) {
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

const ask: Record<string, (n: number) => readonly Values[]> = {
  ship: () => [
    { shippedQty: 4, trackingNo: "1Z999AA10123456784" },
    { shippedQty: 3, cancelledQty: 1 },
  ],
  part: () => [{ goodQty: 2, badQty: 1 }],
  whole: () => [{ goodQty: 3, badQty: 1 }, { badQty: 3 }],
};

async function insertReturns(c: RuleContext, place: Place, goods: readonly Goods[], day: string) {
  const { storeId, toId: toWarehouseId } = place;
  for (const [n, { reason, steps }] of RETURNS.entries()) {
    const items = goods.slice(n * 2, n * 2 + 2).map(({ id: skuId }) => ({
      ...{ skuId, disposition: "unsellable" as const, requestedQty: 4 },
    }));
    const { id } = await draft(c, fbaReturn, {
      ...{ storeId, toWarehouseId, removalReason: reason, removalFee: "6.40", items },
      requestDate: day,
    });
    const run = (action: string, input: Values) => act(c, "fba_return", id, action, input);
    for (const step of steps) {
      if (step === "approve") await approveAll(c, "fba_return", id);
      else if (step === "submitAmazon")
        await run(step, { removalOrderId: `DE-RM-${dayjs(day).format("YYMMDD")}${n}` });
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

async function insertDisposals(c: RuleContext, place: Place, goods: readonly Goods[], day: string) {
  const steps = ["submit", "approve", "submitAmazon", "finish"];
  for (let n = 0; n <= steps.length; n++) {
    const [one] = goods.slice(20 + n);
    const { id } = await draft(c, fbaDisposal, {
      ...{ storeId: place.storeId, disposeReason: "unsellable", fee: "2.10", requestDate: day },
      items: [{ skuId: one?.id, disposition: "unsellable", requestedQty: 5 }],
    });
    for (const step of steps.slice(0, n)) {
      if (step === "approve") await approveAll(c, "fba_disposal", id);
      else if (step === "submitAmazon")
        await act(c, "fba_disposal", id, step, {
          removalOrderId: `DE-DP-${dayjs(day).format("YYMMDD")}${n}`,
        });
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
  await opening(system, place, goods, day(DAYS));
  const c = await personAt(system, place.username);
  const returns = await insertReturns(c, place, goods, day(8));
  const disposals = await insertDisposals(c, place, goods, day(6));
  const keeper = await keeperOf(system, place.fbaId);
  const reports = (await insertRemovals(keeper)) + (await insertInventories(keeper, place.storeId));
  return 1 + returns + disposals + reports;
}
