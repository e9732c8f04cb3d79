import type { RuleContext } from "../../../documents/rules";

/** What of a month's entries is called what; the rest is 抵扣及退款. */
const PARTS = {
  receipt: ["receipt", "receiptReverse"],
  returned: ["return", "returnReverse", "closeDeduct"],
  fee: ["fee"],
  discount: ["discount"],
  paid: ["payment", "paymentReverse"],
} as const;

/** Payables of a month in one currency. */
export interface MonthTotal extends Record<keyof typeof PARTS, string> {
  currency: string;
  opening: string;
  other: string;
  closing: string;
  closingBase: string;
}

const named = Object.values(PARTS).flat();
const part = (types: readonly string[], is = "in") =>
  `coalesce(sum(amount) filter (where of_month and biz_type ${is} (${types.map((t) => `'${t}'`).join(", ")})), 0)`;

/**
 * What was owed before a month, what changed it and what is owed at its end, per currency. Begins with
 * what the last closed month before it ended with, so that only later entries are read.
 */
export const monthTotals = ({ sql, tenantId }: RuleContext, month: string, endDate: string) =>
  sql.query<MonthTotal>(
    `with base as (
       select id, end_date from month_close where tenant_id = $1 and month < $2
         and status = 'closed' and close_time is not null and del_flag = 0 order by month desc limit 1),
     known as (
       select currency, closing, closing_base from month_close_total
       where month_close_id = (select id from base) and del_flag = 0),
     since as (
       select currency, sum(amount) as amount, sum(base_amount) as base,
         coalesce(sum(amount) filter (where not of_month), 0) as before,
         ${Object.entries(PARTS)
           .map(([name, types]) => `${part(types)} as ${name}`)
           .join(", ")},
         ${part(named, "not in")} as other
       from (
         select *, biz_date >= date_trunc('month', $3::date) as of_month from ap_entry
         where tenant_id = $1 and biz_date <= $3::date
           and biz_date > coalesce((select end_date from base), '-infinity'::date)) e
       group by currency)
     select currency, (coalesce(k.closing, 0) + coalesce(s.before, 0))::text as opening,
       ${[...Object.keys(PARTS), "other"].map((name) => `coalesce(s.${name}, 0)::text as ${name}`).join(", ")},
       (coalesce(k.closing, 0) + coalesce(s.amount, 0))::text as closing,
       (coalesce(k.closing_base, 0) + coalesce(s.base, 0))::text as "closingBase"
     from known k full join since s using (currency) order by currency <> 'CNY', currency`,
    [tenantId, month, endDate],
  );

/** Keeps what a month that is being closed ends with. */
export async function keepTotals(c: RuleContext, id: string, totals: readonly MonthTotal[]) {
  await c.sql.query("delete from month_close_total where month_close_id = $1", [id]);
  await c.sql.query(
    `insert into month_close_total (tenant_id, month_close_id, line_no, currency, opening, receipt,
       returned, fee, discount, paid, other, closing, closing_base)
     select $1, $2, x.n, x.currency, x.opening, x.receipt, x.returned, x.fee, x.discount, x.paid,
       x.other, x.closing, x."closingBase"
     from jsonb_to_recordset($3::jsonb) as x(n int, currency text, opening numeric, receipt numeric,
       returned numeric, fee numeric, discount numeric, paid numeric, other numeric, closing numeric,
       "closingBase" numeric)`,
    [c.tenantId, id, JSON.stringify(totals.map((t, i) => ({ n: i + 1, ...t })))],
  );
}
