import type { RuleContext } from "#backend/engine/documents";
import { keep, lockIds } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import type { StateOf } from "#documents/kit";
import type { inquiryOrder } from "#documents/purchase/inquiry-order";
import { lockReqLines } from "./requisition-lines";
import { isInForce, lockTurnLines, type TurnLine } from "./turn-lines";

/** Where a line of an order comes from: an award leads to its inquiry line's turn line by itself. */
export interface SourceQty {
  awardId?: string | null;
  turnLineId?: string | null;
  /** Pieces; positive takes, negative gives back. */
  qty: number;
}

interface Award {
  id: string;
  turnLineId: string | null;
  awardQty: number;
  orderedQty: number;
  status: StateOf<typeof inquiryOrder>;
}

/** Awards by id; their inquiries and they themselves are locked in ascending order. */
async function lockAwards({ sql, tenantId }: RuleContext, ids: string[]) {
  if (!ids.length) return new Map<string, Award>();
  if (sql.held)
    await sql.query(
      `select id from inquiry_order where id in (
         select inquiry_order_id from inquiry_quote where id = any($1::bigint[]))
       order by id ${keep(sql, "inquiry_order")}`,
      [ids],
    );
  await lockIds(sql, "inquiry_quote", ids);
  const rows = await sql.query<Award>(
    `select q.id, i.status, l.turn_line_id as "turnLineId",
       coalesce(q.award_qty, 0) as "awardQty", q.ordered_qty as "orderedQty"
     from inquiry_quote q
       join inquiry_order i on i.id = q.inquiry_order_id and i.del_flag = 0
       join inquiry_order_line l on l.id = q.line_id
     where q.id = any($1) and q.del_flag = 0 and i.tenant_id = $2`,
    [ids, tenantId],
  );
  return new Map(rows.map((r) => [r.id, r]));
}

/** Sources of order lines as they stand, with what is asked of them. */
export interface Sources {
  awards: ReadonlyMap<string, Award>;
  turns: ReadonlyMap<string, TurnLine>;
  /** Lines that have a source. */
  lines: readonly { awardId: string | null; turnLineId: string | null; qty: number }[];
}

/** What may still be ordered of a turn line: through an inquiry, or directly. */
const leftOf = (turn: TurnLine, viaAward: boolean) =>
  isInForce(turn.status) && turn.turnMode === "purchase"
    ? viaAward
      ? turn.qty - turn.releasedQty - turn.orderedQty
      : turn.freeQty
    : 0;

/** Pure guard: nothing is ordered beyond its source. @throws Refusal 409 超过可下单数量{n} */
export function requireRest({ awards, turns, lines }: Sources): void {
  const taken = new Map<string, number>();
  const use = (key: string, qty: number, left: number) => {
    const sum = (taken.get(key) ?? 0) + qty;
    taken.set(key, sum);
    if (qty > 0 && sum > left) throw conflict(`超过可下单数量${Math.max(0, left)}`);
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
export async function lockSources(c: RuleContext, asked: readonly SourceQty[]): Promise<Sources> {
  const awards = await lockAwards(
    c,
    asked.flatMap((l) => l.awardId ?? []),
  );
  const lines = asked
    .filter((l) => l.awardId || l.turnLineId)
    .map(({ awardId, turnLineId, qty }) => ({
      awardId: awardId || null,
      turnLineId: (awardId ? awards.get(awardId)?.turnLineId : turnLineId) || null,
      qty,
    }));
  const turns = await lockTurnLines(
    c,
    lines.map((l) => l.turnLineId),
  );
  await lockReqLines(
    c,
    [...turns.values()].map((t) => t.reqLineId),
  );
  return { awards, turns, lines };
}
