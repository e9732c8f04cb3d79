import type { RuleContext } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";

/** An order as it was locked. */
interface LockedOrder {
  id: string;
  no: string;
  status: string;
  receiver: string | null;
}

/** Locks orders and those to the same receivers that their packages may join, in the order of ids. */
export async function lockWithReceivers(
  { sql, tenantId }: RuleContext,
  ids: readonly string[],
): Promise<Map<string, LockedOrder>> {
  const rows = await sql.query<LockedOrder>(
    `select o.id, o.no, o.status, o.receiver_hash as receiver from sales_order o
     where o.tenant_id = $2 and o.del_flag = 0 and (o.id = any($1::bigint[])
       or o.status = 'pendingAudit' and o.receiver_hash = any(array(
         select receiver_hash from sales_order where id = any($1::bigint[]) and receiver_hash is not null)))
     order by o.id ${keep(sql, "sales_order", "change", "o")}`,
    [ids, tenantId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Packages in which each of these orders has something. */
async function packagesWith({ sql }: RuleContext, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await sql.query<{ id: string; packages: string[] }>(
    `select order_id as id, array_agg(distinct package_order_id)::text[] as packages from package_order_line
     where order_id = any($1::bigint[]) and del_flag = 0 group by 1`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row.packages]));
}

/**
 * Locks orders as `lockWithReceivers` does. @returns those of the first that can be packed together: no
 * two of them go to one receiver or lie in one package
 */
export async function lockApart(c: RuleContext, ids: readonly string[]): Promise<string[]> {
  const locked = await lockWithReceivers(c, ids);
  const packages = await packagesWith(c, ids);
  const seen = new Set<string>();
  const apart: string[] = [];
  for (const id of ids) {
    const receiver = locked.get(id)?.receiver;
    const own = [...(receiver ? [`to ${receiver}`] : []), ...(packages.get(id) ?? [])];
    if (own.some((thing) => seen.has(thing))) break;
    for (const thing of own) seen.add(thing);
    apart.push(id);
  }
  return apart;
}
