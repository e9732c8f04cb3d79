import type { Row, RuleContext, Rules, Values } from "../../../documents/rules";
import { postMoves } from "../../../stock/ledger";
import { type Hold, release, reserve } from "../../../stock/reserve";
import { reverseMoves } from "../../../stock/reverse";
import type { Out, Posted } from "../../../stock/types";
import { dec, r2, round, sum, today } from "../../../values/money";
import { snapshotSkus } from "../../sku-lines";
import { itemsOf, piecesOf, poolCosts, sourceOf, summed, writeCosts } from "./lines";
import { requireOnlySource, requireOut } from "./other-out-guards";

const NAME = "other_out";

/** Pieces of every line by bucket. */
const holdsOf = (row: Row, lines: readonly Row[]): Hold[] =>
  lines.flatMap((line) => {
    const own = {
      warehouseId: String(row.warehouseId),
      skuId: String(line.skuId),
      lineId: line.id,
    };
    return [
      { ...own, bucket: "good", qty: Number(line.goodQty) },
      { ...own, bucket: "bad", qty: Number(line.badQty) },
    ];
  });

/** What lines cost by what the ledger took out for them. CNY. */
function costsOf(lines: readonly Row[], posted: readonly Posted[]) {
  return lines.map((line) => {
    const own = posted.filter((p) => p.lineId === line.id);
    const amount = dec(sum(own.map((p) => p.amount))).times(-1);
    return {
      id: line.id,
      amount: amount.toFixed(2),
      unitCost: round(amount.div(piecesOf(line)), 6),
    };
  });
}

async function takeOut(c: RuleContext, row: Row) {
  const lines = await itemsOf(c, NAME, row.id);
  await requireOut(c, row, lines);
  const moves = holdsOf(row, lines).map(
    (hold): Out => ({ ...hold, kind: "out", type: "otherOut", reserved: true }),
  );
  const bizDate = String(row.bizDate);
  const key = `confirm:${row.version}`;
  const posted = await postMoves(c, sourceOf(NAME, row), key, moves, { bizDate });
  const costs = costsOf(lines, posted);
  await writeCosts(c, "other_out_line", costs);
  await c.sql.query("update other_out set total_cost = $2, confirm_time = now() where id = $1", [
    row.id,
    sum(costs.map((l) => l.amount)),
  ]);
}

/** 其他出库单 (supply.md 4). */
export const otherOutRules: Rules = {
  async beforeSave(c, next, before) {
    next.bizDate ??= before?.bizDate ?? today();
    const whole: Values = { ...before, ...next };
    const lines = (whole.items ?? []) as Values[];
    await requireOut(c, whole, lines);
    Object.assign(next, await summed(c, lines));
  },
  async onSubmit(c, row) {
    const lines = row.items as Row[];
    await requireOut(c, row, lines);
    await requireOnlySource(c, row);
    await reserve(c, sourceOf(NAME, row), holdsOf(row, lines));
    await summed(c, lines);
    await snapshotSkus(c, "other_out_line", lines);
  },
  undoSubmit: (c, row) => release(c, sourceOf(NAME, row)),
  // What it will cost is known at 确认出库; approval goes by what the pools cost now.
  async flowFlags(c, row) {
    const lines = row.items as Row[];
    const costs = await poolCosts(c, row.warehouseId, lines);
    const amounts = lines.map((l) => r2(dec(costs.get(String(l.skuId))).times(piecesOf(l))));
    return { amountCny: sum(amounts) };
  },
  actions: {
    confirm: takeOut,
    async reverse(c, row) {
      const bizDate = String(row.bizDate);
      await reverseMoves(c, sourceOf(NAME, row), `reverse:${row.version}`, { bizDate });
    },
    void: (c, row) => release(c, sourceOf(NAME, row)),
  },
};
