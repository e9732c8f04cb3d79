import type { InputOf, LineOf, RowOf } from "#documents/kit";
import { fbaReturn } from "#documents/wms/fba/fba-return";
import { transition } from "../../../documents/written";
import { arrive } from "../../../stock/transit";
import { sourceOf } from "../other/lines";
import { leftRows, partsOf } from "./pieces";
import { dueOf } from "./ship";

type Row = RowOf<typeof fbaReturn>;
type Line = LineOf<typeof fbaReturn, "items">;

/** What came in of every line this time. @throws Refusal */
const receiveParts = (row: Row, { items }: InputOf<typeof fbaReturn, "receive">) =>
  partsOf(
    row.items,
    items ?? [],
    { good: 0, bad: 0 },
    (n, r) => ({ good: n.good + (r.goodQty ?? 0), bad: n.bad + (r.badQty ?? 0) }),
    "请填写收货数量",
  );

/** Pieces of a line that are under way. */
export const underWay = (l: Line) => l.shippedQty - l.receivedGoodQty - l.receivedBadQty;

/** 收货: what came back goes from transit into the warehouse, good or bad. */
export const receiveReturn = transition(fbaReturn, "receive", {
  ask: async (_c, { row }) => leftRows(row.items, underWay),
  check({ row }, input) {
    const over = receiveParts(row, input).find(
      ({ line, qty }) => qty.good + qty.bad > underWay(line),
    );
    return over && `收货数量超过发出数量${over.line.shippedQty}`;
  },
  to({ row }, input) {
    const came = receiveParts(row, input).reduce((n, { qty }) => n + qty.good + qty.bad, 0);
    return came === dueOf(row) ? "done" : "partReceived";
  },
  async effect(c, { row }, input) {
    const parts = receiveParts(row, input);
    await arrive(
      c,
      sourceOf("fba_return", row),
      `receive:${row.version}`,
      parts.map(({ line, qty }) => ({
        ...{ skuId: line.skuId, lineId: line.id, toWarehouseId: row.toWarehouseId, ...qty },
      })),
      { in: "fbaReturnIn" },
    );
    await c.sql.query(
      `update fba_return_line l set received_good_qty = l.received_good_qty + x.good,
         received_bad_qty = l.received_bad_qty + x.bad
       from jsonb_to_recordset($1::jsonb) as x(id bigint, good int, bad int) where l.id = x.id`,
      [JSON.stringify(parts.map(({ line: { id }, qty }) => ({ id, ...qty })))],
    );
    await c.sql.query(
      "update fba_return set received_qty = coalesce(received_qty, 0) + $2 where id = $1",
      [row.id, parts.reduce((n, { qty }) => n + qty.good + qty.bad, 0)],
    );
  },
});
