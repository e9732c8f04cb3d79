-- What a parcel costs to send is empty until its channel has a price, or somebody says what it cost: the 0
-- that stood there instead was taken for what it costs.
do $$ begin
  if to_regclass('package_order') is not null then
    alter table package_order
      alter est_freight drop not null, alter est_freight drop default,
      alter actual_freight drop not null, alter actual_freight drop default;
    update package_order set est_freight = null where est_freight = 0;
    update package_order set actual_freight = null where actual_freight = 0 and freight_currency is null;
  end if;
  if to_regclass('sales_order') is not null then
    alter table sales_order alter est_freight drop not null, alter est_freight drop default;
    update sales_order set est_freight = null where est_freight = 0;
  end if;
end $$;
