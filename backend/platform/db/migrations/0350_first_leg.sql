-- What of a pool's value is the first leg that its pieces came by (figures.md C.2): it leaves with them, in its own
-- column of the figures. What lies there now counts as bought: nobody says what of it was freight.
alter table stock add column first_leg_value numeric(18,2) not null default 0,
  add column transit_first_leg numeric(18,2) not null default 0;
alter table stock_move add column first_leg numeric(18,2) not null default 0;

-- Moves of the platform's warehouses that are a loss, or a cost that was known late, wait here until the job that
-- brings them to the figures has done so (figures.md C.2). Those of before are not brought: they stand as they were.
set local check_function_bodies = off; -- a new database has no documents yet
create table stock_cost_due (move_id bigint primary key);

create function stock_cost_due() returns trigger language plpgsql as $$
begin
  insert into stock_cost_due (move_id)
  select m.id from added m join warehouse w on w.id = m.warehouse_id and w.kind = 'fba' and w.store_id is not null
  where m.amount <> 0 and m.biz_type in ('costOfSales', 'transferLoss', 'fbaReturnLoss', 'fbaDispose', 'otherOut',
    'otherOutReverse', 'otherIn', 'otherInReverse');
  return null;
end $$;
create trigger stock_cost_due after insert on stock_move referencing new table as added
  for each statement execute function stock_cost_due();
