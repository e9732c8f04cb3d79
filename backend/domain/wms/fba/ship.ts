import { keptOr, patch, plus, type RuleContext, transition } from "#backend/engine/documents";
import { lockHeld, lockPools, type Out, postMoves, releaseSome, sendOff } from "#backend/ledgers/stock";
import { invalidAt } from "#backend/platform/http";
import { dec, sum, today } from "#backend/platform/values";
import type { InputOf, LineOf, RowOf } from "#documents/kit";
import { fbaReturn } from "#documents/wms/fba/fba-return";
import { sourceOf } from "../other/lines";
import { bucketOf } from "./lines";
import { leftRows, partsOf } from "./pieces";

type ShipRow = RowOf<typeof fbaReturn>;
type ShipLine = LineOf<typeof fbaReturn, "items">;
type ShipInput = InputOf<typeof fbaReturn, "ship">;

interface ShipPart {
  line: ShipLine;
  qty: { shipped: number; cancelled: number; disposed: number };
}

/** What the platform did of every line this time. @throws Refusal */
const shipParts = (row: ShipRow, { items }: ShipInput): ShipPart[] =>
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
export const openOf = (l: ShipLine) => l.requestedQty - l.shippedQty - l.cancelledQty - l.disposedQty;

/** Pieces that are still to come in or to be dealt with. */
export const dueOf = (row: ShipRow) =>
  row.items.reduce(
    (n, l) => n + l.requestedQty - l.cancelledQty - l.disposedQty - l.receivedGoodQty - l.receivedBadQty,
    0,
  );

const all = (parts: readonly ShipPart[], of: (p: ShipPart) => number) => parts.reduce((n, p) => n + of(p), 0);

/** Where it stands then: what is neither under way nor open has ended. */
function stateAfter(row: ShipRow, parts: readonly ShipPart[]) {
  if (dueOf(row) === all(parts, (p) => p.qty.cancelled + p.qty.disposed)) return "done";
  if (row.receivedQty) return "partReceived";
  return row.shippedQty || all(parts, (p) => p.qty.shipped) ? "shipping" : "submitted";
}

const disposals = (row: ShipRow, parts: readonly ShipPart[]): Out[] =>
  parts.map(({ line, qty }) => ({
    kind: "out",
    type: "fbaReturnLoss",
    reserved: true,
    warehouseId: row.fbaWarehouseId ?? "",
    skuId: line.skuId,
    lineId: line.id,
    bucket: bucketOf(line),
    qty: qty.disposed,
  }));

/** Everything that is about to change is locked first: pools of both warehouses in one order. */
async function lockAll(c: RuleContext, row: ShipRow, parts: readonly ShipPart[]) {
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
  parts: readonly ShipPart[],
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
          id,
          ...qty,
          amount: amounts.get(id) ?? "0",
          tracking: tracking.get(id) ?? [],
        })),
      ),
    ],
  );

function trackingOf({ items }: ShipInput): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { lineId, trackingNo } of items ?? [])
    if (lineId && trackingNo) found.set(lineId, [...(found.get(lineId) ?? []), trackingNo]);
  return found;
}

/** 登记发出: what left, what will not come, what the platform destroyed. */
export const shipReturn = transition(fbaReturn, "ship", {
  ask: async (_c, { row }) => leftRows(row.items, openOf),
  check({ row }, input) {
    if (input.shipDate && input.shipDate > today()) throw invalidAt("shipDate", "发出日不能晚于今天");
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
        skuId: line.skuId,
        lineId: line.id,
        bucket: bucketOf(line),
        qty: qty.shipped,
        fromWarehouseId: row.fbaWarehouseId ?? "",
        toWarehouseId: row.toWarehouseId,
        reserved: true,
      })),
      { out: "fbaReturnOut", transit: "fbaReturnTransit" },
    );
    const gone = await postMoves(c, source, `dispose:${row.version}`, disposals(row, parts));
    await releaseSome(
      c,
      source,
      parts.map(({ line, qty }) => ({ lineId: line.id, bucket: bucketOf(line), qty: qty.cancelled })),
    );
    const amounts = new Map(sent.map((s) => [s.lineId, s.amount]));
    await writeLines(c, parts, amounts, trackingOf(input));
    const shipped = all(parts, (p) => p.qty.shipped);
    await patch(c, fbaReturn, row.id, {
      shippedQty: plus(shipped),
      lossAmount: plus(
        dec(sum(gone.map((p) => p.amount)))
          .times(-1)
          .toFixed(2),
      ),
      carrier: input.carrier ?? undefined,
      shipDate: shipped > 0 ? (input.shipDate ?? keptOr(today())) : undefined,
    });
  },
});
