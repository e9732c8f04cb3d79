import { rules } from "#backend/engine/documents";
import { platReceivable } from "#documents/finance/receivable/plat-receivable";
import { periodOf } from "../payables";
import { payoutRules } from "./payout";
import { bankReceiptRules } from "./receipt";
import { platUnsettledRules } from "./unsettled";

/** 平台应收: the period is asked for, this month unless it is. */
const platReceivableRules = rules(platReceivable, {
  from({ dayFrom, dayTo }, bind) {
    const { first, last } = periodOf(dayFrom, dayTo);
    return `(select p.* from plat_period(${bind(first)}::date, ${bind(last)}::date) p)`;
  },
});

/** What documents over what platforms owe us do. */
export const receivableRuleSet = [payoutRules, bankReceiptRules, platReceivableRules, platUnsettledRules];
