-- What buyers sent back to the platform waits until somebody says whether it is good. What came back before
-- went into good stock.
do $$ begin
  if to_regclass('fba_sale_line') is null then return; end if;
  alter table fba_sale_line
    add column good_qty int not null default 0,
    add column bad_qty int not null default 0;
  update fba_sale_line set good_qty = in_qty;
end $$;
