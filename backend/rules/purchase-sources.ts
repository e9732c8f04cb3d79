import type { RuleContext } from "../documents/rules";
import { conflict } from "../http/refusal";
import { addToReqLines, lockReqLines, sumById } from "./requisition-lines";
import { addToTurnLines, lockTurnLines, refreshTurn, type TurnLine } from "./turn-lines";

/** Where a line of an order comes from: an award leads to its inquiry line's turn line by itself. */
export interface SourceQty {
  awardId?: string | null;
  turnLineId?: string | null;
  /** Pieces; positive takes, negative gives back. */
  qty: number;
}

interface Award {
  id: string;
  inquiryId: string;
  turnLineId: string | null;
  awardQty: number;
  orderedQty: number;
  status: string;
}

/** Awards by id; their inquiries and they themselves are locked in ascending order. */
async function lockAwards({ sql, tenantId }: RuleContext, ids: string[]) {
  if (!ids.length) return new Map<string, Award>();
  await sql.query(
    `select id from inquiry_order where id in (
       select inquiry_order_id from inquiry_quote where id = any($1)) order by id for update`,
    [ids],
  );
  await sql.query("select id from inquiry_quote where id = any($1) order by id for update", [ids]);
  const rows = await sql.query<Award>(
    `select q.id, i.id as "inquiryId", i.status, l.turn_line_id as "turnLineId",
       coalesce(q.award_qty, 0) as "awardQty", q.ordered_qty as "orderedQty"
     from inquiry_quote q
       join inquiry_order i on i.id = q.inquiry_order_id and i.del_flag = 0
       join inquiry_order_line l on l.id = q.line_id
     where q.id = any($1) and q.del_flag = 0 and i.tenant_id = $2`,
    [ids, tenantId],
  );
  return new Map(rows.map((r) => [r.id, r]));
}

const tooMuch = (left: number) => conflict(`超过可下单数量${Math.max(0, left)}`);

/** What may still be ordered of a turn line: through an inquiry, or directly. */
const leftOf = (turn: TurnLine, viaAward: boolean) =>
  ["approved", "processing", "done"].includes(turn.status) && turn.turnMode === "purchase"
    ? viaAward
      ? turn.qty - turn.releasedQty - turn.orderedQty
      : turn.freeQty
    : 0;

/** @throws Refusal 409 超过可下单数量{n} */
function demandRest(
  awards: Map<string, Award>,
  turns: Map<string, TurnLine>,
  lines: readonly { awardId: string | null; turnLineId: string | null; qty: number }[],
) {
  const taken = new Map<string, number>();
  const use = (key: string, qty: number, left: number) => {
    const sum = (taken.get(key) ?? 0) + qty;
    taken.set(key, sum);
    if (qty > 0 && sum > left) throw tooMuch(left);
  };
  for (const { awardId, turnLineId, qty } of lines) {
    if (awardId) {
      const award = awards.get(awardId);
      const left = award?.status === "awarded" ? award.awardQty - award.orderedQty : 0;
      use(`award/${awardId}`, qty, left);
    }
    const turn = turnLineId ? turns.get(turnLineId) : undefined;
    if (turnLineId) use(`turn/${!!awardId}/${turnLineId}`, qty, turn ? leftOf(turn, !!awardId) : 0);
  }
}

/** Locks awards, turn lines and requisition lines of order lines, always in this order. */
async function lockSources(c: RuleContext, lines: readonly SourceQty[]) {
  const asked = lines.filter((l) => l.awardId || l.turnLineId);
  const awards = await lockAwards(
    c,
    asked.flatMap((l) => (l.awardId ? [String(l.awardId)] : [])),
  );
  const found = asked.map(({ awardId, turnLineId, qty }) => ({
    awardId: awardId ? String(awardId) : null,
    turnLineId: awardId
      ? (awards.get(String(awardId))?.turnLineId ?? null)
      : String(turnLineId ?? "") || null,
    qty,
  }));
  const turns = await lockTurnLines(
    c,
    found.flatMap((l) => l.turnLineId ?? []),
  );
  await lockReqLines(
    c,
    [...turns.values()].map((t) => t.reqLineId),
  );
  return { awards, turns, found };
}

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
  demandRest(awards, turns, found);
  const awarded = sumById(found.flatMap((l) => (l.awardId ? [[l.awardId, l.qty] as const] : [])));
  for (const [id, n] of awarded)
    await c.sql.query("update inquiry_quote set ordered_qty = ordered_qty + $2 where id = $1", [
      id,
      n,
    ]);
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
