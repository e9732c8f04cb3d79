-- Late costs of pieces that have left go on to the cost of sales: rows without pieces, like 成本差异.
do $$
declare
  name text;
begin
  for name in select conname from pg_constraint
    where conrelid = 'stock_move'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%costAdjust%'
  loop
    execute format('alter table stock_move drop constraint %I', name);
  end loop;
end $$;
alter table stock_move add constraint stock_move_pieces
  check (qty <> 0 or biz_type in ('costAdjust', 'costOfSales'));
