import { customer } from "#documents/service/customer";
import type { Sql } from "../../db/sql";
import { addressColumns } from "../../personal/address";
import { recountCustomers } from "./counters";

const ALIAS = addressColumns("buyer_alias");

/**
 * Numbers for so many new rows at once, as `nextNumber` gives them: the counter is moved once.
 */
const FIRST = `
  insert into doc_sequence as s (tenant_id, prefix, biz_date, val)
  values ($1, '${customer.number}', (now() at time zone 'Asia/Shanghai')::date, $2)
  on conflict (tenant_id, prefix, biz_date) do update set val = s.val + excluded.val
  returning to_char(biz_date, 'YYMMDD') as day, val - $2 as before`;

/** Buyers of these orders that nobody knew become customers. */
async function addMissing(sql: Sql, tenantId: string, keys: readonly string[]) {
  const known = await sql.query<{ key: string }>(
    "select buyer_key as key from customer where tenant_id = $1 and buyer_key = any($2) and del_flag = 0",
    [tenantId, keys],
  );
  const have = new Set(known.map((k) => k.key));
  const fresh = keys.filter((key) => !have.has(key)).sort();
  if (!fresh.length) return;
  const first = await sql.one<{ day: string; before: number }>(FIRST, [tenantId, fresh.length]);
  await sql.query(
    `insert into customer (tenant_id, no, status, buyer_key, level)
     select $1, '${customer.number}' || $3::text || lpad((($4::int + n)::text), greatest(4, length(($4::int + n)::text)), '0'),
       'normal', key, 'new'
     from unnest($2::text[]) with ordinality x(key, n) order by n
     on conflict do nothing`,
    [tenantId, fresh, first?.day, first?.before],
  );
}

/** What they are called is what their latest order says; who was emptied and buys again is there again. */
const NAMED = `
  update customer c set ${ALIAS.map((a) => `${a} = x.${a}`).join(", ")},
    status = case when c.status <> 'purged' then c.status when c.blacklist then 'blacklisted' else 'normal' end
  from (select distinct on (o.buyer_key) o.buyer_key, ${ALIAS.map((a) => `o.${a}`).join(", ")}
    from platform_order o where o.tenant_id = $1 and o.buyer_key = any($2) and o.buyer_alias is not null
      and o.del_flag = 0 order by o.buyer_key, o.purchase_time desc, o.id desc) x
  where c.tenant_id = $1 and c.buyer_key = x.buyer_key and c.del_flag = 0`;

/**
 * Keeps who bought, in the transaction that keeps what was bought: each buyer of these orders is one
 * customer, and its figures follow. `before`: buyers that these orders had until now.
 */
export async function keepCustomers(
  sql: Sql,
  tenantId: string,
  orderIds: readonly string[],
  before: readonly string[] = [],
): Promise<void> {
  const rows = await sql.query<{ key: string }>(
    `select distinct buyer_key as key from platform_order
     where id = any($1::bigint[]) and buyer_key is not null`,
    [orderIds],
  );
  const keys = rows.map((r) => r.key);
  const all = [...new Set([...keys, ...before])];
  if (!all.length) return;
  await addMissing(sql, tenantId, keys);
  await recountCustomers(sql, tenantId, all);
  await sql.query(NAMED, [tenantId, keys]);
}
