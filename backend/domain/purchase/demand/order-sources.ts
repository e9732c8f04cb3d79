import type { RuleContext } from "#backend/engine/documents";
import { addToReqLines, sumById } from "./requisition-lines";
import { lockSources, requireRest, type SourceQty, type Sources } from "./source-locks";
import { addToTurnLines, negated, refreshTurn } from "./turn-lines";

export { lockSources, requireRest, type SourceQty, type Sources } from "./source-locks";

/** Asked quantity by award, turn line and requisition line. */
const piecesOf = ({ lines, turns }: Sources) => ({
  awards: sumById(lines.map((l) => [l.awardId, l.qty])),
  turns: sumById(lines.map((l) => [l.turnLineId, l.qty])),
  /** Of turn lines: without an inquiry, and through one. */
  direct: sumById(lines.map((l) => [l.awardId ? null : l.turnLineId, l.qty])),
  inquired: sumById(lines.map((l) => [l.awardId ? l.turnLineId : null, l.qty])),
  reqs: sumById(lines.map((l) => [l.turnLineId ? turns.get(l.turnLineId)?.reqLineId : null, l.qty])),
});

async function refreshTurns(c: RuleContext, { turns }: Sources) {
  for (const id of new Set([...turns.values()].map((t) => t.turnId))) await refreshTurn(c, id);
}

/** Counts lines of an order on their locked sources: `orderedQty += qty` (supply.md 3). */
export async function addOrdered(c: RuleContext, sources: Sources): Promise<void> {
  const pieces = piecesOf(sources);
  await c.sql.query(
    `update inquiry_quote q set ordered_qty = q.ordered_qty + x.n
     from unnest($1::bigint[], $2::int[]) as x(id, n) where q.id = x.id`,
    [[...pieces.awards.keys()], [...pieces.awards.values()]],
  );
  await addToTurnLines(c, "ordered_qty", pieces.turns);
  await addToTurnLines(c, "direct_qty", pieces.direct);
  await addToReqLines(c, "ordered_qty", pieces.reqs);
  await refreshTurns(c, sources);
}

/**
 * Locks, guards and counts the lines of an order. Submit passes positive quantities, withdraw, reject
 * and void negative ones, a change the differences. All lines of one order in one call.
 * @throws Refusal 409 超过可下单数量{n}
 */
export async function orderSources(c: RuleContext, lines: readonly SourceQty[]): Promise<void> {
  const sources = await lockSources(c, lines);
  requireRest(sources);
  await addOrdered(c, sources);
}

/**
 * An order is closed and its demand goes back (`releaseDemand`): orderedQty −= qty on turn and
 * requisition line, the turn line's releasedQty += it, the requisition line's turnedQty −= it. The
 * award keeps its orderedQty: what it allowed has been used.
 */
export async function releaseSources(c: RuleContext, lines: readonly SourceQty[]): Promise<void> {
  const sources = await lockSources(c, lines);
  const pieces = piecesOf(sources);
  await addToTurnLines(c, "ordered_qty", negated(pieces.turns));
  await addToTurnLines(c, "direct_qty", negated(pieces.direct));
  // What is given back no longer counts as inquired, or the rest of the line could not be used.
  await addToTurnLines(c, "inquired_qty", negated(pieces.inquired));
  await addToTurnLines(c, "released_qty", pieces.turns);
  await addToReqLines(c, "ordered_qty", negated(pieces.reqs));
  await addToReqLines(c, "turned_qty", negated(pieces.reqs));
  await refreshTurns(c, sources);
}
