import type Big from "big.js";
import type { RuleContext } from "#backend/engine/documents";
import { conflict } from "#backend/platform/http";
import { dec, round } from "#backend/platform/values";
import type { Bucket, MoveType } from "#documents/wms/stock-move";
import { finder, lockPools, Needs, type Pool, shortOf } from "./pool";
import { consumeHeld, lockHeld } from "./reserve";
import { changeBucket, costOf, gone, type NewRow, type Worth, writePosting } from "./rows";
import type { Options, Out, Place, Source } from "./types";

/** Pieces that leave for another warehouse. `reserved`: this document holds them for this line. */
export interface Sent {
  skuId: string;
  fromWarehouseId: string;
  toWarehouseId: string;
  bucket: "good" | "bad";
  qty: number;
  lineId: string;
  reserved?: boolean;
}

interface OnTheWay {
  skuId: string;
  toWarehouseId: string;
  lineId: string;
  /** Freight, CNY, that joins what these pieces cost as their first leg. */
  fee?: string;
}

/** Pieces that come in from the way. */
export interface Arrived extends OnTheWay {
  good: number;
  bad: number;
}

/** Pieces that will not come. */
export interface Lost extends OnTheWay {
  qty: number;
}

/** What became of a line. `amount`: CNY, fees included. */
export interface Carried {
  lineId: string;
  qty: number;
  amount: string;
}

/** What of a line is still under way, and what it is worth, CNY. */
export interface UnderWay {
  lineId: string;
  skuId: string;
  toWarehouseId: string;
  qty: number;
  value: string;
  /** What of it is first leg. */
  firstLeg: string;
}

const target = (leg: OnTheWay | Sent): Place => ({ warehouseId: leg.toWarehouseId, skuId: leg.skuId });

/** One entry for each line, in the order of the lines. */
function byLine(parts: readonly Carried[]): Carried[] {
  const lines = new Map<string, Carried>();
  for (const { lineId, qty, amount } of parts) {
    const found = lines.get(lineId) ?? { lineId, qty: 0, amount: "0" };
    const sum = dec(found.amount).plus(amount).toFixed(2);
    lines.set(lineId, { lineId, qty: found.qty + qty, amount: sum });
  }
  return [...lines.values()];
}

/**
 * Sends pieces off: out of their pool at the moving average, and at the same amount in transit to the
 * pool that they go to. Lock the document first.
 * @returns What was sent of each line, at cost.
 * @throws Refusal 409 SKU {code} 在{warehouse}的{bucket}可用不足，需{need}，可用{avail}
 */
export async function sendOff(
  c: RuleContext,
  source: Source,
  key: string,
  legs: readonly Sent[],
  types: { out: MoveType; transit: MoveType },
  options: Options = {},
): Promise<Carried[]> {
  const real = legs.filter((leg) => leg.qty > 0);
  if (!real.length) return [];
  const outs = real.map(
    ({ fromWarehouseId: warehouseId, skuId, bucket, qty, lineId, reserved }): Out => ({
      kind: "out",
      warehouseId,
      skuId,
      bucket,
      qty,
      lineId,
      reserved,
      type: types.out,
    }),
  );
  const reserved = outs.filter((out) => out.reserved);
  const held = reserved.length ? await lockHeld(c, source) : [];
  const pools = await lockPools(c, [...outs, ...real.map(target)]);
  const poolOf = finder(pools);
  await consumeHeld(c, held, reserved, poolOf);
  const needs = new Needs();
  for (const out of outs) needs.add(poolOf(out), out.bucket, out.qty);
  needs.require(options.shortage);
  const rows: NewRow[] = [];
  const sent = real.map(({ lineId, bucket, qty, fromWarehouseId, ...leg }): Carried => {
    const from = poolOf({ warehouseId: fromWarehouseId, skuId: leg.skuId });
    const worth = costOf(from, bucket, qty);
    rows.push(
      changeBucket(from, bucket, -qty, gone(worth), { type: types.out, lineId }),
      changeBucket(poolOf(target({ ...leg, lineId })), "transit", qty, worth, { type: types.transit, lineId }),
    );
    return { lineId, qty, amount: worth.amount };
  });
  await writePosting(c, source, key, rows, pools.values(), options);
  return byLine(sent);
}

/** What of this document is still under way, by line: from its moves. */
export const transitOf = ({ sql, tenantId }: RuleContext, { document, id }: Source) =>
  sql.query<UnderWay>(
    `select biz_line_id as "lineId", sku_id as "skuId", warehouse_id as "toWarehouseId",
       sum(qty)::int as qty, sum(amount)::text as value,
       sum(first_leg)::text as "firstLeg"
     from stock_move
     where tenant_id = $1 and biz_document = $2 and biz_id = $3 and bucket = 'transit'
     group by 1, 2, 3 having sum(qty) <> 0 order by min(id)`,
    [tenantId, document, id],
  );

/** What is under way of a document while a posting takes pieces from it. */
class Way {
  readonly #rest: Map<string, { qty: number; value: Big; firstLeg: Big }>;

  constructor(lines: readonly UnderWay[]) {
    this.#rest = new Map(
      lines.map((l) => [keyOf(l), { qty: l.qty, value: dec(l.value), firstLeg: dec(l.firstLeg) }] as const),
    );
  }

  /** What `qty` pieces of a line are worth: their share of what is left, the last takes the rest. */
  take(pool: Pool, leg: OnTheWay, qty: number, sentence: Options["shortage"] = shortOf): Worth {
    const rest = this.#rest.get(keyOf(leg)) ?? { qty: 0, value: dec("0"), firstLeg: dec("0") };
    if (qty > rest.qty) {
      const { warehouse, sku } = pool;
      const short = { warehouse, sku, bucket: "transit" as const, need: qty, available: rest.qty };
      throw conflict(sentence(short));
    }
    const part = (of: Big) => (qty === rest.qty ? of.toFixed(2) : round(of.times(qty).div(rest.qty), 2));
    const worth = { amount: part(rest.value), firstLeg: part(rest.firstLeg) };
    rest.qty -= qty;
    rest.value = rest.value.minus(worth.amount);
    rest.firstLeg = rest.firstLeg.minus(worth.firstLeg);
    return worth;
  }
}

const keyOf = (leg: Pick<OnTheWay, "lineId" | "skuId" | "toWarehouseId">) =>
  `${leg.toWarehouseId}/${leg.skuId}/${leg.lineId}`;

/** Work on pieces under way of one document: its pools locked, its moves written after it. */
async function onTheWay<L extends OnTheWay>(
  c: RuleContext,
  source: Source,
  key: string,
  legs: readonly L[],
  options: Options,
  work: (pool: Pool, leg: L, way: Way, rows: NewRow[]) => Carried,
): Promise<Carried[]> {
  if (!legs.length) return [];
  // Its own document is locked: what of it is under way is read before others wait for the pools.
  const way = new Way(await transitOf(c, source));
  const pools = await lockPools(c, legs.map(target));
  const poolOf = finder(pools);
  const rows: NewRow[] = [];
  const done = legs.map((leg) => work(poolOf(target(leg)), leg, way, rows));
  await writePosting(c, source, key, rows, pools.values(), options);
  return byLine(done);
}

/**
 * Takes in what comes from the way: out of transit at the value of its own line, in at the same amount
 * and its fee. Lock the document first.
 * @returns What came in of each line, at cost and fee.
 * @throws Refusal 409 of ledger rule 5, or of `options.shortage`, when less of a line is under way
 */
export function arrive(
  c: RuleContext,
  source: Source,
  key: string,
  legs: readonly Arrived[],
  { in: type }: { in: MoveType },
  options: Options = {},
): Promise<Carried[]> {
  const real = legs.filter((leg) => leg.good + leg.bad > 0);
  return onTheWay(c, source, key, real, options, (pool, leg, way, rows) => {
    const { lineId, good, bad, fee = "0" } = leg;
    const qty = good + bad;
    const taken = way.take(pool, leg, qty, options.shortage);
    const [amount, firstLeg] = [dec(taken.amount).plus(fee), dec(taken.firstLeg).plus(fee)];
    const ofGood = (whole: Big) => round(whole.times(good).div(qty), 2);
    const [goodAmount, goodLeg] = [ofGood(amount), ofGood(firstLeg)];
    const into = (bucket: Bucket, n: number, worth: Worth) =>
      n && rows.push(changeBucket(pool, bucket, n, worth, { type, lineId }));
    rows.push(changeBucket(pool, "transit", -qty, gone(taken), { type, lineId }));
    into("good", good, { amount: goodAmount, firstLeg: goodLeg });
    into("bad", bad, { amount: amount.minus(goodAmount).toFixed(2), firstLeg: firstLeg.minus(goodLeg).toFixed(2) });
    return { lineId, qty, amount: amount.toFixed(2) };
  });
}

/** A cost of lost pieces that is known after they were given up, CNY, signed. */
export interface LostLate extends Place {
  lineId: string;
  amount: string;
}

/** Enters late costs of lost pieces: through transit to nowhere, as what they cost before went. */
export async function loseLate(
  c: RuleContext,
  source: Source,
  key: string,
  costs: readonly LostLate[],
  { loss: type }: { loss: MoveType },
): Promise<void> {
  const real = costs.filter(({ amount }) => !dec(amount).eq(0));
  if (!real.length) return;
  const pools = await lockPools(c, real);
  const poolOf = finder(pools);
  const rows = real.flatMap(({ lineId, amount, ...place }) => {
    const worth = { amount, firstLeg: amount };
    return [
      changeBucket(poolOf(place), "transit", 0, worth, { type: "costAdjust", lineId }),
      changeBucket(poolOf(place), "transit", 0, gone(worth), { type, lineId }),
    ];
  });
  await writePosting(c, source, key, rows, pools.values());
}

/**
 * Gives up what will not come: out of transit at the value of its own line and its fee, in nowhere.
 * Lock the document first.
 * @returns What was lost of each line, at cost and fee.
 * @throws Refusal 409 of ledger rule 5, or of `options.shortage`, when less of a line is under way
 */
export function lose(
  c: RuleContext,
  source: Source,
  key: string,
  legs: readonly Lost[],
  { loss: type }: { loss: MoveType },
  options: Options = {},
): Promise<Carried[]> {
  const real = legs.filter((leg) => leg.qty > 0);
  return onTheWay(c, source, key, real, options, (pool, leg, way, rows) => {
    const { lineId, qty, fee = "0" } = leg;
    const taken = way.take(pool, leg, qty, options.shortage);
    const freight = { amount: dec(fee).toFixed(2), firstLeg: dec(fee).toFixed(2) };
    if (!dec(fee).eq(0)) rows.push(changeBucket(pool, "transit", 0, freight, { type: "costAdjust", lineId }));
    const lost = { amount: dec(taken.amount).plus(fee).toFixed(2), firstLeg: dec(taken.firstLeg).plus(fee).toFixed(2) };
    rows.push(changeBucket(pool, "transit", -qty, gone(lost), { type, lineId }));
    return { lineId, qty, amount: lost.amount };
  });
}
