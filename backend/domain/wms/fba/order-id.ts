import type { RuleContext } from "#backend/engine/documents";
import { lockAdvisory } from "#backend/platform/db";

/** Living documents whose goods the platform moves under a number of its own. */
const LIVING = "tenant_id = $1 and store_id = $2 and del_flag = 0 and status not in ('void', 'rejected')";

/**
 * Number of the document of this store that bears the platform's number already; who asks for the same
 * number waits.
 */
export async function otherOfOrder(
  { sql, tenantId }: RuleContext,
  { id, storeId }: { id: string; storeId: string },
  removalOrderId: string,
): Promise<string | undefined> {
  await lockAdvisory(sql, "removalOrder", `${tenantId}/${storeId}/${removalOrderId}`);
  const other = await sql.one<{ no: string }>(
    `select no from fba_return where ${LIVING} and removal_order_id = $3 and id <> $4
     union all
     select no from fba_disposal where ${LIVING} and removal_order_id = $3 and id <> $4 limit 1`,
    [tenantId, storeId, removalOrderId, id],
  );
  return other?.no;
}
