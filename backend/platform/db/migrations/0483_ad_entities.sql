-- What an advertising account has, as it says itself (figures.md A.3, D.7): ad groups, negative keywords, and when each
-- campaign and keyword was last told of. What nobody was told of since is not changed from here.
alter table ad_campaign add column told_time timestamptz;
alter table ad_keyword add column told_time timestamptz;
alter table ad_feed add column next_entities timestamptz not null default now();

create table ad_group (
  campaign_id bigint not null references ad_campaign,
  ad_group_id bigint not null,
  name text not null,
  default_bid numeric(18, 2),
  state text not null check (state in ('ENABLED', 'PAUSED', 'ARCHIVED')),
  told_time timestamptz not null default now(),
  primary key (campaign_id, ad_group_id)
);

create table ad_negative (
  negative_id bigint primary key default nextval('ad_entity_id'),
  campaign_id bigint not null references ad_campaign,
  ad_group_id bigint not null,
  keyword_text text not null,
  match_type text not null check (match_type in ('NEGATIVE_EXACT', 'NEGATIVE_PHRASE')),
  state text not null check (state in ('ENABLED', 'PAUSED', 'ARCHIVED')),
  platform_id text not null,
  told_time timestamptz not null default now()
);
create unique index ad_negative_platform_ux on ad_negative (campaign_id, platform_id);
create index ad_negative_words_ix on ad_negative (campaign_id, ad_group_id, lower(keyword_text));

-- What people typed who then clicked, by the ad group that it led to.
create table ad_term (
  term_id bigint primary key default nextval('ad_entity_id'),
  campaign_id bigint not null references ad_campaign,
  ad_group_id bigint not null,
  search_term text not null,
  matched text
);
create unique index ad_term_words_ux on ad_term (campaign_id, ad_group_id, search_term);

create table fact_ad_term_daily (
  rpt_date date not null,
  term_id bigint not null,
  campaign_id bigint not null,
  profile_id text not null,
  currency_code text not null,
  impressions bigint not null default 0,
  clicks bigint not null default 0,
  cost numeric(18, 4) not null default 0,
  conversions bigint not null default 0,
  sales numeric(18, 4) not null default 0,
  units bigint not null default 0,
  primary key (rpt_date, term_id)
) partition by range (rpt_date);
create index on fact_ad_term_daily (term_id, rpt_date);

-- What may be changed in advertising accounts (figures.md D.7).
create function sys_param_ads(tenant bigint) returns void language sql as $$
  insert into sys_param (tenant_id, param_key, name, value, value_type, unit, remark)
  select tenant, k.* from (values
    ('ads_limits', '广告竞价与日预算限额',
      'USD 0.02-10/1;CAD 0.02-13/1;MXN 0.1-150/20;GBP 0.02-8/1;EUR 0.02-10/1;JPY 2-1500/100;AUD 0.1-15/1.4;AED 0.24-40/4',
      'text', null::text, '每个币种：最低竞价-最高竞价/最低日预算。低于最低的不能保存；高于最高竞价，或没有写的币种，须审批'),
    ('ads_step_percent', '广告竞价一次最大变动', '50', 'number', '%', '超过的须审批；日预算一天内超过两倍也须审批'),
    ('ads_stop', '停止所有广告操作', 'false', 'bool', null::text, '打开后不再向广告平台发送任何改动，自动规则也不运行；已确认的等待关闭后发送')
  ) as k (key, name, value, type, unit, remark)
  on conflict do nothing;
$$;
select sys_param_ads(id) from (select 1::bigint as id union select id from sys_tenant) t;

create function sys_tenant_ads() returns trigger language plpgsql as $$
begin
  perform sys_param_ads(new.id);
  return null;
end $$;
create trigger sys_tenant_params_ads after insert on sys_tenant
  for each row execute function sys_tenant_ads();
