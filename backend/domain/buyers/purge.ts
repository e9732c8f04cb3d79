import { moveTo } from "#backend/engine/documents";
import { type Database, keep, patchRow } from "#backend/platform/db";
import { systemOf } from "#backend/platform/http";
import { addressColumns } from "#backend/platform/personal/address";
import { customer } from "#documents/service/customer";

const BATCH = 1000;

/** What is emptied; the key stays, by which orders of one buyer are found, and what was counted. */
const EMPTIED = addressColumns("buyer_alias").filter((c) => !/_(hash|country|state)$/.test(c));

/**
 * Empties customers of whose orders none says any more who bought it (market.md 14.3): the figures stay,
 * and so does who is not sold to.
 */
export async function purgeCustomers(db: Database, tenantId: string): Promise<number> {
  for (let done = 0; ; ) {
    const gone = await db.tx(async (sql) => {
      const rows = await sql.query<{ id: string }>(
        `select t.id from customer t where t.tenant_id = $1 and t.status <> 'purged' and t.del_flag = 0
           and exists (select 1 from platform_order o
             where o.tenant_id = $1 and o.buyer_key = t.buyer_key and o.del_flag = 0)
           and not exists (select 1 from platform_order o where o.tenant_id = $1 and o.del_flag = 0
             and o.buyer_key = t.buyer_key and (o.buyer_alias is not null
               or o.status not in ('Shipped', 'Canceled', 'Unfulfillable')))
         order by t.id limit ${BATCH} ${keep(sql, "customer", "change", "t")}`,
        [tenantId],
      );
      const ids = rows.map((r) => r.id);
      if (!ids.length) return 0;
      await patchRow(sql, "customer", ids, Object.fromEntries([...EMPTIED, "note"].map((c) => [c, null])));
      await moveTo({ sql, ...systemOf(tenantId) }, customer, ids, "purged", "到期清除");
      return ids.length;
    });
    done += gone;
    if (gone < BATCH) return done;
  }
}
