import { apOpen } from "#documents/finance/payables/ap-open";
import { apSupplier } from "#documents/finance/payables/ap-supplier";
import { monthRead } from "#documents/kit";
import { rules } from "../../../documents/written";
import { invalid } from "../../../http/refusal";
import { today } from "../../../values/calendar";

const any = () => ({ sql: "true", values: [] });

/**
 * First day of a month as it was typed; of a year alone its first or last month; the present one unless
 * it was typed.
 * @throws Refusal 400 请填写月份，如2026-01
 */
export function monthOf(typed: unknown, inYear: "01" | "12"): string {
  const text = monthRead(String(typed ?? "")) || today().slice(0, 7).replace("-", "");
  const [, year, month = inYear] = /^(\d{4})(0[1-9]|1[0-2])?$/.exec(text) ?? [];
  if (!year) throw invalid("请填写月份，如2026-01");
  return `${year}-${month}-01`;
}

/** 供应商往来: the period is asked for, this month unless it is. */
export const apSupplierRules = rules(apSupplier, {
  from({ monthFrom, monthTo }, bind) {
    const last = monthOf(monthTo, "12");
    const first = monthFrom ? monthOf(monthFrom, "01") : last;
    return `ap_period(${bind(first < last ? first : last)}::date, ${bind(last)}::date)`;
  },
  filters: { monthFrom: any, monthTo: any },
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
