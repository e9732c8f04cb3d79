import type { RuleContext } from "#backend/engine/documents";
import { letGo } from "#documents/logistics/customs-fields";

/**
 * Country that a transfer `t` goes to, `w` its warehouse: an FBA warehouse lies in the country of its site,
 * whose code is the country's but for the United Kingdom.
 */
export const DESTINATION = "coalesce(w.country, case t.site when 'UK' then 'GB' else t.site end)";

/*
 * What a transfer asks about the container and the customs declaration that it is in. It holds its own row
 * meanwhile, and whoever joins or leaves one changes that row: the answer stays true. A container never goes
 * back from 已装柜, a declaration never from 已放行.
 */

/** Why transfers in a container cannot leave yet; nothing: they may. */
export async function requireLoaded(
  { sql, tenantId }: RuleContext,
  transferIds: readonly string[],
): Promise<string | undefined> {
  const waits = await sql.one(
    `select 1 from transfer t join cabinet_combination g on g.id = t.cabinet_id
     where t.id = any($1::bigint[]) and t.tenant_id = $2 and g.status in ('draft', 'booked') limit 1`,
    [transferIds, tenantId],
  );
  return waits ? "请先装柜" : undefined;
}

/** The customs declaration of a transfer; nothing: there is none. */
export const customsOf = ({ sql, tenantId }: RuleContext, transferId: string) =>
  sql.one<{ no: string; status: string; released: boolean }>(
    `select d.no, d.status, d.status = any($3) as released
     from transfer t join customs_declaration d on d.id = t.customs_id
     where t.id = $1 and t.tenant_id = $2`,
    [transferId, tenantId, letGo],
  );

/** Number of the living container that a transfer is in. */
export async function cabinetOf({ sql, tenantId }: RuleContext, transferId: string): Promise<string | undefined> {
  const row = await sql.one<{ no: string }>(
    `select g.no from transfer t join cabinet_combination g on g.id = t.cabinet_id
     where t.id = $1 and t.tenant_id = $2`,
    [transferId, tenantId],
  );
  return row?.no;
}

/** Why the freight of transfers is not entered by hand any more: a logistics bill says it. */
export async function billedTransfer(
  { sql, tenantId }: RuleContext,
  transferIds: readonly string[],
): Promise<string | undefined> {
  const billed = await sql.one<{ transfer: string; bill: string }>(
    `select t.no as transfer, b.no as bill from logistics_share s
       join transfer t on t.id = s.target_id join logistics_bill b on b.id = s.bill_id
     where s.document = 'transfer' and s.target_id = any($1::bigint[]) and s.tenant_id = $2
       and not s.reversed order by s.id limit 1`,
    [transferIds, tenantId],
  );
  return billed && `调拨单${billed.transfer}已有物流账单${billed.bill}，费用以账单为准`;
}
