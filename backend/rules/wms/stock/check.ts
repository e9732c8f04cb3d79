import type { Database, Sql } from "../../../db/sql";
import { notify } from "../../../notices/notify";
import { ledgerFaults } from "../../../stock/checks";

const SHOWN = 5;

/** Who looks after stock and its value. */
const keepers = (sql: Sql) =>
  sql.query<{ id: string; tenantId: string }>(
    `select distinct u.id, u.tenant_id as "tenantId" from sys_user u
       join sys_user_role ur on ur.user_id = u.id join sys_role r on r.id = ur.role_id
     where r.role_code in ('ADMIN', 'FINANCE', 'WAREHOUSE') and u.del_flag = 0 and r.del_flag = 0
     order by u.id`,
  );

/** Warehouse and SKU of a place, as people know them. */
const nameOf = async (sql: Sql, place: string) =>
  (
    await sql.one<{ name: string }>(
      `select w.name || ' ' || s.sku_code as name from warehouse w, sku s
       where w.id = split_part($1, '/', 1)::bigint and s.id = split_part($1, '/', 2)::bigint`,
      [place],
    )
  )?.name ?? place;

/**
 * Recomputes stock from its moves (supply.md 4, ledger rule 7) and tells warehouse, finance and
 * administrators of a difference: 库存对账差异. There must be none.
 */
export async function checkStock(db: Database): Promise<void> {
  await db.tx(async (sql) => {
    // One picture of all tables: moves that are posted meanwhile are no difference.
    await sql.query("set transaction isolation level repeatable read");
    const faults = await ledgerFaults(sql);
    if (!faults.length) return;
    const some: string[] = [];
    for (const f of faults.slice(0, SHOWN)) some.push(`${await nameOf(sql, f.place)} ${f.fault}`);
    const people = await keepers(sql);
    for (const tenantId of new Set(people.map((p) => p.tenantId)))
      await notify(sql, {
        tenantId,
        userIds: people.filter((p) => p.tenantId === tenantId).map((p) => p.id),
        title: "库存对账差异",
        pushDescribe: `库存与流水对账有${faults.length}处差异：${some.join("；")}`,
        bizPath: "/wms/stock/index",
      });
  });
}
