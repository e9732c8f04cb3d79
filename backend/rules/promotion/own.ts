import type { RuleContext } from "../../documents/rules";
import { forbidden } from "../../http/refusal";

/** @throws Refusal 403 unless the caller made the document or answers for it (market.md 0.5) */
export function requireOwn(
  { caller }: Pick<RuleContext, "caller">,
  row: { createBy?: string | null; ownerId?: string | null },
): void {
  if (row.createBy !== caller.userId && row.ownerId !== caller.userId)
    throw forbidden("只能提交本人负责的单据");
}

/** Days from one to the other, both yyyy-MM-dd. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000;
