import type { RowOf } from "#documents/kit";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { moveTo } from "../../../documents/lifecycle/move";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { invalid, invalidAt } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec } from "../../../values/money";
import { param } from "../../../values/params";
import { rateOf } from "../../../values/rates";
import { skusOf, snapshotSkus } from "../../sku-lines";
import { orderSources, type SourceQty } from "../demand/order-sources";
import { lockSources } from "../demand/source-locks";
import { refreshOrder } from "../order-lines/chain";
import { notReceiving } from "../order-lines/receiving";
import { requireSeals } from "../order-lines/seals";
import { inBase } from "../order-lines/totals";
import { requireLines } from "./lines";
import { disabledMaster, requireEnabled } from "./masters";
import { awardPrices, lastPrices, risenPrice, unlikeAward } from "./prices";
import { requireSupplier } from "./supplier";

type Row = RowOf<typeof purchaseOrder>;

/** Pieces of lines that have a source; `sign` -1 gives them back. */
const piecesOf = ({ items }: Row, sign: 1 | -1): SourceQty[] =>
  items
    .filter((l) => l.awardId || l.turnLineId)
    .map(({ awardId, turnLineId, qty }) => ({ awardId, turnLineId, qty: sign * qty }));

/** Counts them; most orders of samples and packing have none. */
async function countPieces(c: RuleContext, pieces: readonly SourceQty[]) {
  if (pieces.length) await orderSources(c, pieces);
}

/** What a submit looks at: sources, SKUs and the supplier are locked in this order. */
async function sceneOf(c: RuleContext, row: Row) {
  const pieces = piecesOf(row, 1);
  if (pieces.length) await lockSources(c, pieces);
  const skus = await skusOf(c, row.items);
  await requireSupplier(c, row.supplierId);
  return {
    skus,
    disabled: await disabledMaster(c, row),
    foreign: await notReceiving(c, row.warehouseId),
    seals: await requireSeals(
      c,
      row.items.map((l) => l.skuId),
      row.supplierId,
    ),
    last: await lastPrices(c, row),
    awarded: await awardPrices(c, row.items),
    rate: await rateOf(c.sql, c.tenantId, row.currency),
  };
}

/** @throws Refusal 400 要求交期不能早于今天 */
export function requireDue({ expectDate }: Pick<Row, "expectDate">) {
  const message = "要求交期不能早于今天";
  if (expectDate < today()) throw invalid(message, { expectDate: message });
}

/** @throws Refusal 400 外币采购请选择贸易条款 */
export function requireTradeTerm({ currency, tradeTerm }: Pick<Row, "currency" | "tradeTerm">) {
  if (currency !== "CNY" && !tradeTerm) throw invalidAt("tradeTerm", "外币采购请选择贸易条款");
}

/** Samples in force now, where the lines name others. */
async function writeSeals(c: RuleContext, { items }: Row, seals: ReadonlyMap<string, string>) {
  const changed = items
    .map((l) => ({ id: l.id, was: l.sealSampleId, seal: seals.get(l.skuId) ?? null }))
    .filter((l) => l.seal !== l.was);
  if (!changed.length) return;
  await c.sql.query(
    `update purchase_order_line l set seal_sample_id = x.seal
     from jsonb_to_recordset($1::jsonb) as x(id bigint, seal bigint) where l.id = x.id`,
    [JSON.stringify(changed)],
  );
}

/** The rate of the day, where it is not that of the draft. */
async function freezeRate(c: RuleContext, row: Row, rate: string) {
  const baseAmount = inBase(row.orderAmount, rate);
  if (dec(rate).eq(dec(row.rate)) && dec(baseAmount).eq(dec(row.baseAmount))) return;
  await c.sql.query("update purchase_order set rate = $2, base_amount = $3 where id = $1", [
    row.id,
    rate,
    baseAmount,
  ]);
}

export const submit = transition(purchaseOrder, "submit", {
  lock: sceneOf,
  guard({ row, skus, disabled, foreign, last, awarded }) {
    requireDue(row);
    requireTradeTerm(row);
    requireEnabled(disabled);
    if (foreign) throw invalidAt("warehouseId", foreign);
    requireLines(row.items, skus, row);
    return unlikeAward(row, awarded) ?? risenPrice(row, last);
  },
  async effect(c, { row, seals, rate }) {
    await countPieces(c, piecesOf(row, 1));
    await snapshotSkus(c, "purchase_order_line", row.items);
    await writeSeals(c, row, seals);
    await freezeRate(c, row, rate);
  },
});

/** What was held from submit on is free again. */
export const returned = transition(purchaseOrder, "returned", {
  effect: (c, { row }) => countPieces(c, piecesOf(row, -1)),
});

/** Is the order so small that it needs no contract (parameters of supply.md B.11)? */
async function needsContract(c: RuleContext, { baseAmount }: Row): Promise<boolean> {
  if (!(await param(c.sql, c.tenantId, "contract_required"))) return false;
  const least = await param(c.sql, c.tenantId, "contract_min_amount");
  return dec(baseAmount).gte(dec(least));
}

export const approved = transition(purchaseOrder, "approved", {
  async effect(c, { row }) {
    if (!(await needsContract(c, row)))
      await moveTo(c, purchaseOrder, row.id, "executing", "无需合同，直接执行");
    await refreshOrder(c, row.id);
  },
});

export const removed = transition(purchaseOrder, "del", {
  guard: ({ row }) => dec(row.requestedAmount).gt(0) && `采购单${row.no}存在请款或付款，不能删除`,
});
