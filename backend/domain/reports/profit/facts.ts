import { STORAGE_KINDS } from "#backend/domain/intake/storage/post";
import { MEASURES } from "#backend/ledgers/facts/months";
import type { ListQuery } from "#documents/kit";

/** Days of a question, as SQL. */
export interface FactDays {
  from: string;
  till: string;
}

const EXPECTED_STORAGE = Object.values(STORAGE_KINDS)
  .map(({ expected }) => `'${expected}'`)
  .join(", ");

/** Sources of fees as they are expected until a settlement says them (figures.md C.2). */
export const isEstimate = (entry: string) =>
  `(${entry}.source_type = 'platformOrder' and ${entry}.column_name in ('platform_fee', 'fulfill_fee', 'estimated_fee')
    or ${entry}.source_type in (${EXPECTED_STORAGE}))`;

/** It is about a month before the one in which it landed, which was closed (figures.md C.3). */
export const isLate = (entry: string) => `${entry}.ref_date < date_trunc('month', ${entry}.biz_date)`;

/** Asks for what landed late alone: no filter of a list does. */
export const LATE_ALONE = "alone";
const asks = (query: ListQuery, name: string, value: string) =>
  String(query[name] ?? "")
    .split(",")
    .includes(value);

/** What a list was asked for, for what its figures lead to. */
export const askedFacts = (query: ListQuery): string =>
  [
    ["phase", "settled"],
    ["late", "without"],
  ]
    .map(([name = "", value = ""]) => `${asks(query, name, value) ? `'${value}'` : "null"}::text as ${name}`)
    .concat("null::text as versus")
    .join(", ");

const DIMENSIONS = ["group_id", "dept_id", "sku_code", "currency"].map((c) => `d.${c}`).join(", ");
const each = (text: (measure: string) => string) => MEASURES.map(text).join(", ");

/**
 * The trade facts `f` of the entries that a question asks for (figures.md C.3): 口径 实际 leaves estimates out,
 * 不含以前月份 what landed late. Facts hold sums: what is not asked for is taken off, by row of the facts.
 */
export function factsOf(query: ListQuery, { from, till }: FactDays): string {
  const alone = asks(query, "late", LATE_ALONE);
  const settled = asks(query, "phase", "settled");
  const left = [...(settled ? [isEstimate("s")] : []), ...(asks(query, "late", "without") ? [isLate("s")] : [])];
  if (!left.length && !alone) return "fact_trade_daily f";
  const entries = (where: string) => `(select s.biz_date, s.store_id, s.seller_sku,
      ${each((m) => `coalesce(sum(s.amount) filter (where s.column_name = '${m}'), 0) as ${m}`)}
    from fact_source s where s.biz_date between ${from}::date and ${till}::date and s.amount <> 0 and ${where}
    group by 1, 2, 3) o`;
  const key = "d.biz_date, d.store_id, d.seller_sku";
  const joined = "using (biz_date, store_id, seller_sku)";
  return alone
    ? `(select ${key}, ${DIMENSIONS}, ${each((m) => `o.${m}`)} from fact_trade_daily d
        join ${entries(`${isLate("s")} ${settled ? `and not ${isEstimate("s")}` : ""}`)} ${joined}) f`
    : `(select ${key}, ${DIMENSIONS}, ${each((m) => `d.${m} - coalesce(o.${m}, 0) as ${m}`)} from fact_trade_daily d
        left join ${entries(`(${left.join(" or ")})`)} ${joined}) f`;
}
