import { freeOf, type In, type Out, onHand, type Pool } from "#backend/ledgers/stock";
import { dec, r2 } from "#backend/platform/values";
import type { LineOf, RowOf } from "#documents/kit";
import type { fbaSale } from "#documents/wms/fba/fba-sale";
import type { Sold } from "./facts";

type PlanRow = RowOf<typeof fbaSale>;
type SalePlanLine = LineOf<typeof fbaSale, "items">;

/** One SKU of the day: what the platform says and what is posted; amounts are added to those that stand. */
export interface Planned extends Sold {
  outQty: number;
  inQty: number;
  /** Changes of this posting. */
  outBy: number;
  inBy: number;
  /** Of returns that are taken out again: pieces that were judged good before. */
  fromGood: number;
}

/** What is to be posted: returns and what was taken out too much first, then what leaves. */
export interface SalePlan {
  lines: Planned[];
  ins: In[];
  outs: Out[];
  pending: number;
}

const waiting = (p: Planned) => Math.abs(p.sold - p.outQty - p.outBy) + Math.abs(p.returned - p.inQty - p.inBy);

/** What a piece cost when it last left, CNY. */
export interface LastCost {
  cost: string;
  firstLeg: string;
}

type Back = Pick<In, "amount" | "firstLeg">;

/** Cost of `qty` pieces that come back: at the pool's average, else at what they last left for. */
function worth(pool: Pool, last: LastCost | undefined, qty: number): Back {
  const pieces = onHand(pool);
  if (pieces <= 0) return { amount: r2(dec(last?.cost).times(qty)), firstLeg: r2(dec(last?.firstLeg).times(qty)) };
  return { amount: r2(pool.value.times(qty).div(pieces)), firstLeg: r2(pool.firstLeg.times(qty).div(pieces)) };
}

/** What `back` pieces of a day left for. */
function own(line: SalePlanLine | undefined, back: number): Back | undefined {
  if (!line?.outQty) return undefined;
  const part = (whole: string | null) => r2(dec(whole).times(back).div(line.outQty));
  return { amount: part(line.outAmount), firstLeg: part(line.outFirstLeg) };
}

/** Pieces that came back and of which nobody has said yet whether they are good. */
export const toJudge = ({ inQty, goodQty, badQty }: Pick<SalePlanLine, "inQty" | "goodQty" | "badQty">) =>
  inQty - goodQty - badQty;

/** As much as lies there leaves; what is missing waits. What comes back waits to be judged. */
function planLine(said: Sold, line: SalePlanLine | undefined, pool: Pool): Planned {
  const outQty = line?.outQty ?? 0;
  const inQty = line?.inQty ?? 0;
  const returns = said.returned - inQty;
  const sales = said.sold - outQty;
  const free = freeOf(pool, "good") + Math.max(-sales, 0);
  const outBy = sales > 0 ? Math.min(sales, free) : sales;
  const less = Math.max(-returns, 0);
  const unjudged = line ? Math.min(less, toJudge(line), freeOf(pool, "qc")) : 0;
  const good = Math.min(line?.goodQty ?? 0, Math.max(free - Math.max(outBy, 0), 0));
  const fromGood = Math.min(less - unjudged, good);
  const inBy = returns < 0 ? -(unjudged + fromGood) : returns;
  return { ...said, outQty, inQty, outBy, inBy, fromGood };
}

/** What the day still needs, given its pools and what a piece last cost when it left. */
export function planOf(
  row: PlanRow,
  said: readonly Sold[],
  poolOf: (skuId: string) => Pool,
  lastCost: ReadonlyMap<string, LastCost>,
): SalePlan {
  const gone = row.items
    .filter((l) => !said.some((s) => s.skuId === l.skuId))
    .map((l): Sold => ({ skuId: l.skuId, msku: l.msku ?? "", sold: 0, returned: 0 }));
  const plan: SalePlan = { lines: [], ins: [], outs: [], pending: 0 };
  for (const one of [...said, ...gone]) {
    const line = row.items.find((l) => l.skuId === one.skuId);
    const pool = poolOf(one.skuId);
    const planned = planLine(one, line, pool);
    const place = { warehouseId: pool.warehouseId, skuId: one.skuId };
    const add = (bucket: "good" | "qc", type: In["type"], qty: number, back: Back = { amount: "0.00" }) =>
      qty > 0
        ? plan.ins.push({ ...place, bucket, kind: "in", type, qty, ...back })
        : plan.outs.push({ ...place, bucket, kind: "out", type, qty: -qty });
    const last = lastCost.get(one.skuId);
    const { inBy, fromGood } = planned;
    add("qc", "fbaSaleReturn", inBy + fromGood, worth(pool, last, Math.max(inBy, 0)));
    add("good", "fbaSaleReturn", -fromGood);
    // What was taken out too much comes back at what this day's pieces left for.
    add("good", "fbaSale", -planned.outBy, own(line, Math.max(-planned.outBy, 0)));
    plan.lines.push(planned);
    plan.pending += waiting(planned);
  }
  plan.outs = plan.outs.filter((m) => m.qty > 0);
  return plan;
}

/** Pieces of a line that wait for stock. */
export const pendingOf = waiting;
