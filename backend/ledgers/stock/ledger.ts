import type { RuleContext } from "#backend/engine/documents";
import { finder, lockPools, Needs, type Pool } from "./pool";
import { consumeHeld, lockHeld } from "./reserve";
import { changeBucket, costOf, gone, type NewRow, writePosting } from "./rows";
import type { Move, Options, Posted, Source } from "./types";

function rowsOf(pool: Pool, move: Move): NewRow[] {
  const { qty, type, lineId } = move;
  const more = { type, lineId };
  if (move.kind === "in") {
    const { bucket, amount, firstLeg = "0.00", ageDay } = move;
    return [changeBucket(pool, bucket, qty, { amount, firstLeg }, { ...more, ageDay })];
  }
  const worth = costOf(pool, move.kind === "out" ? move.bucket : move.from, qty);
  if (move.kind === "out") return [changeBucket(pool, move.bucket, -qty, gone(worth), more)];
  return [changeBucket(pool, move.from, -qty, gone(worth), more), changeBucket(pool, move.to, qty, worth, more)];
}

/**
 * Posts moves of one document (supply.md 4.0): checks under the locks of the pools, adds ledger rows,
 * updates the pools. Lock the document and its orders first. `key`: names this posting among those of
 * the document, so that it happens once. Moves of 0 pieces are left out.
 * @returns The rows written, in the order of the moves; a shift has two.
 * @throws Refusal 409 SKU {code} 在{warehouse}的{bucket}可用不足，需{need}，可用{avail}; {yyyy-MM}已关账
 */
export async function postMoves(
  c: RuleContext,
  source: Source,
  key: string,
  moves: readonly Move[],
  options: Options = {},
): Promise<Posted[]> {
  const real = moves.filter((m) => m.qty !== 0);
  if (!real.length) return [];
  const reserved = real.flatMap((m) => (m.kind === "out" && m.reserved ? [m] : []));
  const held = reserved.length ? await lockHeld(c, source) : [];
  const pools = await lockPools(c, real);
  const poolOf = finder(pools);
  await consumeHeld(c, held, reserved, poolOf);
  const needs = new Needs();
  for (const m of real) if (m.kind !== "in") needs.add(poolOf(m), m.kind === "out" ? m.bucket : m.from, m.qty);
  needs.require(options.shortage);
  const rows = real.flatMap((m) => rowsOf(poolOf(m), m));
  await writePosting(c, source, key, rows, pools.values(), options);
  return rows;
}
