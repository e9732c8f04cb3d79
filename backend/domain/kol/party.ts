import type { RuleContext } from "#backend/engine/documents";
import { param } from "#backend/platform/values";

/** Name of the company that signs and pays: it stands on what is printed. */
export async function partyOf({ sql, tenantId }: RuleContext): Promise<string | null> {
  const code = await param(sql, tenantId, "default_pay_company");
  const found = await sql.one<{ name: string }>(
    "select name from company where tenant_id = $1 and code = $2 and del_flag = 0",
    [tenantId, code],
  );
  return found?.name ?? null;
}
