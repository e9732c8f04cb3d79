import { rules } from "#backend/engine/documents";
import { invalid } from "#backend/platform/http";
import { monthEnd, today } from "#backend/platform/values";
import { apOpen } from "#documents/finance/payables/ap-open";
import { apSupplier } from "#documents/finance/payables/ap-supplier";
import { supplierRefundRules } from "./refund";
import { supplierStatementRules } from "./statement";

/** The days that are asked for: this month unless they are; of one day alone, on to its month's other end. */
export function periodOf(from: unknown, to: unknown): { first: string; last: string } {
  const [start, end] = [from, to].map((day) => String(day ?? "").slice(0, 10));
  const last = end || monthEnd(start || today());
  const first = start || `${last.slice(0, 8)}01`;
  if (last < first) throw invalid("结束日期不能早于开始日期");
  return { first, last };
}

/** 供应商往来: the period is asked for, this month unless it is. */
export const apSupplierRules = rules(apSupplier, {
  from({ dayFrom, dayTo }, bind) {
    const { first, last } = periodOf(dayFrom, dayTo);
    return `(select p.*, p.supplier_name as supplier_text
      from ap_period(${bind(first)}::date, ${bind(last)}::date) p)`;
  },
});

/** 到期应付: what of it falls due until Sunday. */
export const apOpenRules = rules(apOpen, {
  filters: {
    within: () => ({
      sql: `t.open_amount > 0 and t.due_date >= ?::date
        and t.due_date < date_trunc('week', ?::date)::date + 7`,
      values: [today(), today()],
    }),
  },
});

/** What documents over the payables ledger do. */
export const payableRuleSet = [apSupplierRules, apOpenRules, supplierRefundRules, supplierStatementRules];
