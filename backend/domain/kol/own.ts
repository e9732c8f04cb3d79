import type { RuleContext } from "#backend/engine/documents";
import { forbidden } from "#backend/platform/http";

interface Owned {
  createBy?: string | null;
  ownerId?: string | null;
}

/** @throws Refusal 403 unless the caller made it or answers for it (market.md 0.5) */
export function requireOwn({ caller }: Pick<RuleContext, "caller">, row: Owned): void {
  if (row.createBy !== caller.userId && row.ownerId !== caller.userId) throw forbidden("只能提交本人负责的单据");
}
