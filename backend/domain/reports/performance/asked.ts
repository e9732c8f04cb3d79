import dayjs from "dayjs";
import { idsIn, type ProfitBind } from "#backend/domain/reports/profit/rows";
import { runScopeSql } from "#backend/ledgers/facts/scope";
import { type Caller, invalid } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import type { ListQuery } from "#documents/kit";

/** Days of a question unless it says others: as many as the line of sales has. */
export const USUAL_DAYS = 30;
/** The longest span of one question. */
const MOST_DAYS = 400;

const dayIn = (value: unknown) =>
  /^\d{4}-\d\d-\d\d/.test(String(value ?? "")) ? String(value).slice(0, 10) : undefined;

/** Days of a question: up to yesterday, thirty of them, unless it says others. @throws Refusal 400 for a span that is none */
export function performanceDays({ dayFrom, dayTo }: Readonly<Record<string, unknown>>): {
  first: string;
  last: string;
} {
  const last = dayIn(dayTo) ?? dayjs(today()).subtract(1, "day").format("YYYY-MM-DD");
  const first =
    dayIn(dayFrom) ??
    dayjs(last)
      .subtract(USUAL_DAYS - 1, "day")
      .format("YYYY-MM-DD");
  if (first > last) throw invalid("期间的首日不能晚于末日");
  if (dayjs(last).diff(first, "day") > MOST_DAYS) throw invalid(`一次最多查询${MOST_DAYS}天`);
  return { first, last };
}

/** Filters that say of which listings a row is made, meant whole. */
const WHOLE = { msku: "l.msku", asin: "l.asin", skuCode: "s.sku_code" } as const;

/** Is a question about some goods alone? */
export const namesGoods = (query: ListQuery): boolean =>
  [...Object.keys(WHOLE), "parentAsin"].some((name) => !!query[name]);

/**
 * Listings `(store_id, msku, sku_id, sku_code, group_id, asin, parent_asin, channel, gone, ad_key)` as they are today, those that
 * the caller may see and a question is about: its stores and groups, and with `whole` its goods.
 */
export function listingsOf(query: ListQuery, bind: ProfitBind, caller: Caller, whole = false): string {
  const [stores, groups] = [idsIn(query.storeId), idsIn(query.groupId)];
  const goods = whole
    ? Object.entries(WHOLE).flatMap(([name, sql]) => (query[name] ? [`and ${sql} = ${bind(query[name])}`] : []))
    : [];
  const parent = whole && query.parentAsin ? `where parent_asin = ${bind(query.parentAsin)}` : "";
  return `listing as materialized (select * from (
    select distinct on (l.store_id, l.msku) l.store_id, l.msku, l.sku_id, s.sku_code, l.group_id,
      nullif(l.asin, '') as asin, coalesce(nullif(l.parent_asin, ''), nullif(l.asin, '')) as parent_asin,
      l.fulfillment_channel as channel, l.del_flag = 1 as gone, l.store_id || ' ' || lower(l.msku) as ad_key
    from sku_listing l join store w on w.id = l.store_id left join sku s on s.id = l.sku_id
    where w.tenant_id = ${bind(caller.tenantId)} and w.del_flag = 0 and ${runScopeSql(caller, "l", bind)}
      ${stores.length ? `and l.store_id = any(${bind(stores)}::bigint[])` : ""}
      ${groups.length ? `and l.group_id = any(${bind(groups)}::bigint[])` : ""} ${goods.join(" ")}
    order by l.store_id, l.msku, l.del_flag, l.id) l ${parent}),
  asked_store as materialized (select distinct store_id from listing)`;
}
