-- Reports of advertising also come as files, of which no connection knows. What was told as of later counts: of an
-- uploaded file the time that it says, of others when they were asked for.
alter table ad_report
  alter column connector_id drop not null,
  add column if not exists report_file_id bigint,
  add column told_time timestamptz;
create index ad_report_store_ix on ad_report (store_id, report_type, end_date);
create index on ad_report (report_file_id) where report_file_id is not null;

-- Files of the advertising console name campaigns and keywords without the platform's number. What is made of a name
-- waits for the number; until it comes, `platform_id` is null and the name is the only one.
alter table ad_campaign
  add column by_name boolean not null default false,
  alter column daily_budget drop not null;
create unique index ad_campaign_name_ux on ad_campaign (tenant_id, store_id, ad_product, campaign_name) where by_name;
alter table ad_keyword
  add column by_name boolean not null default false,
  alter column bid drop not null;
create unique index ad_keyword_name_ux on ad_keyword (campaign_id, ad_group_id, lower(keyword_text), match_type)
  where by_name;

-- They say no bids, and of campaigns no pieces: unknown is not 0.
alter table fact_ad_campaign_daily alter column units drop not null, alter column units drop default;
alter table fact_ad_keyword_daily alter column keyword_bid drop not null;
