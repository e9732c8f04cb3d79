import { invalidAt } from "#backend/platform/http";
import { type Line, receivedOf, type TransferRow } from "./lines";

type MovedAsked = { lineId?: string | null; goodQty?: number | null; badQty?: number | null };

/** Pieces of a line that move now. */
export interface Moved {
  line: Line;
  good: number;
  bad: number;
}

/** Lines as an action names them; none named: `all` of each. @throws Refusal 400 for a line of another one */
export function movedOf(
  row: TransferRow,
  asked: readonly MovedAsked[] | null | undefined,
  all: (line: Line) => { good: number; bad: number },
): Moved[] {
  if (!asked?.length) return row.items.map((line) => ({ line, ...all(line) }));
  return asked.map(({ lineId, goodQty, badQty }, i) => {
    const line = row.items.find((l) => l.id === lineId);
    if (!line) throw invalidAt(`items.${i}.goodQty`, "明细不存在");
    if (asked.findIndex((other) => other.lineId === lineId) !== i)
      throw invalidAt(`items.${i}.goodQty`, `SKU ${line.skuCode} 重复`);
    return { line, good: goodQty ?? 0, bad: badQty ?? 0 };
  });
}

/** All of a line, as it was asked for. */
export const wholeOf = (line: Line) => ({ good: line.goodQty, bad: line.badQty });

/** What of a line has not come in, as good pieces first. */
export function restOf(line: Line) {
  const left = line.shippedQty - receivedOf(line);
  const bad = Math.min(left, Math.max(0, line.badQty - line.receivedBadQty));
  return { good: left - bad, bad };
}

/** Rows of the page on which lines are counted. */
export const rowsLeft = (row: TransferRow, left: (line: Line) => { good: number; bad: number }) =>
  row.items.flatMap((line) => {
    const { good, bad } = left(line);
    const { skuId, $skuId } = line;
    return good + bad ? [{ lineId: line.id, skuId, $skuId, leftQty: good + bad, goodQty: good, badQty: bad }] : [];
  });
