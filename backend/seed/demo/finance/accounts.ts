import type { Sql } from "../../../db/sql";

const BANKS = [
  ["CNY", "招商银行深圳科技园支行", ""],
  ["USD", "中国银行深圳分行", "BKCHCNBJ45A"],
  ["EUR", "中国银行深圳分行", "BKCHCNBJ45A"],
  ["JPY", "三菱日联银行深圳分行", "BOTKCNSHXXX"],
  ["HKD", "汇丰银行（中国）深圳分行", "HSBCCNSHXXX"],
] as const;

/** An account in each currency for every company that has none yet. */
export async function insertAccounts(sql: Sql): Promise<void> {
  await sql.query(
    `insert into company_account (company_id, line_no, bank_name, account_no, currency, swift, enabled)
     select c.id, x.n, x.bank, '7559' || lpad(c.id::text, 4, '0') || lpad(x.n::text, 8, '0'),
       x.currency, nullif(x.swift, ''), true
     from company c, jsonb_to_recordset($1::jsonb) as x(n int, currency text, bank text, swift text)
     where c.tenant_id = 1 and c.del_flag = 0 and not exists (
       select 1 from company_account a where a.company_id = c.id and a.del_flag = 0)
     order by c.id, x.n`,
    [
      JSON.stringify(
        BANKS.map(([currency, bank, swift], i) => ({ n: i + 1, currency, bank, swift })),
      ),
    ],
  );
}
