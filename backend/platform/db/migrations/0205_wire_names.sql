-- The name of a reference as it travels was also that of a field beside it: one of both is called otherwise.
do $$
declare
  renamed record;
begin
  for renamed in
    select * from (values
      ('payment_request', 'payee_id', 'payee_supplier_id'),
      ('payment', 'payee_id', 'payee_supplier_id'),
      ('merged_payment', 'payee_id', 'payee_supplier_id'),
      ('replenish', 'sku_name', 'goods_name')) r(of_table, was, becomes)
  loop
    if exists (select from pg_attribute where attrelid = to_regclass(renamed.of_table)
        and attname = renamed.was and not attisdropped) then
      execute format('alter table %I rename column %I to %I',
        renamed.of_table, renamed.was, renamed.becomes);
      execute format('alter index if exists %I rename to %I',
        renamed.of_table || '_' || renamed.was || '_ix',
        renamed.of_table || '_' || renamed.becomes || '_ix');
    end if;
  end loop;
end $$;

-- Views of lists that people saved know the old names.
update doc_view set query = regexp_replace(query, '(^|&)payeeId=', '\1payeeSupplierId=', 'g'),
  layout = regexp_replace(layout, '\mpayeeId\M', 'payeeSupplierId', 'g')
where document in ('payment_request', 'payment', 'merged_payment');
update doc_view set layout = regexp_replace(layout, '\mskuName\M', 'goodsName', 'g')
where document = 'replenish' or document like '%\_mapping';
