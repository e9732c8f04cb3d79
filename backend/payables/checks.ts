import type { Sql } from "../db/sql";
import { BILL_QUERIES } from "./bill-checks";
import { REQUEST_QUERIES } from "./request-checks";

/** Something of the payables ledger that does not add up, in words for finance. */
interface Fault {
  tenantId: string;
  place: string;
  fault: string;
}

/** Accounts of suppliers for which this holds. */
const accounts = (
  ids: string,
) => `select a.tenant_id as tenant, s.name || ' ' || a.currency as place
  from ap_account a join supplier s on s.id = a.supplier_id where a.id in (${ids})`;

const QUERIES: Record<string, string> = {
  供应商应付余额与流水不符: `select s.tenant_id as tenant, s.name as place
    from supplier s left join ap_entry e on e.supplier_id = s.id and e.tenant_id = s.tenant_id
    group by s.id having coalesce(s.ap_balance, 0) <> coalesce(sum(e.base_amount), 0)`,
  采购单应付结余不连续: `select e.tenant_id as tenant, e.biz_no as place
    from (select tenant_id, biz_no, balance, amount,
        lag(balance, 1, 0) over (partition by po_id order by id) as before
      from ap_entry where po_id is not null) e
    where e.balance <> e.before + e.amount group by 1, 2`,
  应付余额与流水不符: accounts(`select a.id from ap_account a
      left join ap_entry e on e.supplier_id = a.supplier_id and e.currency = a.currency
    group by a.id having a.balance <> coalesce(sum(e.amount), 0)
      or a.base_balance <> coalesce(sum(e.base_amount), 0)`),
  应付月份汇总与流水不符: accounts(`select a.id from ap_account a
      left join ap_month m on m.account_id = a.id
    group by a.id having a.balance <> coalesce(sum(m.added + m.returned + m.paid + m.refunded), 0)
      or a.base_balance <> coalesce(sum(m.base), 0)`),
  未清应付与余额不符: accounts(`select a.id from ap_account a
      left join ap_due d on d.account_id = a.id
    group by a.id having a.balance <> coalesce(sum(d.open), 0)
      or a.base_balance <> coalesce(sum(d.base_open), 0)`),
  采购单未清应付与流水不符: accounts(`select a.id from ap_account a
      join (select account_id, po_id, sum(open) as open from ap_due group by 1, 2) d
        on d.account_id = a.id
      left join (select supplier_id, currency, coalesce(po_id, 0) as po_id, sum(amount) as amount
        from ap_entry group by 1, 2, 3) e
        on e.supplier_id = a.supplier_id and e.currency = a.currency and e.po_id = d.po_id
    where d.open <> coalesce(e.amount, 0)`),
  ...REQUEST_QUERIES,
  ...BILL_QUERIES,
};

/** What of payables, requests and payments does not add up (supply.md 6); nothing when all is well. */
export async function payablesFaults(sql: Sql): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [fault, query] of Object.entries(QUERIES))
    for (const { tenant, place } of await sql.query<{ tenant: string; place: string }>(
      `${query} limit 20`,
    ))
      faults.push({ tenantId: tenant, place, fault });
  return faults;
}
