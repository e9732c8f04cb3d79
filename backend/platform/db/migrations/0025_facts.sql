-- Facts that people look at (market.md 6, 7, 8): one row per day and key, partitioned by month.
-- Money is in the currency of the row with 4 decimals; product_cost, first_leg_cost, promo_fee in CNY.

create table fact_trade_daily (
  biz_date date not null,
  store_id bigint not null,
  seller_sku text not null,
  site_code text not null,
  region_code text not null,
  group_id bigint not null,
  dept_id bigint not null,
  division_id bigint not null,
  sku_code text not null,
  model_code text not null,
  currency text not null,
  orders int not null default 0,
  units int not null default 0,
  refund_units int not null default 0,
  item_sales numeric(18, 4) not null default 0,
  shipping_income numeric(18, 4) not null default 0,
  promo_amt numeric(18, 4) not null default 0,
  refund_amt numeric(18, 4) not null default 0,
  vat_amt numeric(18, 4) not null default 0,
  platform_fee numeric(18, 4) not null default 0,
  fulfill_fee numeric(18, 4) not null default 0,
  storage_fee numeric(18, 4) not null default 0,
  ad_spend numeric(18, 4) not null default 0,
  other_fee numeric(18, 4) not null default 0,
  product_cost numeric(18, 4) not null default 0,
  first_leg_cost numeric(18, 4) not null default 0,
  promo_fee numeric(18, 4) not null default 0,
  primary key (biz_date, store_id, seller_sku)
) partition by range (biz_date);

-- What was posted, by whom: the sum per key and column is the fact. A replay finds its row and does nothing.
-- Seeded rows are not repeated here: demo_trade() makes them again, from parameters that stay.
create table fact_source (
  source_type text not null,
  source_no text not null,
  biz_date date not null,
  store_id bigint not null,
  seller_sku text not null,
  column_name text not null,
  amount numeric(18, 4) not null,
  create_time timestamptz not null default now(),
  primary key (source_type, source_no, biz_date, store_id, seller_sku, column_name)
);
create index on fact_source (biz_date, store_id, seller_sku);

-- The same sums per month, for the cockpit: kept by the writer of the facts.
create table fact_trade_month (
  month date not null,
  store_id bigint not null,
  site_code text not null,
  region_code text not null,
  group_id bigint not null,
  dept_id bigint not null,
  division_id bigint not null,
  model_code text not null,
  currency text not null,
  orders bigint not null,
  units bigint not null,
  refund_units bigint not null,
  item_sales numeric(20, 4) not null,
  shipping_income numeric(20, 4) not null,
  promo_amt numeric(20, 4) not null,
  refund_amt numeric(20, 4) not null,
  vat_amt numeric(20, 4) not null,
  platform_fee numeric(20, 4) not null,
  fulfill_fee numeric(20, 4) not null,
  storage_fee numeric(20, 4) not null,
  ad_spend numeric(20, 4) not null,
  other_fee numeric(20, 4) not null,
  product_cost numeric(20, 4) not null,
  first_leg_cost numeric(20, 4) not null,
  promo_fee numeric(20, 4) not null,
  primary key (month, store_id, site_code, region_code, group_id, dept_id, division_id, model_code, currency)
);

create table ad_campaign (
  campaign_id bigint primary key,
  tenant_id bigint not null default 1,
  store_id bigint not null,
  profile_id text not null,
  portfolio_id bigint,
  group_id bigint not null,
  campaign_name text not null,
  ad_product text not null check (ad_product in ('SP', 'SB', 'SD')),
  targeting_type text not null check (targeting_type in ('auto', 'manual')),
  state text not null check (state in ('ENABLED', 'PAUSED', 'ARCHIVED')),
  daily_budget numeric(18, 2) not null
);
create index on ad_campaign (portfolio_id);

create table ad_keyword (
  keyword_id bigint primary key,
  campaign_id bigint not null references ad_campaign,
  ad_group_id bigint not null,
  keyword_text text not null,
  match_type text not null check (match_type in ('BROAD', 'PHRASE', 'EXACT')),
  bid numeric(18, 2) not null,
  state text not null check (state in ('ENABLED', 'PAUSED', 'ARCHIVED'))
);

create table fact_ad_campaign_daily (
  rpt_date date not null,
  campaign_id bigint not null,
  profile_id text not null,
  currency_code text not null,
  impressions bigint not null default 0,
  clicks bigint not null default 0,
  cost numeric(18, 4) not null default 0,
  conversions bigint not null default 0,
  sales numeric(18, 4) not null default 0,
  units bigint not null default 0,
  top_of_search_share numeric(7, 4),
  primary key (rpt_date, campaign_id)
) partition by range (rpt_date);

create table fact_ad_product_daily (
  rpt_date date not null,
  campaign_id bigint not null,
  ad_group_id bigint not null,
  advertised_sku text not null,
  profile_id text not null,
  currency_code text not null,
  asin text,
  product_code text not null,
  impressions bigint not null default 0,
  clicks bigint not null default 0,
  cost numeric(18, 4) not null default 0,
  conversions bigint not null default 0,
  sales numeric(18, 4) not null default 0,
  units bigint not null default 0,
  primary key (rpt_date, campaign_id, ad_group_id, advertised_sku)
) partition by range (rpt_date);

create table fact_ad_keyword_daily (
  rpt_date date not null,
  keyword_id bigint not null,
  campaign_id bigint not null,
  profile_id text not null,
  currency_code text not null,
  keyword_text text not null,
  match_type text not null,
  keyword_bid numeric(18, 2) not null,
  impressions bigint not null default 0,
  clicks bigint not null default 0,
  cost numeric(18, 4) not null default 0,
  conversions bigint not null default 0,
  sales numeric(18, 4) not null default 0,
  units bigint not null default 0,
  primary key (rpt_date, keyword_id)
) partition by range (rpt_date);

/* Days on which more (or less) is sold than the season says. Editable: real dates move each year. */
create table demo_event (
  event_date date primary key,
  name text not null,
  factor numeric(6, 3) not null
);

/* Makes the monthly partitions of the four fact tables that the days from..till need. */
create function ensure_fact_partitions(from_day date, till_day date) returns void language plpgsql as $$
declare
  m date;
  t text;
begin
  m := date_trunc('month', from_day)::date;
  while m <= till_day loop
    foreach t in array array['fact_trade_daily', 'fact_ad_campaign_daily', 'fact_ad_product_daily', 'fact_ad_keyword_daily'] loop
      if to_regclass(t || '_' || to_char(m, 'YYYYMM')) is null then
        execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
          t || '_' || to_char(m, 'YYYYMM'), t, m, (m + interval '1 month')::date);
      end if;
    end loop;
    m := (m + interval '1 month')::date;
  end loop;
end $$;

/* The rate of a row whose month has none: a refusal, so that no row is dropped without a word. */
create function missing_rate(currency text, month date) returns numeric language plpgsql stable as $$
begin
  raise exception '缺少%的汇率', currency || to_char(month, 'YYYYMM') using errcode = 'ERP09';
end $$;
