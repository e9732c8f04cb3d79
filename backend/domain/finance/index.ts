import { rules } from "#backend/engine/documents";
import { TRANSFERS } from "#backend/engine/documents/tables/finance-views";
import { type AccountMonth, companyAccount } from "#documents/finance/company-account";
import { bankAnswerRules } from "./bank/bank-answer";
import { mergedPaymentRules } from "./merged/merged-payment";
import { oaPaymentRules } from "./oa/oa-payment";
import { openingPromoRules } from "./opening-promo/opening-promo";
import { payableRuleSet } from "./payables";
import { paymentRules } from "./payment/payment";
import { receivableRuleSet } from "./receivable";
import { paymentRequestRules } from "./request/payment-request";

/** Accounts of our companies: what was paid from each, month by month. */
const companyAccountRules = rules(companyAccount, {
  async enrichOne({ sql }, row) {
    row.months = await sql.query<AccountMonth>(
      `select to_char(month, 'YYYY-MM') as month, count(*)::int as count,
         sum(pay_amount)::text as amount, sum(coalesce(bank_fee, 0))::text as fee
       from (${TRANSFERS}) x where payer_account_id = $1 and month is not null
       group by 1 order by 1 desc limit 36`,
      [row.id],
    );
  },
});

/** What documents of this module do. */
export const financeRuleSet = [
  ...payableRuleSet,
  paymentRequestRules,
  paymentRules,
  mergedPaymentRules,
  oaPaymentRules,
  bankAnswerRules,
  companyAccountRules,
  openingPromoRules,
  ...receivableRuleSet,
];
