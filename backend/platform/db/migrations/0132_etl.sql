-- What the data engine last said of itself: pages read this and never wait for the engine.
create table etl_engine (
  only_row boolean primary key default true check (only_row),
  embedded boolean not null,
  -- Null: it answered.
  fault text,
  overview jsonb,
  answer_time timestamptz,
  check_time timestamptz not null default now()
);

-- The end of a run's log, apart from the runs, as it is long.
create table etl_run_log (
  run_id bigint primary key,
  log text not null
);

-- Jobs of the embedded engine, in the transaction of what they wrote.
create table etl_embedded_job (
  job_id bigint primary key,
  status text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  read_count bigint not null default 0,
  write_count bigint not null default 0,
  read_bytes bigint not null default 0,
  error text,
  log text not null default ''
);

-- Where reports from outside wait to be loaded; whoever brings them replaces the rows.
create table etl_stage_ad_campaign (like fact_ad_campaign_daily including defaults);
alter table etl_stage_ad_campaign add primary key (rpt_date, campaign_id);
create table etl_stage_ad_keyword (like fact_ad_keyword_daily including defaults);
alter table etl_stage_ad_keyword add primary key (rpt_date, keyword_id);
create table etl_stage_trade (like fact_trade_daily including defaults);
alter table etl_stage_trade add primary key (biz_date, store_id, seller_sku);
create table etl_stage_rate (
  currency text not null,
  effective_date date not null,
  official_rate numeric(18, 8) not null check (official_rate > 0),
  primary key (currency, effective_date)
);
