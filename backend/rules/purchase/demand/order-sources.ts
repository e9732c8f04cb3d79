import type { RuleContext } from "../../../documents/rules";
import { addToReqLines, sumById } from "./requisition-lines";
import { lockSources, requireRest, type SourceQty } from "./source-locks";
import { addToTurnLines, refreshTurn } from "./turn-lines";

export type { SourceQty } from "./source-locks";

type Locked = Awaited<ReturnType<typeof lockSources>>;

/** Ordered quantity by requisition line. */
const byReqLine = ({ turns, found }: Locked) =>
  sumById(
    found.flatMap((l) => {
      const turn = l.turnLineId ? turns.get(l.turnLineId) : undefined;
      return turn ? [[turn.reqLineId, l.qty] as const] : [];
    }),
  );

async function refreshTurns(c: RuleContext, { turns }: Locked) {
  const ids = [...new Set([...turns.values()].map((t) => t.turnId))];
  for (const id of ids.sort((a, b) => Number(a) - Number(b))) await refreshTurn(c, id);
}

/**
 * Counts the lines of an order on their awards, turn lines and requisition lines: `orderedQty += qty`
 * (supply.md 3). Submit passes positive quantities, withdraw, reject and void negative ones, a change
 * the differences. All lines of one order in one call: the locks are taken in ascending order.
 * @throws Refusal 409 超过可下单数量{n}
 */
export async function orderSources(c: RuleContext, lines: readonly SourceQty[]): Promise<void> {
  const locked = await lockSources(c, lines);
  const { awards, turns, found } = locked;
  requireRest(awards, turns, found);
  const awarded = sumById(found.flatMap((l) => (l.awardId ? [[l.awardId, l.qty] as const] : [])));
  await c.sql.query(
    `update inquiry_quote q set ordered_qty = q.ordered_qty + x.n
     from unnest($1::bigint[], $2::int[]) as x(id, n) where q.id = x.id`,
    [[...awarded.keys()], [...awarded.values()]],
  );
  const onTurn = (direct: boolean) =>
    sumById(
      found.flatMap((l) =>
        l.turnLineId && (!direct || !l.awardId) ? [[l.turnLineId, l.qty] as const] : [],
      ),
    );
  await addToTurnLines(c, "ordered_qty", onTurn(false));
  await addToTurnLines(c, "direct_qty", onTurn(true));
  await addToReqLines(c, "ordered_qty", byReqLine(locked));
  await refreshTurns(c, locked);
}

/**
 * An order is closed and its demand goes back (`releaseDemand`): orderedQty −= qty on turn and
 * requisition line, the turn line's releasedQty += it, the requisition line's turnedQty −= it. The
 * award keeps its orderedQty: what it allowed has been used.
 */
export async function releaseSources(c: RuleContext, lines: readonly SourceQty[]): Promise<void> {
  const locked = await lockSources(c, lines);
  const minus = (rows: Map<string, number>) => new Map([...rows].map(([id, n]) => [id, -n]));
  const { found } = locked;
  const released = sumById(found.flatMap((l) => (l.turnLineId ? [[l.turnLineId, l.qty]] : [])));
  const direct = sumById(
    found.flatMap((l) => (l.turnLineId && !l.awardId ? [[l.turnLineId, l.qty]] : [])),
  );
  // What is given back no longer counts as inquired, or the rest of the line could not be used.
  const inquired = sumById(
    found.flatMap((l) => (l.turnLineId && l.awardId ? [[l.turnLineId, l.qty]] : [])),
  );
  await addToTurnLines(c, "ordered_qty", minus(released));
  await addToTurnLines(c, "direct_qty", minus(direct));
  await addToTurnLines(c, "inquired_qty", minus(inquired));
  await addToTurnLines(c, "released_qty", released);
  await addToReqLines(c, "ordered_qty", minus(byReqLine(locked)));
  await addToReqLines(c, "turned_qty", minus(byReqLine(locked)));
  await refreshTurns(c, locked);
}

/** One order line that names a turn line itself; `delta` pieces. */
export const orderTurnLine = (c: RuleContext, turnLineId: string, delta: number) =>
  orderSources(c, [{ turnLineId, qty: delta }]);

/** One order line that comes from an award; `delta` pieces. */
export const orderAward = (c: RuleContext, awardId: string, delta: number) =>
  orderSources(c, [{ awardId, qty: delta }]);
