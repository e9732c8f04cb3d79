-- Beside its keywords an account bids on targets: automatic clauses, products, categories. They have numbers of their own
-- kind, so a keyword and a target of a campaign may have the same one. What was known so far are keywords.
alter table ad_keyword drop constraint ad_keyword_match_type_check;
alter table ad_keyword
  add constraint ad_keyword_match_type_check check (match_type in ('BROAD', 'PHRASE', 'EXACT', 'QUERY_HIGH_REL_MATCHES',
    'QUERY_BROAD_REL_MATCHES', 'ASIN_SUBSTITUTE_RELATED', 'ASIN_ACCESSORY_RELATED', 'ASIN_SAME_AS', 'ASIN_EXPANDED_FROM',
    'ASIN_CATEGORY_SAME_AS', 'ASIN_BRAND_SAME_AS', 'OTHER')),
  add column target_kind text not null generated always as (case
    when match_type in ('BROAD', 'PHRASE', 'EXACT') then 'keyword'
    when match_type in ('ASIN_SAME_AS', 'ASIN_EXPANDED_FROM') then 'product'
    when match_type in ('ASIN_CATEGORY_SAME_AS', 'ASIN_BRAND_SAME_AS') then 'category'
    when match_type = 'OTHER' then 'other'
    else 'auto' end) stored;
drop index ad_keyword_platform_ux;
create unique index ad_keyword_platform_ux
  on ad_keyword (campaign_id, (coalesce(platform_id, keyword_id::text)), (target_kind = 'keyword'));
