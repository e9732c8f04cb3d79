import type { LineOf, RowOf } from "#documents/kit";
import { otherOut } from "#documents/wms/other-out";
import { tellMaker } from "../../../documents/lifecycle/maker";
import { rules, transition } from "../../../documents/written";
import { postMoves } from "../../../stock/ledger";
import { type Hold, release, reserve } from "../../../stock/reserve";
import type { Out, Posted } from "../../../stock/types";
import { today } from "../../../values/calendar";
import { dec, r2, round, sum } from "../../../values/money";
import { requireSkus, skusOf, snapshotSkus } from "../../sku-lines";
import { factsOf } from "./guards";
import { piecesOf, poolCosts, sourceOf, summed, writeCosts } from "./lines";
import { otherOfSource, requireOut } from "./other-out-guards";
import { holdsBack, takeBack } from "./reversal";

type Row = RowOf<typeof otherOut>;
type Line = LineOf<typeof otherOut, "items">;

const source = (row: Row) => sourceOf("other_out", row);

/** Pieces of every line by bucket. */
const holdsOf = ({ warehouseId, items }: Row): Hold[] =>
  items.flatMap(({ id: lineId, skuId, goodQty, badQty }) => [
    { warehouseId, skuId, lineId, bucket: "good", qty: goodQty },
    { warehouseId, skuId, lineId, bucket: "bad", qty: badQty },
  ]);

/** What lines cost by what the ledger took out for them. CNY. */
const costsOf = (lines: readonly Line[], posted: readonly Posted[]) =>
  lines.map((line) => {
    const own = posted.filter((p) => p.lineId === line.id);
    const amount = dec(sum(own.map((p) => p.amount))).times(-1);
    return {
      id: line.id,
      amount: amount.toFixed(2),
      unitCost: round(amount.div(piecesOf(line)), 6),
    };
  });

/** What the pieces of each SKU cost: what is told to the document that made this one. CNY. */
const costsBySku = (lines: readonly Line[], costs: readonly { id: string; amount: string }[]) =>
  Object.fromEntries(lines.map((l) => [l.skuId, costs.find((x) => x.id === l.id)?.amount ?? "0"]));

const submit = transition(otherOut, "submit", {
  lock: async (c, row) => ({
    facts: await factsOf(c, row),
    other: await otherOfSource(c, row),
    skus: await skusOf(c, row.items),
  }),
  guard({ row, facts, other, skus }) {
    requireOut(row, facts);
    requireSkus(row.items, skus);
    return other && `来源单号${row.sourceNo}已有出库单${other}`;
  },
  async effect(c, { row }) {
    await reserve(c, source(row), holdsOf(row));
    await snapshotSkus(c, "other_out_line", row.items);
  },
});

const confirm = transition(otherOut, "confirm", {
  lock: async (c, row) => ({ facts: await factsOf(c, row) }),
  guard: ({ row, facts }) => requireOut(row, facts),
  async effect(c, { row }) {
    const moves = holdsOf(row).map(
      (hold): Out => ({ ...hold, kind: "out", type: "otherOut", reserved: true }),
    );
    const key = `confirm:${row.version}`;
    const bizDate = row.bizDate ?? today();
    const posted = await postMoves(c, source(row), key, moves, { bizDate });
    const costs = costsOf(row.items, posted);
    await writeCosts(c, "other_out_line", costs);
    await c.sql.query("update other_out set total_cost = $2, confirm_time = now() where id = $1", [
      row.id,
      sum(costs.map((l) => l.amount)),
    ]);
    await tellMaker(c, otherOut, row, "done", { values: { costs: costsBySku(row.items, costs) } });
  },
});

const reverse = transition(otherOut, "reverse", {
  lock: (c, row) => holdsBack(c, "other_out", row),
  // What made it counts these goods as gone.
  guard: ({ row, closed, short }) =>
    row.makerId ? `由${row.makerText}生成，不能撤销出库` : (closed ?? short),
  async effect(c, { row }) {
    await takeBack(c, "other_out", row);
  },
});

/** What was held from submit on is free again. */
const voided = transition(otherOut, "void", { effect: (c, { row }) => release(c, source(row)) });
const returned = transition(otherOut, "returned", {
  effect: (c, { row }) => release(c, source(row)),
});

/** 其他出库单 (supply.md 4). */
export const otherOutRules = rules(otherOut, {
  async beforeSave(c, next, before) {
    next.bizDate ??= before?.bizDate ?? today();
    const whole = { ...before, ...next };
    requireOut(whole, await factsOf(c, whole));
    Object.assign(next, await summed(c, whole.items ?? []));
  },
  // What it will cost is known at 确认出库; approval goes by what the pools cost now.
  async flowFlags(c, row) {
    const costs = await poolCosts(c, row.warehouseId, row.items);
    const amounts = row.items.map((l) => r2(dec(costs.get(l.skuId)).times(piecesOf(l))));
    return { amountCny: sum(amounts) };
  },
  transitions: [submit, confirm, reverse, voided, returned],
});
