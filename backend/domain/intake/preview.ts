import { postOrderFacts } from "#backend/domain/order/state/facts";
import type { RuleContext } from "#backend/engine/documents";
import { rowsOf } from "#backend/engine/reports/read";
import { amountIn } from "#backend/engine/reports/words";
import { conflict } from "#backend/platform/http";
import { closedUntil, dec } from "#backend/platform/values";
import { signOf } from "./cells";
import type { AccountStores } from "./places";
import type { ReportTaken, ReportTold, TakenReport } from "./taken";

/** Columns without which a file is no preview of fees (figures.md A.3). */
export const PREVIEW_COLUMNS = [
  "sku",
  "your-price",
  "currency",
  "estimated-referral-fee-per-unit",
  "expected-fulfillment-fee-per-unit",
];

const AMOUNTS = ["your-price", "estimated-referral-fee-per-unit", "expected-fulfillment-fee-per-unit"];
/** What the platform writes where it does not know. */
const NOT_SAID = new Set(["", "--", "n/a", "na"]);

/** Days for which orders that came before the first preview are estimated with it. */
const DAYS = 180;
/** Orders of a store whose fees nobody expected yet, and that the preview says, are estimated now, in open months. */
async function estimateBefore(c: RuleContext, storeId: string): Promise<void> {
  const orders = await c.sql.query<{ id: string }>(
    `with lacking as materialized (
       select distinct s.source_no as no from fact_source s join fee_preview f on f.store_id = s.store_id
         and f.msku = s.seller_sku
         and case s.column_name when 'lacks_platform' then f.referral_percent else f.fulfill_fee end is not null
       where s.biz_date > greatest($2::date, now()::date - ${DAYS}) and s.store_id = $1 and s.source_type = 'platformOrder'
         and s.column_name in ('lacks_platform', 'lacks_fulfill') and s.amount > 0)
     select o.id from lacking l join platform_order o on o.tenant_id = $3 and o.store_id = $1
       and lower(o.platform_order_no) = lower(l.no) and o.del_flag = 0 order by o.id`,
    [storeId, (await closedUntil(c)) ?? "1970-01-01", c.tenantId],
  );
  await postOrderFacts(
    c.sql,
    orders.map((o) => o.id),
  );
}

/**
 * Takes what the platform expects to charge for a piece of each listing of a store, in place of what it said
 * before; the commission is kept in percent of the price.
 */
export async function takePreview(
  c: RuleContext,
  { id: fileId }: TakenReport,
  { open, charset, columns }: ReportTaken,
  [store]: AccountStores,
): Promise<ReportTold> {
  const sign = await signOf({ open, charset, columns }, AMOUNTS, store.siteCode);
  let taken = 0;
  for await (const rows of rowsOf(open, charset, columns)) {
    const fees = rows.flatMap(({ no, cells }) => {
      const msku = (cells.sku ?? "").slice(0, 60);
      const currency = (cells.currency ?? "").toUpperCase();
      if (!msku) return [];
      if (currency !== store.currency)
        throw conflict(`第${no}行币种${currency || "空"}与店铺币种${store.currency}不符`);
      const [price, referral, fulfil] = AMOUNTS.map((name) => {
        const text = cells[name] ?? "";
        if (NOT_SAID.has(text.toLowerCase())) return null;
        const amount = amountIn(text, sign);
        if (amount === undefined) throw conflict(`第${no}行${name}不正确：${text}`);
        return amount;
      });
      const percent = price && referral && dec(price).gt(0) ? dec(referral).times(100).div(price).toFixed(4) : null;
      return [{ msku, currency, percent, fulfil, band: cells["product-size-tier"] || null }];
    });
    await c.sql.query(
      `insert into fee_preview (tenant_id, store_id, msku, currency, referral_percent, fulfill_fee, size_band,
         report_file_id)
       select distinct on (coalesce(l.msku, x.msku)) $1::bigint, $2::bigint, coalesce(l.msku, x.msku), x.currency,
         x.percent, x.fulfil, x.band, $3::bigint
       from jsonb_to_recordset($4::jsonb) as x(msku text, currency text, percent numeric, fulfil numeric, band text)
         left join lateral (select msku from sku_listing l where l.store_id = $2 and lower(l.msku) = lower(x.msku)
           order by l.del_flag, l.id limit 1) l on true
       order by 3
       on conflict (store_id, msku) do update set currency = excluded.currency,
         referral_percent = excluded.referral_percent, fulfill_fee = excluded.fulfill_fee,
         size_band = excluded.size_band, report_file_id = excluded.report_file_id, update_time = now()`,
      [c.tenantId, store.id, fileId, JSON.stringify(fees)],
    );
    taken += fees.length;
  }
  await estimateBefore(c, store.id);
  return { rowCount: taken };
}
