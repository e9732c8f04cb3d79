import { customer } from "#documents/service/customer";
import { keep } from "../../../db/locks";
import type { Database } from "../../../db/sql";
import { logMove, moveTo } from "../../../documents/lifecycle/move";
import { systemOf } from "../../../http/caller";

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
      await sql.query(
        "update customer set blacklist = false, blacklist_until = null where id = $1",
        [id],
      );
      const why = "黑名单到期移出";
      if (status === "blacklisted") await moveTo(c, customer, id, "normal", why);
      else await logMove(c, customer, id, { action: why });
    }
  });
