import type { RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { lockReqLines } from "./requisition-lines";
import { lockTurnLines, type TurnLine } from "./turn-lines";

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
       select inquiry_order_id from inquiry_quote where id = any($1)) order by id for no key update`,
    [ids],
  );
  await sql.query("select id from inquiry_quote where id = any($1) order by id for no key update", [
    ids,
  ]);
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
export function requireRest(
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
export async function lockSources(c: RuleContext, lines: readonly SourceQty[]) {
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
