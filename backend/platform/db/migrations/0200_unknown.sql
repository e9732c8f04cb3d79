-- What nobody knows yet is empty, not 0: figures of promotions that have not ended, estimates of orders
-- with a SKU that has no price. Tables that are not there yet are made that way.
do $$ begin
  if to_regclass('platform_promotion') is not null then
    alter table platform_promotion
      alter actual_qty drop not null, alter actual_qty drop default,
      alter actual_sales drop not null, alter actual_sales drop default,
      alter actual_cost drop not null, alter actual_cost drop default,
      alter sales_cny drop not null, alter sales_cny drop default,
      alter cost_cny drop not null, alter cost_cny drop default,
      alter budget_cny drop not null, alter budget_cny drop default,
      alter exchange_rate drop not null, alter exchange_rate drop default,
      alter roi drop not null, alter roi drop default;
    alter table platform_promotion_line
      alter actual_qty drop not null, alter actual_qty drop default,
      alter actual_sales drop not null, alter actual_sales drop default;
    update platform_promotion_line l set actual_qty = null, actual_sales = null
      from platform_promotion p where p.id = l.platform_promotion_id
        and p.status not in ('ended', 'reviewed', 'cancelled');
    update platform_promotion set actual_qty = null, actual_sales = null, actual_cost = null,
      sales_cny = null, cost_cny = null, roi = null
      where status not in ('ended', 'reviewed', 'cancelled');
    update platform_promotion set roi = null where actual_cost = 0;
    update platform_promotion set exchange_rate = null, budget_cny = null where exchange_rate = 0;
  end if;
  if to_regclass('sales_order') is not null then
    alter table sales_order
      alter est_cost drop not null, alter est_cost drop default,
      alter est_profit drop not null, alter est_profit drop default,
      alter est_profit_rate drop not null, alter est_profit_rate drop default;
    update sales_order set est_cost = null, est_profit = null, est_profit_rate = null where est_unknown;
  end if;
end $$;
