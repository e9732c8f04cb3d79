import { companyAccount } from "#documents/finance/company-account";
import { TRANSFERS } from "../../../documents/tables/finance-views";
import { rules } from "../../../documents/written";

/** Accounts of our companies: what was paid from each, month by month. */
export const companyAccountRules = rules(companyAccount, {
  async enrichOne({ sql }, row) {
    row.months = await sql.query(
      `select to_char(month, 'YYYY-MM') as month, count(*)::int as count,
         sum(pay_amount)::text as amount, sum(coalesce(bank_fee, 0))::text as fee
       from (${TRANSFERS}) x where payer_account_id = $1 and month is not null
       group by 1 order by 1 desc limit 36`,
      [row.id],
    );
  },
});
