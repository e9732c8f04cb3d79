import { notify } from "#backend/engine/notices/notify";
import { payablesFaults } from "#backend/ledgers/payables/checks";
import { platFaults } from "#backend/ledgers/receivable/checks";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import type { Database, Sql } from "#backend/platform/db";

const SHOWN = 5;

/** Who looks after stock and its value. */
const keepers = (sql: Sql) =>
  sql.query<{ id: string; tenantId: string }>(
    `select distinct u.id, u.tenant_id as "tenantId" from sys_user u
       join sys_user_role ur on ur.user_id = u.id join sys_role r on r.id = ur.role_id
     where r.role_code in ('ADMIN', 'FINANCE', 'WAREHOUSE') and u.del_flag = 0 and r.del_flag = 0
     order by u.id`,
  );

/** Warehouse and SKU of a place, as people know them; a document is its number already. */
async function nameOf(sql: Sql, place: string): Promise<string> {
  if (!/^\d+\/\d+$/.test(place)) return place;
  const found = await sql.one<{ name: string }>(
    `select w.name || ' ' || s.sku_code as name from warehouse w, sku s
     where w.id = split_part($1, '/', 1)::bigint and s.id = split_part($1, '/', 2)::bigint`,
    [place],
  );
  return found?.name ?? place;
}

/** Keeps what was found for the month close of every tenant, also that nothing was. */
const keep = (sql: Sql, faults: readonly { tenantId: string; place: string; fault: string }[]) =>
  sql.query(
    `insert into ledger_check (tenant_id, check_time, faults)
     select t.id, now(), coalesce((select jsonb_agg(f) from jsonb_array_elements($1::jsonb) f
       where f ->> 'tenantId' = t.id::text), '[]')
     from sys_tenant t
     on conflict (tenant_id) do update set check_time = excluded.check_time, faults = excluded.faults`,
    [JSON.stringify(faults)],
  );

/**
 * Recomputes stock, payables and receivables from their ledgers (supply.md 4, ledger rule 7; 6.0) and tells
 * warehouse, finance and administrators of a difference of stock: 库存对账差异. There must be none.
 */
export async function checkStock(db: Database): Promise<void> {
  await db.tx(async (sql) => {
    // One picture of all tables: moves that are posted meanwhile are no difference.
    await sql.query("set transaction isolation level repeatable read");
    const found = await ledgerFaults(sql);
    const faults: typeof found = [];
    for (const f of found) faults.push({ ...f, place: await nameOf(sql, f.place) });
    await keep(sql, [...faults, ...(await payablesFaults(sql)), ...(await platFaults(sql))]);
    const people = faults.length ? await keepers(sql) : [];
    for (const tenantId of new Set(people.map((p) => p.tenantId))) {
      const own = faults.filter((f) => f.tenantId === tenantId);
      if (!own.length) continue;
      const some = own.slice(0, SHOWN).map((f) => `${f.place} ${f.fault}`);
      await notify(sql, {
        tenantId,
        userIds: people.filter((p) => p.tenantId === tenantId).map((p) => p.id),
        title: "库存对账差异",
        pushDescribe: `库存与流水对账有${own.length}处差异：${some.join("；")}`,
        bizPath: "/wms/stock/index",
      });
    }
  });
}
