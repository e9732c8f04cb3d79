import { rules } from "#backend/engine/documents";
import { platReceivable } from "#documents/finance/receivable/plat-receivable";
import { periodOf } from "../payables";
import { payoutRules } from "./payout";
import { bankReceiptRules } from "./receipt";
import { comingOf, platUnsettledRules } from "./unsettled";

/** Where the numbers of rows begin that are no account of the ledger yet. */
const NEVER_SETTLED = "1000000000000000";

/** 平台应收: the period is asked for, this month unless it is. */
const platReceivableRules = rules(platReceivable, {
  from({ dayFrom, dayTo }, bind, { tenantId }) {
    const { first, last } = periodOf(dayFrom, dayTo);
    const [from, till, tenant] = [`${bind(first)}::date`, `${bind(last)}::date`, bind(tenantId)];
    // A store of which nothing was settled yet owes nothing, but money of it is on its way.
    return `(select p.*, ${comingOf("p", till)} as coming from (
      select * from plat_period(${from}, ${till})
      union all
      select ${NEVER_SETTLED} + s.id, s.tenant_id, 0, null, null, null, null, 0::smallint, s.id, s.store_name, i.currency,
        to_char(${from}, 'YYYY-MM-DD') || ' 至 ' || to_char(${till}, 'YYYY-MM-DD'), ${till}, ${from}, ${till}, ${from} - 1,
        0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00
      from store s join site i on i.id = s.site_id
      where s.tenant_id = ${tenant} and s.state = 'enabled' and s.del_flag = 0
        and not exists (select 1 from plat_account a where a.store_id = s.id)
        and exists (select 1 from platform_order t where t.tenant_id = s.tenant_id and t.store_id = s.id and t.del_flag = 0
          and t.purchase_day between ${from} and ${till} and t.status = 'Shipped')) p)`;
  },
});

/** What documents over what platforms owe us do. */
export const receivableRuleSet = [payoutRules, bankReceiptRules, platReceivableRules, platUnsettledRules];
