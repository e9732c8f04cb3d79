-- What the demo figures are made from (market.md 13). Frozen when they are made: demo_trade() answers
-- the same rows again whatever becomes of the masters.

create table demo_setting (
  only_row boolean primary key default true check (only_row),
  seed text not null,
  scale text not null,
  start_date date not null,
  ads_from date not null,
  -- Last day that the facts hold; null while they are being made.
  through date
);

create table demo_listing (
  id int primary key,
  key text not null,
  store_id bigint not null,
  profile_id text not null,
  seller_sku text not null,
  site_code text not null,
  region_code text not null,
  group_id bigint not null,
  dept_id bigint not null,
  division_id bigint not null,
  sku_code text not null,
  model_code text not null,
  product_code text not null,
  asin text,
  currency text not null,
  launch_date date not null,
  -- Units a day before season, weekday, event, ramp and growth.
  demand float8 not null,
  -- Store currency per USD when it was made.
  fx numeric(18, 8) not null,
  -- Store currency, tax included; tax is price × vat / (1 + vat).
  price numeric(18, 4) not null,
  vat numeric(8, 6) not null,
  shipping numeric(18, 4) not null,
  fulfill numeric(18, 4) not null,
  refund_rate float8 not null,
  -- CNY per unit.
  cost numeric(18, 4) not null,
  first_leg numeric(18, 4) not null
);

-- Which campaign advertises which listing, from when till when, and how.
create table demo_ad (
  listing_id int not null references demo_listing,
  campaign_id bigint not null,
  ad_product text not null,
  from_day date not null,
  till_day date not null,
  -- Share of the listing's sales that the campaign brings.
  share float8 not null,
  acos float8 not null,
  cpc numeric(18, 4) not null,
  ctr float8 not null,
  primary key (listing_id, campaign_id)
);
create index on demo_ad (campaign_id);

-- The part of its campaign's clicks, and of its conversions, that a keyword has.
create table demo_keyword (
  keyword_id bigint primary key,
  campaign_id bigint not null,
  from_day date not null,
  till_day date not null,
  active float8 not null,
  clicks_from float8 not null,
  clicks_till float8 not null,
  orders_from float8 not null,
  orders_till float8 not null
);
create index on demo_keyword (campaign_id);
