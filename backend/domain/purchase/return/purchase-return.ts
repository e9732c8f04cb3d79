import { patch, pick, type RuleContext, rules, transition } from "#backend/engine/documents";
import { readLines } from "#backend/engine/documents/reading/lines";
import { reverseMoves } from "#backend/ledgers/stock";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, r2, round, scaleOf, sum } from "#backend/platform/values";
import type { DraftOf, LineDraft, LineOf, RowOf } from "#documents/kit";
import { purchaseReturn } from "#documents/purchase/purchase-return";
import { supplier } from "#documents/supplier/supplier";
import { creditUsed } from "../order-lines/chain";
import { broughtBy } from "../order-lines/delivery-limits";
import type { OrderLine } from "../order-lines/order-lines";
import { codesOf } from "../order-lines/placing";
import { filled, slotsOf } from "../order-lines/reentry-slots";
import { endReturn } from "./end";
import {
  addToOrderLines,
  type Locked,
  lockReturning,
  pendingOf,
  piecesByLine,
  requireReceived,
  returnedQty,
  settleOrder,
} from "./guards";
import { inspectionFirst, namedInspection, requireInspection } from "./inspection";
import { fromOrder, linesToReturn, linkReturn, placeReturned, showReceived, signedWarehouse } from "./lines";
import { tooManyOnWay } from "./on-way";
import { holdReturned, sendReturned, sourceOf, untracked, writeCarrier } from "./stock";

type AmountsLine = LineDraft<typeof purchaseReturn, "items">;

/** Value of pieces after those returned before (supply.md 0.7): parts add up to the whole. */
function partAmount(line: OrderLine, qty: number, scale: number): string {
  const factor = dec(line.price).times(dec(line.taxRate).div(100).plus(1));
  const upTo = (n: number) => round(factor.times(n), scale);
  return dec(upTo(line.returnQty + qty))
    .minus(upTo(line.returnQty))
    .toFixed(2);
}

/** Fills amounts of lines; answers those of the header. What is replaced is not deducted. */
async function priceReturn(
  c: RuleContext,
  { returnMode }: Pick<DraftOf<typeof purchaseReturn>, "returnMode">,
  lines: readonly AmountsLine[],
  orderLines: readonly OrderLine[],
) {
  const scale = await scaleOf(c, orderLines[0]?.currency);
  for (const [i, line] of lines.entries()) {
    const of = orderLines[i];
    if (!of) continue;
    line.amount = partAmount(of, returnedQty(line), scale);
    line.price = of.price;
    line.taxRate = of.taxRate;
  }
  const returnAmount = returnMode === "deduct" ? sum(lines.map((l) => l.amount)) : "0.00";
  return {
    badQty: lines.reduce((n, l) => n + (l.badQty ?? 0), 0),
    goodQty: lines.reduce((n, l) => n + (l.goodQty ?? 0), 0),
    returnAmount,
    amountCny: r2(dec(returnAmount).times(dec(orderLines[0]?.rate ?? 1))),
  };
}

/** Works the amounts of a submitted return out anew: what others returned meanwhile moves the cents. */
async function repriceReturn(
  c: RuleContext,
  row: RowOf<typeof purchaseReturn>,
  locked: ReadonlyMap<string, OrderLine>,
): Promise<void> {
  const lines = row.items.map((line): AmountsLine => ({ ...line }));
  const orderLines = lines.flatMap((l) => locked.get(l.poLineId ?? "") ?? []);
  const header = await priceReturn(c, row, lines, orderLines);
  await patch(c, purchaseReturn, row.id, { returnAmount: header.returnAmount, amountCny: header.amountCny });
  await c.sql.query(
    `update purchase_return_line l set price = x.price, tax_rate = x."taxRate", amount = x.amount
     from jsonb_to_recordset($1::jsonb)
       as x(id bigint, price numeric, "taxRate" numeric, amount numeric) where l.id = x.id`,
    [JSON.stringify(lines.map(({ id, price, taxRate, amount }) => ({ id, price, taxRate, amount })))],
  );
}

/**
 * Which orders a return may name: replenishing needs one that still runs.
 * @throws Refusal 409 采购单{no}已完结，只能退货扣款; 采购单{no}不是执行中
 */
function requireReturnable(
  lines: Iterable<OrderLine>,
  mode: RowOf<typeof purchaseReturn>["returnMode"] | null | undefined,
): void {
  for (const { status, poNo } of lines) {
    const over = status === "completed" || status === "closed";
    if (mode === "replenish" && over) throw conflict(`采购单${poNo}已完结，只能退货扣款`);
    if (status !== "executing" && !over) throw conflict(`采购单${poNo}不是执行中`);
  }
}

type PurchaseReturnLine = LineOf<typeof purchaseReturn, "items">;

/** Pieces of a replenishing line that still wait for replacement. */
const waiting = (line: PurchaseReturnLine) => returnedQty(line) - line.deductedQty;

/** Why goods of a replenishing return stay where they are: some came anew, or are on their way. */
async function replacement(c: RuleContext, items: readonly PurchaseReturnLine[], orderLines: Locked) {
  const ids = [...orderLines.keys()];
  const slots = filled(await slotsOf(c, "replenish", ids), await broughtBy(c, "replenish", ids));
  const own = new Set(items.map((line) => line.id));
  if (slots.some((s) => own.has(s.id) && s.replaced > 0)) return "已补货，不能撤销";
  return tooManyOnWay(c, "replenish", orderLines, piecesByLine(items, 1, waiting));
}

/**
 * 撤销出库 (supply.md 3): the goods return at the cost they left with and are held again; quantities
 * of the order and what is owed for it as before.
 */
const reverse = transition(purchaseReturn, "reverse", {
  async lock(c, row) {
    const { orderLines } = await lockReturning(c, row);
    // The closing of the order counts under the same locks what is deducted: read it again.
    const { items } = await readLines(c, purchaseReturn, row.id);
    const replenish = row.returnMode === "replenish";
    return {
      items,
      replaced: replenish && (await replacement(c, items, orderLines)),
      used: !replenish && (await creditUsed(c, row.poId, row.returnAmount)),
    };
  },
  guard: ({ replaced, used }) => replaced || used,
  async effect(c, { row, items }) {
    const source = sourceOf("purchase_return", row);
    await reverseMoves(c, source, `reverse:${row.version}`);
    await holdReturned(c, "purchase_return", row);
    await addToOrderLines(
      c,
      row.returnMode === "replenish"
        ? {
            replenish_qty: piecesByLine(items, -1, waiting),
            return_qty: piecesByLine(items, -1, (line) => line.deductedQty),
          }
        : { return_qty: piecesByLine(items, -1) },
    );
    await c.sql.query(
      `update purchase_return_line set out_cost = 0, cost_variance = 0, deducted_qty = 0
       where purchase_return_id = $1`,
      [row.id],
    );
    await patch(c, purchaseReturn, row.id, { shipTime: null });
    await settleOrder(c, row.poId, source);
  },
});

/** What the goods cost, beside what they were bought for, in CNY: qty × price × rate − cost. */
const writeCosts = (
  { sql }: RuleContext,
  items: readonly LineOf<typeof purchaseReturn, "items">[],
  orderLines: Locked,
  costs: ReadonlyMap<string, string>,
) =>
  sql.query(
    `update purchase_return_line l set out_cost = x.cost, cost_variance = x.variance
     from jsonb_to_recordset($1::jsonb) as x(id bigint, cost numeric, variance numeric)
     where l.id = x.id`,
    [
      JSON.stringify(
        items.map((line) => {
          const of = orderLines.get(line.poLineId ?? "");
          const cost = costs.get(line.id) ?? "0";
          const bought = r2(
            dec(of?.price)
              .times(returnedQty(line))
              .times(dec(of?.rate ?? 1)),
          );
          return { id: line.id, cost, variance: dec(bought).minus(cost).toFixed(2) };
        }),
      ),
    ],
  );

/**
 * 确认出库 (supply.md 3): what was held leaves at the moving average; it is deducted from what is owed,
 * or the order waits for it once more. A receipt may have been taken back since it was submitted.
 */
const ship = transition(purchaseReturn, "ship", {
  lock: lockReturning,
  guard({ row, orderLines }) {
    requireReceived(row.items, orderLines);
    requireReturnable(orderLines.values(), row.returnMode);
  },
  check: ({ row }, input) => untracked(row, input),
  async effect(c, { row, orderLines }, input) {
    await writeCarrier(c, "purchase_return", row, input);
    await repriceReturn(c, row, orderLines);
    const costs = await sendReturned(c, "purchase_return", row, "returnOut");
    await writeCosts(c, row.items, orderLines, costs);
    const counter = row.returnMode === "deduct" ? "return_qty" : "replenish_qty";
    await addToOrderLines(c, { [counter]: piecesByLine(row.items) });
    await settleOrder(c, row.poId, sourceOf("purchase_return", row));
  },
});

const DOCUMENT = "purchase_return";

async function addressOf({ sql }: RuleContext, supplierId: string) {
  const row = await pick({ sql }, supplier, supplierId, ["address"]);
  return row?.address ?? null;
}

const submit = transition(purchaseReturn, "submit", {
  lockFirst: inspectionFirst(DOCUMENT),
  async lock(c, row) {
    const inspection = await namedInspection(c, row.inspectionId, row.poId);
    const { orderLines } = await lockReturning(c, row);
    return { inspection, orderLines, pending: await pendingOf(c, DOCUMENT, row.id, orderLines) };
  },
  guard({ row, inspection, orderLines, pending }) {
    requireInspection(inspection);
    requireReceived(row.items, orderLines, pending);
    requireReturnable(orderLines.values(), row.returnMode);
  },
  async effect(c, { row, orderLines }) {
    await repriceReturn(c, row, orderLines);
    await holdReturned(c, DOCUMENT, row);
  },
});

const returned = transition(purchaseReturn, "returned", {
  lock: lockReturning,
  effect: (c, { row }) => endReturn(c, DOCUMENT, row),
});
const voided = transition(purchaseReturn, "void", {
  lock: lockReturning,
  effect: (c, { row }) => endReturn(c, DOCUMENT, row),
});

/** 采购退货单 (supply.md 3). */
export const purchaseReturnRules = rules(purchaseReturn, {
  enrichOne: showReceived,
  prefill: linesToReturn,
  async beforeSave(c, next, before) {
    const whole = { ...before, ...next };
    const order = await fromOrder(c, next, before);
    requireReturnable([order], whole.returnMode);
    if (whole.returnMode === "replenish" && !whole.expectReplenishDate)
      throw invalidAt("expectReplenishDate", "请选择预计补货日");
    next.currency = order.currency;
    if (!whole.receiverAddress) next.receiverAddress = await addressOf(c, order.supplierId);
    const lines = next.items ?? before?.items.map((line) => ({ ...line }));
    if (!lines) return;
    const orderLines = await placeReturned(c, lines, order.poId);
    Object.assign(next, await priceReturn(c, whole, lines, orderLines));
    next.warehouseId = await signedWarehouse(c, whole, orderLines);
    next.skuCodes = codesOf(orderLines);
    next.items = lines;
  },
  afterSave: (c, id, next, before) => linkReturn(c, DOCUMENT, id, { ...before, ...next }),
  transitions: [submit, ship, reverse, returned, voided],
});
