import { logMove, moveTo, patch } from "#backend/engine/documents";
import { type Database, keep } from "#backend/platform/db";
import { systemOf } from "#backend/platform/http";
import { customer } from "#documents/service/customer";

/** Sells again to buyers whose time on the blacklist is over. */
export const restoreCustomers = (db: Database): Promise<void> =>
  db.tx(async (sql) => {
    const rows = await sql.query<{ id: string; tenantId: string; status: string }>(
      `select id, tenant_id as "tenantId", status from customer t
       where t.blacklist and t.blacklist_until < (now() at time zone 'Asia/Shanghai')::date
         and t.del_flag = 0 order by t.id ${keep(sql, "customer", "change", "t")}`,
    );
    for (const { id, tenantId, status } of rows) {
      const c = { sql, ...systemOf(tenantId) };
      await patch({ sql }, customer, id, { blacklist: false, blacklistUntil: null });
      const why = "黑名单到期移出";
      if (status === "blacklisted") await moveTo(c, customer, id, "normal", why);
      else await logMove(c, customer, id, { action: why });
    }
  });
