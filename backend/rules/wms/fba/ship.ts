import type { InputOf, LineOf, RowOf } from "#documents/kit";
import { fbaReturn } from "#documents/wms/fba/fba-return";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { postMoves } from "../../../stock/ledger";
import { lockPools } from "../../../stock/pool";
import { lockHeld, releaseSome } from "../../../stock/reserve";
import { sendOff } from "../../../stock/transit";
import type { Out } from "../../../stock/types";
import { today } from "../../../values/calendar";
import { dec, sum } from "../../../values/money";
import { at } from "../other/guards";
import { sourceOf } from "../other/lines";
import { bucketOf } from "./lines";
import { leftRows, partsOf } from "./pieces";

type Row = RowOf<typeof fbaReturn>;
type Line = LineOf<typeof fbaReturn, "items">;
type Input = InputOf<typeof fbaReturn, "ship">;

interface Part {
  line: Line;
  qty: { shipped: number; cancelled: number; disposed: number };
}

/** What the platform did of every line this time. @throws Refusal */
const shipParts = (row: Row, { items }: Input): Part[] =>
  partsOf(
    row.items,
    items ?? [],
    { shipped: 0, cancelled: 0, disposed: 0 },
    (n, r) => ({
      shipped: n.shipped + (r.shippedQty ?? 0),
      cancelled: n.cancelled + (r.cancelledQty ?? 0),
      disposed: n.disposed + (r.disposedQty ?? 0),
    }),
    "请填写发出、取消或销毁数量",
  );

/** Pieces of a line that the platform has not done anything with. */
export const openOf = (l: Line) => l.requestedQty - l.shippedQty - l.cancelledQty - l.disposedQty;

/** Pieces that are still to come in or to be dealt with. */
export const dueOf = (row: Row) =>
  row.items.reduce(
    (n, l) =>
      n + l.requestedQty - l.cancelledQty - l.disposedQty - l.receivedGoodQty - l.receivedBadQty,
    0,
  );

const all = (parts: readonly Part[], of: (p: Part) => number) =>
  parts.reduce((n, p) => n + of(p), 0);

/** Where it stands then: what is neither under way nor open has ended. */
function stateAfter(row: Row, parts: readonly Part[]) {
  if (dueOf(row) === all(parts, (p) => p.qty.cancelled + p.qty.disposed)) return "done";
  if (row.receivedQty) return "partReceived";
  return row.shippedQty || all(parts, (p) => p.qty.shipped) ? "shipping" : "submitted";
}

const disposals = (row: Row, parts: readonly Part[]): Out[] =>
  parts.map(({ line, qty }) => ({
    ...{ kind: "out", type: "fbaReturnLoss", reserved: true },
    ...{ warehouseId: row.fbaWarehouseId ?? "", skuId: line.skuId, lineId: line.id },
    ...{ bucket: bucketOf(line), qty: qty.disposed },
  }));

/** Everything that is about to change is locked first: pools of both warehouses in one order. */
async function lockAll(c: RuleContext, row: Row, parts: readonly Part[]) {
  await lockHeld(c, sourceOf("fba_return", row));
  await lockPools(
    c,
    parts.flatMap(({ line: { skuId }, qty }) => [
      { warehouseId: row.fbaWarehouseId ?? "", skuId },
      ...(qty.shipped ? [{ warehouseId: row.toWarehouseId, skuId }] : []),
    ]),
  );
}

const writeLines = (
  { sql }: RuleContext,
  parts: readonly Part[],
  amounts: ReadonlyMap<string, string>,
  tracking: ReadonlyMap<string, string[]>,
) =>
  sql.query(
    `update fba_return_line l set shipped_qty = l.shipped_qty + x.shipped,
       cancelled_qty = l.cancelled_qty + x.cancelled, disposed_qty = l.disposed_qty + x.disposed,
       out_amount = coalesce(l.out_amount, 0) + x.amount,
       tracking_nos = (select coalesce(array_agg(distinct n order by n), '{}')
         from unnest(l.tracking_nos || x.tracking) n)
     from jsonb_to_recordset($1::jsonb) as x(id bigint, shipped int, cancelled int, disposed int,
       amount numeric, tracking text[])
     where l.id = x.id`,
    [
      JSON.stringify(
        parts.map(({ line: { id }, qty }) => ({
          ...{ id, ...qty, amount: amounts.get(id) ?? "0", tracking: tracking.get(id) ?? [] },
        })),
      ),
    ],
  );

function trackingOf({ items }: Input): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { lineId, trackingNo } of items ?? [])
    if (lineId && trackingNo) found.set(lineId, [...(found.get(lineId) ?? []), trackingNo]);
  return found;
}

/** 登记发出: what left, what will not come, what the platform destroyed. */
export const shipReturn = transition(fbaReturn, "ship", {
  ask: async (_c, { row }) => leftRows(row.items, openOf),
  check({ row }, input) {
    if (input.shipDate && input.shipDate > today()) throw at("shipDate", "发出日不能晚于今天");
    const over = shipParts(row, input).find(
      ({ line, qty }) => qty.shipped + qty.cancelled + qty.disposed > openOf(line),
    );
    return over && "发出数量超过申请数量";
  },
  to: ({ row }, input) => stateAfter(row, shipParts(row, input)),
  async effect(c, { row }, input) {
    const source = sourceOf("fba_return", row);
    const parts = shipParts(row, input);
    await lockAll(c, row, parts);
    const sent = await sendOff(
      c,
      source,
      `ship:${row.version}`,
      parts.map(({ line, qty }) => ({
        ...{ skuId: line.skuId, lineId: line.id, bucket: bucketOf(line), qty: qty.shipped },
        ...{ fromWarehouseId: row.fbaWarehouseId ?? "", toWarehouseId: row.toWarehouseId },
        reserved: true,
      })),
      { out: "fbaReturnOut", transit: "fbaReturnTransit" },
    );
    const gone = await postMoves(c, source, `dispose:${row.version}`, disposals(row, parts));
    await releaseSome(
      c,
      source,
      parts.map(({ line, qty }) => ({
        ...{ lineId: line.id, bucket: bucketOf(line), qty: qty.cancelled },
      })),
    );
    const amounts = new Map(sent.map((s) => [s.lineId, s.amount]));
    await writeLines(c, parts, amounts, trackingOf(input));
    const shipped = all(parts, (p) => p.qty.shipped);
    await c.sql.query(
      `update fba_return set shipped_qty = coalesce(shipped_qty, 0) + $2,
         loss_amount = coalesce(loss_amount, 0) + $3, carrier = coalesce($4, carrier),
         ship_date = case when $2 > 0 then coalesce($5::date, ship_date, $6::date) else ship_date end
       where id = $1`,
      [
        ...[
          row.id,
          shipped,
          dec(sum(gone.map((p) => p.amount)))
            .times(-1)
            .toFixed(2),
        ],
        ...[input.carrier ?? null, input.shipDate ?? null, today()],
      ],
    );
  },
});
