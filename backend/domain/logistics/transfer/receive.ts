import { NOW, patch, type RuleContext, transition } from "#backend/engine/documents";
import { arrive } from "#backend/ledgers/stock";
import { invalidAt } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import { transfer } from "#documents/logistics/transfer";
import { followTransfer, lockPlan } from "../planned";
import { joining } from "./fee";
import { foreignPlace } from "./keeper";
import { type Line, receivedOf, sourceOf, type TransferRow, writeLines } from "./lines";
import { type Moved, movedOf, restOf, rowsLeft, wholeOf } from "./moved";
import { inOneCity, placesOf } from "./places";
import { sendAway } from "./ship";
import { byTurn, countArrived } from "./turn";

/** No more comes in than left, and something does. @throws Refusal 400 */
function requireWithin(moved: readonly Moved[]): void {
  for (const [i, { line, good, bad }] of moved.entries())
    if (receivedOf(line) + good + bad > line.shippedQty)
      throw invalidAt(`items.${i}.goodQty`, `收货数量超过发货数量${line.shippedQty}`);
  if (!moved.some((m) => m.good + m.bad > 0)) throw invalidAt("items.0.goodQty", "收货数量不能全为0");
}

/** Takes goods in from the way, with the freight that belongs to them. */
async function takeIn(c: RuleContext, row: TransferRow, moved: readonly Moved[]): Promise<void> {
  const legs = moved.map(({ line, good, bad }) => ({
    skuId: line.skuId,
    toWarehouseId: row.toWarehouseId,
    lineId: line.id,
    good,
    bad,
    fee: joining(line, good + bad),
  }));
  await patch(c, transfer, row.id, { receiveTime: NOW });
  const key = `receive:${row.version}`;
  const came = await arrive(c, sourceOf(row), key, legs, { in: "transferIn" });
  const lines = row.items.map((line) => {
    const own = moved.find((m) => m.line.id === line.id);
    const amount = came.find((a) => a.lineId === line.id)?.amount ?? "0";
    const n = (own?.good ?? 0) + (own?.bad ?? 0);
    return {
      ...line,
      receivedGoodQty: line.receivedGoodQty + (own?.good ?? 0),
      receivedBadQty: line.receivedBadQty + (own?.bad ?? 0),
      feePosted: dec(line.feePosted).plus(joining(line, n)).toFixed(2),
      inAmount: dec(line.inAmount).plus(amount).toFixed(2),
    };
  });
  await writeLines(c, row.id, lines);
}

const arrivedBy = (moved: readonly Moved[]) => {
  const pieces = new Map(moved.map((m) => [m.line.id, m.good + m.bad]));
  return (line: Line) => pieces.get(line.id) ?? 0;
};

/** 收货 (supply.md 5): in part, until everything that left has come in. */
export const receive = transition(transfer, "receive", {
  lockFirst: lockPlan,
  lock: async (c, row) => ({ foreign: await foreignPlace(c, row.toWarehouseId) }),
  guard: ({ foreign }) => foreign,
  check: ({ row }, { items }) => requireWithin(movedOf(row, items, restOf)),
  ask: async (_c, { row }) => ({ items: rowsLeft(row, restOf) }),
  to({ row }, { items }) {
    const now = arrivedBy(movedOf(row, items, restOf));
    const all = row.items.every((line) => receivedOf(line) + now(line) === line.shippedQty);
    return all ? "done" : "partReceived";
  },
  async effect(c, { row }, { items }) {
    const moved = movedOf(row, items, restOf);
    await countArrived(c, byTurn(row.items, arrivedBy(moved)));
    await takeIn(c, row, moved);
    await followTransfer(c, row);
  },
});

/** 直接调拨: goods that are there as soon as they leave. */
export const direct = transition(transfer, "direct", {
  lock: async (c, row) => ({
    places: await placesOf(c, row),
    foreign: (await foreignPlace(c, row.fromWarehouseId)) ?? (await foreignPlace(c, row.toWarehouseId)),
  }),
  guard({ row, places, foreign }) {
    if (row.transferType !== "1") return "只有国内仓调拨可以直接调拨";
    if (foreign) return foreign;
    return !inOneCity(places) && "两仓不在同一城市，请先发货再收货";
  },
  async effect(c, { row }) {
    await countArrived(
      c,
      byTurn(row.items, (line) => line.goodQty + line.badQty),
    );
    const items = await sendAway(c, row, movedOf(row, null, wholeOf));
    await takeIn(c, { ...row, items }, movedOf({ ...row, items }, null, wholeOf));
  },
});
