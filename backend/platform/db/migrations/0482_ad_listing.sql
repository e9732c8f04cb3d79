-- What advertising of a listing sold, a day: the products of its campaigns added up, in whatever letters they are written.
-- Triggers keep it, so copies of the program that know nothing of it write right while they are replaced.
create table fact_ad_listing (
  store_id bigint not null,
  rpt_date date not null,
  lower_sku text not null,
  currency_code text not null,
  units bigint not null default 0,
  sales numeric(18, 4) not null default 0,
  primary key (store_id, rpt_date, lower_sku)
);

create function fact_ad_listing_keep() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into fact_ad_listing as t (store_id, rpt_date, lower_sku, currency_code, units, sales)
    select c.store_id, r.rpt_date, lower(r.advertised_sku), min(r.currency_code), sum(r.units), sum(r.sales)
    from new_rows r join ad_campaign c on c.campaign_id = r.campaign_id
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (store_id, rpt_date, lower_sku) do update
      set units = t.units + excluded.units, sales = t.sales + excluded.sales;
  end if;
  if tg_op <> 'INSERT' then
    insert into fact_ad_listing as t (store_id, rpt_date, lower_sku, currency_code, units, sales)
    select c.store_id, r.rpt_date, lower(r.advertised_sku), min(r.currency_code), -sum(r.units), -sum(r.sales)
    from old_rows r join ad_campaign c on c.campaign_id = r.campaign_id
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (store_id, rpt_date, lower_sku) do update
      set units = t.units + excluded.units, sales = t.sales + excluded.sales;
  end if;
  return null;
end $$;
create trigger fact_ad_listing_inserted after insert on fact_ad_product_daily
  referencing new table as new_rows for each statement execute function fact_ad_listing_keep();
create trigger fact_ad_listing_updated after update on fact_ad_product_daily
  referencing new table as new_rows old table as old_rows for each statement execute function fact_ad_listing_keep();
create trigger fact_ad_listing_deleted after delete on fact_ad_product_daily
  referencing old table as old_rows for each statement execute function fact_ad_listing_keep();

insert into fact_ad_listing (store_id, rpt_date, lower_sku, currency_code, units, sales)
select c.store_id, r.rpt_date, lower(r.advertised_sku), min(r.currency_code), sum(r.units), sum(r.sales)
from fact_ad_product_daily r join ad_campaign c on c.campaign_id = r.campaign_id
group by 1, 2, 3;
