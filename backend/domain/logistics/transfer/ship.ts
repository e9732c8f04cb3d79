import { NOW, patch, type RuleContext, transition } from "#backend/engine/documents";
import { release, sendOff } from "#backend/ledgers/stock";
import { invalidAt } from "#backend/platform/http";
import { transfer } from "#documents/logistics/transfer";
import { requireLoaded } from "../gates";
import { followTransfer, lockPlan, notAway, planOf, tellTracking } from "../planned";
import { withFees } from "./fee";
import { foreignPlace } from "./keeper";
import { type Line, piecesOf, sourceOf, type TransferRow, writeLines } from "./lines";
import { type Moved, movedOf, rowsLeft, wholeOf } from "./moved";
import { sharesOf } from "./shares";
import { packingsOf } from "./skus";
import { byTurn, giveBack } from "./turn";

/** No more than was asked for leaves, and something does. @throws Refusal 400 */
function requireWithin(moved: readonly Moved[]): void {
  for (const [i, { line, good, bad }] of moved.entries()) {
    if (good > line.goodQty) throw invalidAt(`items.${i}.goodQty`, `发货数量超过调拨数量${line.goodQty}`);
    if (bad > line.badQty) throw invalidAt(`items.${i}.badQty`, `发货数量超过调拨数量${line.badQty}`);
  }
  if (!moved.some((m) => m.good + m.bad > 0)) throw invalidAt("items.0.goodQty", "发货数量不能全为0");
}

/** Freight that is known before goods leave is shared among them, at the rate of the day it was entered. */
async function feesOf(c: RuleContext, row: TransferRow, items: Line[]) {
  if (!row.feeCurrency) return items;
  const shares = sharesOf({ ...row, items }, row.freightCny ?? "0", await packingsOf(c, items));
  return withFees(items, shares, false);
}

/**
 * Sends goods off: out at the moving average, under way at the same amount; what is not sent is free
 * again, and comes back to who asked for it. Answers the lines as they are now.
 */
export async function sendAway(c: RuleContext, row: TransferRow, moved: readonly Moved[]): Promise<Line[]> {
  const { fromWarehouseId, toWarehouseId } = row;
  const legs = moved.flatMap(({ line, good, bad }) =>
    (["good", "bad"] as const).map((bucket) => ({
      skuId: line.skuId,
      fromWarehouseId,
      toWarehouseId,
      lineId: line.id,
      bucket,
      qty: bucket === "good" ? good : bad,
      reserved: true,
    })),
  );
  const types = { out: "transferOut", transit: "transferTransit" } as const;
  const sent = await sendOff(c, sourceOf(row), `ship:${row.version}`, legs, types);
  await release(c, sourceOf(row));
  const lines = row.items.map((line) => {
    const own = sent.find((s) => s.lineId === line.id);
    return { ...line, shippedQty: own?.qty ?? 0, outAmount: own?.amount ?? "0.00" };
  });
  const charged = await feesOf(c, row, lines);
  await writeLines(c, row.id, charged);
  await patch(c, transfer, row.id, { shipTime: NOW });
  return charged;
}

/** 确认发货 (supply.md 5). */
export const ship = transition(transfer, "ship", {
  lockFirst: lockPlan,
  lock: async (c, row) => ({
    plan: await planOf(c, row),
    foreign: await foreignPlace(c, row.fromWarehouseId),
    waits: row.transferType === "2" || row.transferType === "3" ? await requireLoaded(c, [row.id]) : undefined,
  }),
  guard({ row, foreign, waits, plan }) {
    if (row.status === "approved" && row.transferType !== "1") return "请先装箱";
    return foreign ?? waits ?? notAway(plan);
  },
  check: ({ row }, { items }) => requireWithin(movedOf(row, items, wholeOf)),
  ask: async (_c, { row }) => ({ items: rowsLeft(row, wholeOf) }),
  async effect(c, { row }, { items, carrier, trackingNo, expectArriveDate }) {
    const moved = movedOf(row, items, wholeOf);
    const sent = new Map(moved.map((m) => [m.line.id, m.good + m.bad]));
    await giveBack(
      c,
      byTurn(row.items, (line) => piecesOf(line) - (sent.get(line.id) ?? 0)),
    );
    await sendAway(c, row, moved);
    await patch(c, transfer, row.id, {
      carrier: carrier ?? undefined,
      trackingNo: trackingNo ?? undefined,
      expectArriveDate: expectArriveDate ?? undefined,
    });
    await followTransfer(c, row);
    await tellTracking(c, row);
  },
});
