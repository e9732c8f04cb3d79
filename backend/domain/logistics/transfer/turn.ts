import { addToReqLines, lockReqLines, sumById } from "#backend/domain/purchase/demand/requisition-lines";
import {
  addToTurnLines,
  isInForce,
  lockTurnLines,
  negated,
  refreshTurn,
  type TurnLine,
  type TurnLinePieces,
} from "#backend/domain/purchase/demand/turn-lines";
import type { RuleContext } from "#backend/engine/documents";
import { conflict } from "#backend/platform/http";

/** Pieces by the turn line that lines come from; those of a person's own count nowhere. */
export const byTurn = <L extends { turnLineId?: string | null }>(
  lines: readonly L[],
  pieces: (line: L) => number,
): TurnLinePieces => sumById(lines.map((line) => [line.turnLineId, pieces(line)]));

const wanted = (pieces: TurnLinePieces) => [...pieces].filter(([, n]) => n !== 0).map(([id]) => id);

const byDemand = (turns: ReadonlyMap<string, TurnLine>, pieces: TurnLinePieces): TurnLinePieces =>
  sumById([...pieces].map(([id, n]) => [turns.get(id)?.reqLineId, n]));

async function lockDemand(c: RuleContext, pieces: TurnLinePieces) {
  const turns = await lockTurnLines(c, wanted(pieces));
  await lockReqLines(
    c,
    [...turns.values()].map((t) => t.reqLineId),
  );
  return turns;
}

/**
 * Counts pieces on transfers at the turn lines and requisitions that they come from; negative ones come
 * back, to be moved or bought another way. Lock the transfer first.
 * @throws Refusal 409 转采明细剩余{n}，不能调拨{m}
 */
export async function countOnTurns(c: RuleContext, pieces: TurnLinePieces): Promise<void> {
  if (!wanted(pieces).length) return;
  const turns = await lockDemand(c, pieces);
  for (const [id, n] of pieces) {
    const turn = turns.get(id);
    const free = turn && isInForce(turn.status) && turn.turnMode === "transfer";
    const left = free ? turn.qty - turn.releasedQty - turn.transferQty : 0;
    if (n > left) throw conflict(`转采明细剩余${Math.max(0, left)}，不能调拨${n}`);
  }
  await addToTurnLines(c, "transfer_qty", pieces);
  await addToReqLines(c, "transfer_qty", byDemand(turns, pieces));
  // A closed turn requisition turns nothing any more: what comes back goes on to the requisition.
  const beyond = new Map([...pieces].filter(([id, n]) => n < 0 && turns.get(id)?.status === "closed"));
  await addToTurnLines(c, "released_qty", negated(beyond));
  await addToReqLines(c, "turned_qty", byDemand(turns, beyond));
  for (const id of new Set([...turns.values()].map((t) => t.turnId))) await refreshTurn(c, id);
}

/** The same pieces come back. */
export const giveBack = (c: RuleContext, pieces: TurnLinePieces) => countOnTurns(c, negated(pieces));

/** Pieces that came in count for the requisitions that asked for them. */
export async function countArrived(c: RuleContext, pieces: TurnLinePieces): Promise<void> {
  if (!wanted(pieces).length) return;
  const turns = await lockDemand(c, pieces);
  await addToReqLines(c, "received_qty", byDemand(turns, pieces));
}
