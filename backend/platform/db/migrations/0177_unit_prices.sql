-- Prices of one piece have four decimals in every currency.
alter table if exists evaluation_application_line alter column unit_price type numeric(18,4);
alter table if exists rebate_line alter column unit_fee type numeric(18,4);
alter table if exists platform_promotion_line
  alter column original_price type numeric(18,4),
  alter column promo_price type numeric(18,4);
