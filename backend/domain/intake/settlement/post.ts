import { foretoldEntries, postOrderFacts } from "#backend/domain/order/state/facts";
import type { RuleContext } from "#backend/engine/documents";
import { addTradeFacts, type TradeEntry } from "#backend/ledgers/facts/post";
import { closedUntil } from "#backend/platform/values";
import { lineAmount, SOURCE } from "../lines";
import { settleReimbursements } from "../reimbursed";
import { lockStorage, STORAGE_DAY, storageEntries, storageMonths } from "../storage/post";

/** Orders of a settlement's lines that are known by now. $1 settlement */
const KNOWN = `
  told_order as materialized (select distinct tenant_id, store_id, order_no from settlement_line
    where settlement_id = $1 and order_no is not null and del_flag = 0),
  known as materialized (
    select n.store_id, n.order_no, o.id, o.purchase_day, o.opening_no from told_order n
      join platform_order o on o.tenant_id = n.tenant_id and o.store_id = n.store_id
        and lower(o.platform_order_no) = lower(n.order_no) and o.del_flag = 0)`;

/** Lines name their orders, also those that came since they were posted. $1 settlement */
const LINK = `
  with ${KNOWN}
  update settlement_line l set platform_order_id = o.id from known o
  where l.settlement_id = $1 and l.store_id = o.store_id and l.order_no = o.order_no
    and l.platform_order_id is distinct from o.id`;

/**
 * On which day each line counts (figures.md C.3): fees of an order on the day of its purchase, storage at the end
 * of its month, everything else when it was posted; where that is closed, when it was posted, else on
 * the first open day. Refunds that customer service had paid back are only compared. They name their orders, too.
 * $1 settlement, $2 last closed day
 */
const DATES = `
  with ${KNOWN},
  told as (
    select l.id, o.id as order_id, case
        when l.measure = 'storage_fee' then ${STORAGE_DAY}
        when l.category = 'fee' and l.transaction_type <> 'Refund' and o.opening_no is null
          then coalesce(o.purchase_day, l.posted_date)
        else l.posted_date end as natural_date, l.posted_date
    from settlement_line l
      left join known o on o.store_id = l.store_id and o.order_no = l.order_no
    where l.settlement_id = $1 and l.del_flag = 0)
  update settlement_line l set natural_date = t.natural_date, platform_order_id = t.order_id, landed_sku = null,
    landing_date = case when l.measure in ('none', 'compared') then null
      when $2::date is null or t.natural_date > $2::date then t.natural_date
      when t.posted_date > $2::date then t.posted_date
      else $2::date + 1 end
  from told t where t.id = l.id`;

/** Refunds of customer service that are in the facts, by order; those that another settlement told are settled. */
const PAID_BACK = `
  with back as (
    select l.store_id, l.order_no, l.platform_order_id, -sum(l.amount) as amount from settlement_line l
    where l.settlement_id = $1 and l.measure = 'refund_amt' and l.platform_order_id is not null and l.del_flag = 0
    group by 1, 2, 3),
  known as (
    select b.store_id, b.order_no, b.amount, r.id,
      (select sum(s.amount) from fact_source s where s.source_type = 'csRefund' and s.source_no = r.no
        and s.store_id = r.store_id and s.column_name = 'refund_amt') as posted
    from back b join cs_refund r on r.platform_order_id = b.platform_order_id and r.del_flag = 0
    where not exists (select 1 from settlement_line x join settlement h on h.id = x.settlement_id and h.status = 'posted'
      where x.cs_refund_id = r.id and x.settlement_id <> $1 and x.del_flag = 0))
  select distinct on (store_id, order_no) store_id as "storeId", order_no as "orderNo", id as "refundId"
  from known where abs(amount - posted) <= 0.01 order by store_id, order_no, id`;

/**
 * What a settlement brings, by day, goods and column; pieces whose whole price went back with them. Where lines of
 * two orders cancel out a row of the facts is needed all the same: each order is found by its row.
 */
const ENTRIES = `
  with line as (
    select l.store_id, l.fact_sku, l.natural_date, l.posted_date, l.measure,
      ${lineAmount("l")} as amount,
      case when l.measure = 'refund_amt' and l.amount_type = 'ItemPrice' and l.amount_description = 'Principal'
        then (select case when -l.amount * sum(p.qty) % sum(p.item_price) = 0 then -l.amount * sum(p.qty) / sum(p.item_price) end
          from platform_order_line p where p.platform_order_id = l.platform_order_id and p.del_flag = 0
            and lower(p.seller_sku) = lower(l.msku) having sum(p.item_price) > 0) end as pieces
    from settlement_line l
    where l.settlement_id = $1 and l.measure not in ('none', 'compared') and l.cs_refund_id is null and l.del_flag = 0)
  select $2 as "sourceNo", '${SOURCE}' as "sourceType", store_id as "storeId", fact_sku as "sellerSku",
    natural_date::text as "bizDate", posted_date::text as "postedDate", v.name as "column", sum(v.amount)::text as amount
  from line cross join lateral (values (measure, amount), ('refund_units', pieces)) v(name, amount)
  group by 3, 4, 5, 6, 7 having sum(v.amount) is not null order by 5, 3, 4, 7`;

/** What the delivery of a piece of each listing cost in its orders, beside what is expected; the newest stays. $1 settlement */
const CHARGED = `
  update fee_preview v set settled_fee = x.fee, settled_day = x.day
  from (
    select l.store_id, l.fact_sku, max(l.posted_date) as day,
      round(-sum(l.amount) filter (where l.measure = 'fulfill_fee')
        / nullif(sum(l.qty) filter (where l.amount_type = 'ItemPrice' and l.amount_description = 'Principal'), 0), 4) as fee
    from settlement_line l
    where l.settlement_id = $1 and l.transaction_type = 'Order' and l.fact_sku <> '*' and l.del_flag = 0
    group by 1, 2) x
  where v.store_id = x.store_id and v.msku = x.fact_sku and x.fee > 0 and coalesce(v.settled_day, x.day) <= x.day`;

/** Estimates of the orders that its lines name give way to what it says, or come back. */
async function postNamed({ sql }: RuleContext, id: string): Promise<void> {
  const rows = await sql.query<{ id: string }>(
    `select distinct platform_order_id as id from settlement_line
     where settlement_id = $1 and transaction_type = 'Order' and platform_order_id is not null and del_flag = 0
     order by 1`,
    [id],
  );
  await postOrderFacts(
    sql,
    rows.map((row) => row.id),
  );
}

/** The same, of orders that came since it was posted as well. */
export async function postOrders(c: RuleContext, id: string): Promise<void> {
  await c.sql.query(LINK, [id]);
  await postNamed(c, id);
}

/**
 * Brings the figures to what a settlement says, once it is posted: its state is written already. Fees take the
 * place of estimates, orders that nobody knows are counted until they come.
 */
export async function postSettlementFacts(c: RuleContext, { id, no }: { id: string; no: string }): Promise<void> {
  const { sql } = c;
  await lockStorage(c);
  await sql.query(DATES, [id, await closedUntil(c)]);
  const paidBack = await sql.query<{ storeId: string; orderNo: string; refundId: string }>(PAID_BACK, [id]);
  await sql.query(
    `update settlement_line l set cs_refund_id = x."refundId", landing_date = null
     from jsonb_to_recordset($2::jsonb) as x("storeId" bigint, "orderNo" text, "refundId" bigint)
     where l.settlement_id = $1 and l.store_id = x."storeId" and l.order_no = x."orderNo" and l.measure = 'refund_amt'`,
    [id, JSON.stringify(paidBack)],
  );
  const own = await sql.query<TradeEntry>(ENTRIES, [id, no]);
  const foretold = await foretoldEntries(sql, { settlement: id });
  const storage = await storageEntries(c, await storageMonths(c, id));
  await addTradeFacts(sql, [...own, ...foretold, ...storage]);
  await settleReimbursements(c, id);
  await sql.query(CHARGED, [id]);
  await postNamed(c, id);
}

const negative = (entries: readonly TradeEntry[]) =>
  entries.map((e) => ({ ...e, amount: e.amount.startsWith("-") ? e.amount.slice(1) : `-${e.amount}` }));

/** Takes all of it back, whose state is written already; what lies in closed months is taken back in an open one. */
export async function takeBackFacts(c: RuleContext, { id, no }: { id: string; no: string }): Promise<void> {
  const { sql } = c;
  await lockStorage(c);
  await sql.query(LINK, [id]);
  const own = await sql.query<TradeEntry>(
    `select source_type as "sourceType", source_no as "sourceNo", store_id as "storeId", seller_sku as "sellerSku",
       column_name as "column", biz_date::text as "bizDate", sum(amount)::text as amount
     from fact_source where source_type = '${SOURCE}' and source_no = $1 and store_id in
       (select distinct store_id from settlement_line where settlement_id = $2)
     group by 1, 2, 3, 4, 5, 6 having sum(amount) <> 0 order by 6, 3, 4, 5`,
    [no, id],
  );
  const foretold = await foretoldEntries(sql, { settlement: id });
  await sql.query("delete from fba_storage_share where tenant_id = $1 and settlement_id = $2", [c.tenantId, id]);
  const storage = await storageEntries(c, await storageMonths(c, id));
  await addTradeFacts(sql, [...negative(own), ...foretold, ...storage]);
  await settleReimbursements(c, id);
  await sql.query(
    "update settlement_line set landing_date = null, natural_date = null, landed_sku = null, cs_refund_id = null where settlement_id = $1",
    [id],
  );
  await postNamed(c, id);
}
