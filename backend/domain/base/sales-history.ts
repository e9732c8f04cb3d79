import dayjs from "dayjs";
import { type RuleContext, rules } from "#backend/engine/documents";
import { replaceHistory, type SoldBefore } from "#backend/ledgers/facts/history";
import { listingNames } from "#backend/ledgers/facts/listing-names";
import { invalid } from "#backend/platform/http";
import { phaseOf } from "#backend/platform/tenancy/phase";
import { today } from "#backend/platform/values";
import { HISTORY_YEARS, salesHistory } from "#documents/base/sales-history";
import type { LineDraft } from "#documents/kit";

type HistoryRow = LineDraft<typeof salesHistory, "rows">;

/** Platform SKUs of stores as the facts call them: `storeId msku` in small letters. */
async function namesOf({ sql }: RuleContext, rows: readonly HistoryRow[]): Promise<ReadonlyMap<string, string>> {
  const stores = [...new Set(rows.flatMap(({ storeId }) => storeId ?? []))];
  const found = await sql.query<{ storeId: string; lower: string; msku: string }>(
    `with asked as (select unnest($1::bigint[]) as id), name as (${listingNames("select id from asked")})
     select store_id as "storeId", lower, msku from name`,
    [stores],
  );
  return new Map(found.map(({ storeId, lower, msku }) => [`${storeId} ${lower}`, msku]));
}

/** Months of stores in which orders have posted sales: another figure beside them would count twice. */
async function soldHere({ sql }: RuleContext, rows: readonly HistoryRow[]): Promise<ReadonlySet<string>> {
  const months = [...new Set(rows.map(({ storeId, saleDate }) => `${storeId} ${(saleDate ?? "").slice(0, 7)}`))];
  const found = await sql.query<{ month: string }>(
    `select distinct store_id || ' ' || to_char(coalesce(ref_date, biz_date), 'YYYY-MM') as month from fact_source
     where source_type = 'platformOrder' and column_name = 'units'
       and store_id || ' ' || to_char(coalesce(ref_date, biz_date), 'YYYY-MM') = any($1)`,
    [months],
  );
  return new Set(found.map(({ month }) => month));
}

/** The days that history may be of: before the first day of work, and not too long ago. */
async function spanOf(c: RuleContext) {
  const { goLiveDate } = await phaseOf(c);
  const end = goLiveDate && goLiveDate < today() ? goLiveDate : today();
  return { first: dayjs(end).subtract(HISTORY_YEARS, "year").format("YYYY-MM-DD"), end };
}

/** Rows as the facts take them. @throws Refusal 400 with the sentence of each cell that is wrong */
async function soldBefore(c: RuleContext, rows: readonly HistoryRow[]): Promise<SoldBefore[]> {
  const names = await namesOf(c, rows);
  const busy = await soldHere(c, rows);
  const { first, end } = await spanOf(c);
  const wrong: Record<string, string> = {};
  const seen = new Map<string, number>();
  const sold = rows.map((row, i): SoldBefore => {
    const [storeId, day, typed] = [row.storeId ?? "", row.saleDate ?? "", row.msku ?? ""];
    const sellerSku = names.get(`${storeId} ${typed.toLowerCase()}`) ?? "";
    const key = `${storeId} ${sellerSku || typed} ${day}`;
    const twin = seen.get(key);
    if (!sellerSku) wrong[`rows.${i}.msku`] = `店铺没有平台SKU“${typed}”，请先做平台映射`;
    else if (day >= end) wrong[`rows.${i}.saleDate`] = `历史销量须在${end}之前`;
    else if (day < first) wrong[`rows.${i}.saleDate`] = `历史销量最多${HISTORY_YEARS}年，须从${first}起`;
    else if (busy.has(`${storeId} ${day.slice(0, 7)}`))
      wrong[`rows.${i}.saleDate`] = `该店铺${day.slice(0, 7)}已有平台订单的销量`;
    else if (twin !== undefined) wrong[`rows.${i}.msku`] = `店铺、MSKU和日期与第${twin + 1}行重复`;
    seen.set(key, twin ?? i);
    return { storeId, sellerSku, day, qty: row.qty ?? 0, amount: row.amount ?? "0" };
  });
  const [one] = Object.values(wrong);
  if (one) throw invalid(one, wrong);
  return sold;
}

const spanText = (months: readonly string[]) => {
  const [first = "", last = ""] = [months[0], months.at(-1)];
  return first === last ? first : `${first}至${last}`;
};

/** 历史销量: what a file says replaces what was said of the same months of the same stores. */
export const salesHistoryRules = rules(salesHistory, {
  async beforeSave(c, next, before) {
    const rows = next.rows ?? before?.rows ?? [];
    const sold = await soldBefore(c, rows);
    const stores = await c.sql.query<{ id: string; name: string }>(
      "select id, store_name as name from store where id = any($1::bigint[]) order by id",
      [[...new Set(sold.map(({ storeId }) => storeId))]],
    );
    const known = await replaceHistory(c.sql, sold);
    const named = (month: string) => {
      const [id, of] = month.split(" ");
      return `${stores.find((s) => s.id === id)?.name ?? ""} ${of}`;
    };
    next.title ??= `${today()}导入`;
    Object.assign(next, {
      rowCount: rows.length,
      units: sold.reduce((n, { qty }) => n + qty, 0),
      span: spanText([...new Set(sold.map(({ day }) => day.slice(0, 7)))].sort()),
      stores: stores
        .map(({ name }) => name)
        .join("、")
        .slice(0, 400),
      replaced: known.map(named).join("、").slice(0, 400),
    });
  },
});
