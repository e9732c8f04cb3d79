import type { Sql } from "../db/sql";

/** Something of the payables ledger that does not add up, in words for finance. */
interface Fault {
  tenantId: string;
  place: string;
  fault: string;
}

const QUERIES: Record<string, string> = {
  供应商应付余额与流水不符: `select s.tenant_id as tenant, s.name as place
    from supplier s left join ap_entry e on e.supplier_id = s.id and e.tenant_id = s.tenant_id
    group by s.id having coalesce(s.ap_balance, 0) <> coalesce(sum(e.base_amount), 0)`,
  采购单应付结余不连续: `select e.tenant_id as tenant, e.biz_no as place
    from (select tenant_id, biz_no, balance, amount,
        lag(balance, 1, 0) over (partition by po_id order by id) as before
      from ap_entry where po_id is not null) e
    where e.balance <> e.before + e.amount group by 1, 2`,
};

/** What of the payables ledger does not add up (supply.md 6.0); nothing when all is well. */
export async function payablesFaults(sql: Sql): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [fault, query] of Object.entries(QUERIES))
    for (const { tenant, place } of await sql.query<{ tenant: string; place: string }>(
      `${query} limit 20`,
    ))
      faults.push({ tenantId: tenant, place, fault });
  return faults;
}
