import type { Sql } from "#backend/platform/db";

/** Something of what platforms owe us that does not add up, in words for finance. */
interface PlatFault {
  tenantId: string;
  place: string;
  fault: string;
}

/** What matches that stand say, by payout or by receipt. */
const matches = (by: "payout_id" | "receipt_id") => `(select ${by} as of,
    sum(amount) as amount, sum(fee) as fee, sum(receipt_amount) as used
  from payout_match where state = 'matched' and del_flag = 0 group by 1)`;

const QUERIES: Record<string, string> = {
  平台应收余额与流水不符: `select a.tenant_id as tenant, s.store_name || ' ' || a.currency as place
    from plat_account a join store s on s.id = a.store_id
      left join (select tenant_id, store_id, currency, sum(amount) as amount, sum(base_amount) as base
        from plat_entry group by 1, 2, 3) e
        on e.tenant_id = a.tenant_id and e.store_id = a.store_id and e.currency = a.currency
    where a.balance <> coalesce(e.amount, 0) or a.base_balance <> coalesce(e.base, 0)
      or (a.balance = 0 and a.base_balance <> 0)`,
  回款单与应收流水不符: `select p.tenant_id as tenant, p.no as place from payout p
      left join (select biz_id, sum(amount) as amount from plat_entry
        where biz_document = 'payout' group by 1) e on e.biz_id = p.id
    where coalesce(e.amount, 0) <> -(p.received_amount + p.bank_fee)`,
  回款单与匹配不符: `select p.tenant_id as tenant, p.no as place from payout p
      left join ${matches("payout_id")} m on m.of = p.id
    where p.received_amount <> coalesce(m.amount, 0) or p.bank_fee <> coalesce(m.fee, 0)
      or (p.status in ('expected', 'partReceived', 'received')
        and p.left_amount <> p.amount - p.received_amount - p.bank_fee)
      or p.status <> case when p.status in ('failed', 'carried') then p.status
        when p.left_amount = 0 then 'received' when p.received_amount > 0 then 'partReceived'
        else 'expected' end`,
  银行收款与匹配不符: `select r.tenant_id as tenant, r.no as place from bank_receipt r
      left join ${matches("receipt_id")} m on m.of = r.id
    where r.matched_amount <> coalesce(m.used, 0) or r.left_amount <> r.amount - r.matched_amount
      or r.left_amount < 0 or r.status <> case when r.left_amount = 0 then 'matched'
        when r.matched_amount > 0 then 'part' else 'open' end`,
};

/** What of receivables, payouts and receipts does not add up (figures.md D.2, D.3); nothing when all is well. */
export async function platFaults(sql: Sql): Promise<PlatFault[]> {
  const faults: PlatFault[] = [];
  for (const [fault, query] of Object.entries(QUERIES))
    for (const { tenant, place } of await sql.query<{ tenant: string; place: string }>(`${query} limit 20`))
      faults.push({ tenantId: tenant, place, fault });
  return faults;
}
