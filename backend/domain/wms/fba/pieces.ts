import { conflict, invalidAt } from "#backend/platform/http";

/**
 * What an action asks for, summed by line; lines of which it asks nothing are left out.
 * @param add what a row of the action adds to its line's sum, which starts at `zero`
 * @throws Refusal 400 for a line of another document, 409 `nothing` when it asks for nothing
 */
export function partsOf<
  L extends { id: string },
  A extends { lineId?: string | null },
  P extends Record<string, number>,
>(
  lines: readonly L[],
  asked: readonly A[],
  zero: P,
  add: (sum: P, row: A) => P,
  nothing: string,
): { line: L; qty: P }[] {
  const found = new Map<string, { line: L; qty: P }>();
  for (const [i, row] of asked.entries()) {
    const line = lines.find((l) => l.id === row.lineId);
    if (!line) throw invalidAt(`items.${i}.lineId`, "明细不属于该单据");
    found.set(line.id, { line, qty: add(found.get(line.id)?.qty ?? zero, row) });
  }
  const real = [...found.values()].filter(({ qty }) => Object.values(qty).some((n) => n > 0));
  if (!real.length) throw conflict(nothing);
  return real;
}

/** Rows that an action starts with: lines of which something is left, with how much. */
export const leftRows = <L extends { id: string; skuId: string; fnsku: string | null; disposition: string }>(
  lines: readonly L[],
  left: (line: L) => number,
) => ({
  items: lines.flatMap((line) =>
    left(line) > 0
      ? [{ lineId: line.id, skuId: line.skuId, fnsku: line.fnsku, disposition: line.disposition, leftQty: left(line) }]
      : [],
  ),
});
