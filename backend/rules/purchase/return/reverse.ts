import { documentNamed } from "#documents";
import { readLines } from "../../../documents/reading/lines";
import type { Row, RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { reverseMoves } from "../../../stock/reverse";
import { lockOrderLines, type OrderLine } from "../order-lines/order-lines";
import { orderLineIds } from "../order-lines/placing";
import { filled, slotsOf } from "../order-lines/reentry-slots";
import { broughtBy } from "../order-lines/signed-pieces";
import { backOf } from "./guards";
import { requireNoneTooMany } from "./on-way";
import { addToOrderLines, piecesByLine, settleOrder } from "./order";
import { holdBack, sourceOf } from "./stock";

/** Pieces of a replenishing line that still wait for replacement. */
const waiting = (line: Row) => backOf(line) - Number(line.deductedQty);

/** @throws Refusal 409 已补货，不能撤销 when pieces of this return came anew; one on its way as well */
async function requireNotReplaced(
  c: RuleContext,
  items: readonly Row[],
  locked: ReadonlyMap<string, OrderLine>,
) {
  const ids = [...locked.keys()];
  const slots = filled(await slotsOf(c, "replenish", ids), await broughtBy(c, "replenish", ids));
  const own = new Set(items.map((line) => line.id));
  if (slots.some((s) => own.has(s.id) && s.replaced > 0)) throw conflict("已补货，不能撤销");
  await requireNoneTooMany(c, "replenish", locked, piecesByLine(items, 1, waiting));
}

/**
 * 撤销出库 (supply.md 3): the goods return at the cost they left with and are held again; quantities
 * of the order and what is owed for it as before.
 */
export async function reverseReturn(c: RuleContext, row: Row): Promise<void> {
  const document = documentNamed("purchase_return");
  const named = (await readLines(c, document, row.id)).items ?? [];
  const locked = await lockOrderLines(c, orderLineIds(named));
  // The closing of the order counts under the same locks what is deducted: read it again.
  const { items = [] } = await readLines(c, document, row.id);
  const replenish = row.returnMode === "replenish";
  if (replenish) await requireNotReplaced(c, items, locked);
  const source = sourceOf("purchase_return", row);
  await reverseMoves(c, source, `reverse:${row.version}`);
  await holdBack(c, "purchase_return", row, items);
  const deducted = (line: Row) => Number(line.deductedQty);
  await addToOrderLines(
    c,
    replenish
      ? {
          replenish_qty: piecesByLine(items, -1, waiting),
          return_qty: piecesByLine(items, -1, deducted),
        }
      : { return_qty: piecesByLine(items, -1) },
  );
  await c.sql.query(
    `update purchase_return_line set out_cost = 0, cost_variance = 0, deducted_qty = 0
     where purchase_return_id = $1`,
    [row.id],
  );
  await c.sql.query(
    "update purchase_return set status = 'approved', ship_time = null where id = $1",
    [row.id],
  );
  await settleOrder(c, String(row.poId), source);
}
