import dayjs from "dayjs";
import { rules } from "#backend/engine/documents";
import { VIEW_COLUMNS } from "#backend/engine/documents/tables/views";
import { today } from "#backend/platform/values";
import { platUnsettled, UNSETTLED_BACK, UNSETTLED_DAYS } from "#documents/finance/receivable/plat-unsettled";

const dayOf = (value: unknown): string | undefined => /^\d{4}-\d\d-\d\d/.exec(String(value ?? ""))?.[0];

/** When we sent what the platform does not send itself. */
const SENT = `(select min((h.ship_time at time zone t.time_zone)::date)
  from sales_order s join package_order_line y on y.order_id = s.id and y.del_flag = 0
    join package_order h on h.id = y.package_order_id and h.del_flag = 0
  where s.platform_order_id = t.id and s.del_flag = 0 and h.ship_time is not null)`;

/** Since when the settlements of an account are here, in a currency; orders before it were settled elsewhere. */
const BEGUN = `(select a.tenant_id, coalesce(nullif(a.seller_id, ''), a.id::text) as account, h.currency,
    min(h.start_time) as since
  from settlement h join store a on a.id = h.store_id
  where h.status = 'posted' and h.del_flag = 0 group by 1, 2, 3)`;

/** What an order is worth without tax, and which fees are expected of it; null: nobody expects any. */
const WORTH = `
  cross join lateral (select sum(l.item_price + l.shipping_price - l.shipping_discount - l.promotion_discount)
    as amount from platform_order_line l where l.platform_order_id = t.id and l.del_flag = 0) l
  cross join lateral (select nullif(round(sum(e.amount), 2), 0) as fees from fact_source e
    where e.source_type = 'platformOrder' and e.source_no = t.platform_order_no and e.store_id = t.store_id
      and e.column_name in ('platform_fee', 'fulfill_fee')) f`;

/** No settlement that is posted tells of the order. */
const UNTOLD = `not exists (select 1 from settlement_line x join settlement h on h.id = x.settlement_id
  where x.store_id = t.store_id and x.order_no = t.platform_order_no and x.del_flag = 0
    and h.status = 'posted' and h.del_flag = 0)`;

/** Days of sales of which money may still come; what waits for longer is 长期未结算. */
const COMING_DAYS = 90;

/**
 * 未结算预估 (figures.md D.3): what a store's orders up to a day should still bring, in its currency: their worth
 * less the fees that are expected. Orders of which no fee is expected are left out; null: all are such.
 * @param owed relation with `tenant_id`, `store_id` and `currency`
 * @param last expression of the day
 */
export const comingOf = (owed: string, last: string) => `(
  select coalesce(sum(l.amount - f.fees), case when count(*) = 0 then 0.00 end) from platform_order t ${WORTH}
  where t.tenant_id = ${owed}.tenant_id and t.store_id = ${owed}.store_id and t.currency = ${owed}.currency
    and t.del_flag = 0 and t.status not in ('Pending', 'PendingAvailability', 'Canceled')
    and t.purchase_day between ${last} - ${COMING_DAYS} and ${last} and ${UNTOLD}
    and t.purchase_time >= coalesce((select b.since from ${BEGUN} b join store w on w.id = ${owed}.store_id
      where b.tenant_id = w.tenant_id and b.account = coalesce(nullif(w.seller_id, ''), w.id::text)
        and b.currency = ${owed}.currency), '-infinity'))`;

/**
 * 长期未结算 (figures.md C.3): orders that were sent more than 45 days ago, since the account's first settlement, and
 * that no settlement that is posted tells of. What their fees are expected to be is what the facts hold of them.
 */
export const platUnsettledRules = rules(platUnsettled, {
  from({ dayFrom, dayTo }, bind, caller) {
    const latest = dayjs(today()).subtract(UNSETTLED_DAYS, "day").format("YYYY-MM-DD");
    const asked = dayOf(dayTo);
    const till = asked && asked < latest ? asked : latest;
    const from = dayOf(dayFrom) ?? dayjs(till).subtract(UNSETTLED_BACK, "day").format("YYYY-MM-DD");
    return `(select t.id, t.tenant_id, ${VIEW_COLUMNS}, t.platform_order_no as order_no,
        'platform_order' as order_document, t.id::text as order_id, t.store_id, t.purchase_day as day,
        s.day as sent_day, (${bind(today())}::date - s.day) as waited_days, t.currency, l.amount, f.fees,
        l.amount - f.fees as expected
      from platform_order t join store w on w.id = t.store_id
        join ${BEGUN} b on b.tenant_id = t.tenant_id and b.account = coalesce(nullif(w.seller_id, ''), w.id::text)
          and b.currency = t.currency and b.since <= t.purchase_time
        cross join lateral (select case when t.fulfillment_channel = 'MFN' then coalesce(${SENT}, t.purchase_day)
          else t.purchase_day end as day) s
        ${WORTH}
      where t.tenant_id = ${bind(caller.tenantId)} and t.del_flag = 0 and t.status = 'Shipped'
        and t.purchase_day between ${bind(from)}::date and ${bind(till)}::date and s.day <= ${bind(latest)}::date
        and ${UNTOLD})`;
  },
});
