import type { Sql } from "#backend/platform/db";
import { lockMonths } from "./months";
import { addTradeFacts, type TradeEntry } from "./post";

/** Source of the facts of days before a company worked here. */
const SOURCE = "history";

/** What a platform SKU sold on a day, in the currency of its site. */
export interface SoldBefore {
  storeId: string;
  sellerSku: string;
  /** yyyy-MM-dd in the zone of the site. */
  day: string;
  qty: number;
  amount: string;
}

/** Pieces, what they brought, and of how many nobody knows the costs: what is not known is not 0. */
const LACKS = ["lacks_product", "lacks_first_leg", "lacks_platform", "lacks_fulfill", "lacks_storage"] as const;

const entriesOf = ({ storeId, sellerSku, day, qty, amount }: SoldBefore): TradeEntry[] => {
  const entry = { sourceType: SOURCE, sourceNo: SOURCE, bizDate: day, storeId, sellerSku };
  return [
    { ...entry, column: "units" as const, amount: String(qty) },
    { ...entry, column: "item_sales" as const, amount },
    ...LACKS.map((column) => ({ ...entry, column, amount: String(qty) })),
  ];
};

/** Months of stores that history has facts of already, `storeId yyyy-MM`, among these. */
const knownMonths = (sql: Sql, months: readonly string[]) =>
  sql.query<{ month: string }>(
    `select distinct store_id || ' ' || to_char(coalesce(ref_date, biz_date), 'YYYY-MM') as month from fact_source
     where source_type = '${SOURCE}' and amount <> 0
       and store_id || ' ' || to_char(coalesce(ref_date, biz_date), 'YYYY-MM') = any($1) order by 1`,
    [months],
  );

/**
 * Facts of stores and months as these rows say: all that history said of such a month of a store before is
 * replaced, what others posted stays. In the caller's transaction, once.
 * @returns months that were there before, `storeId yyyy-MM`
 */
export async function replaceHistory(sql: Sql, rows: readonly SoldBefore[]): Promise<string[]> {
  const days = rows.map(({ day }) => day).sort();
  await lockMonths(sql, days[0] ?? "", days.at(-1) ?? "");
  const months = [...new Set(rows.map(({ storeId, day }) => `${storeId} ${day.slice(0, 7)}`))];
  const before = await knownMonths(sql, months);
  const wanted = rows.flatMap(entriesOf);
  const changes = await sql.query<TradeEntry>(
    `with wanted as (
       select x."storeId" as store_id, x."bizDate" as day, x."sellerSku" as msku, x."column" as name, sum(x.amount) as amount
       from jsonb_to_recordset($1::jsonb) as x("storeId" bigint, "bizDate" date, "sellerSku" text, "column" text,
         amount numeric) group by 1, 2, 3, 4),
     posted as (
       select store_id, coalesce(ref_date, biz_date) as day, seller_sku as msku, column_name as name, sum(amount) as amount from fact_source
       where source_type = '${SOURCE}' and source_no = '${SOURCE}'
         and store_id || ' ' || to_char(coalesce(ref_date, biz_date), 'YYYY-MM') = any($2) group by 1, 2, 3, 4)
     select '${SOURCE}' as "sourceType", '${SOURCE}' as "sourceNo", day::text as "bizDate", store_id as "storeId",
       msku as "sellerSku", name as "column", (coalesce(w.amount, 0) - coalesce(p.amount, 0))::text as amount
     from wanted w full join posted p using (store_id, day, msku, name)
     where coalesce(w.amount, 0) <> coalesce(p.amount, 0) order by 3, 4, 5, 6`,
    [JSON.stringify(wanted), months],
  );
  await addTradeFacts(sql, changes);
  return before.map(({ month }) => month);
}
