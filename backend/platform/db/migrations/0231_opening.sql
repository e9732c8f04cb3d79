-- What a company brings along (company.md 2). Its rows are the only ones that leave a ledger again, and
-- only here, while the tenant is set up.
set local check_function_bodies = off; -- a new database has no documents yet

create or replace function ap_group(type text) returns text language sql immutable as $$
  select case
    when type in ('receipt', 'receiptReverse', 'fee', 'discount', 'opening') then 'added'
    when type in ('return', 'returnReverse', 'closeDeduct') then 'returned'
    when type in ('payment', 'paymentReverse', 'openingPrepaid') then 'paid'
    else 'refunded' end
$$;

-- What was brought along falls due on its own day.
create or replace function ap_entry_due(type text, supplier bigint, po bigint, line bigint, day date)
returns date language plpgsql stable as $$
declare
  taken record;
begin
  if ap_group(type) <> 'added' then return day; end if;
  if type = 'opening' then
    select due_date into taken from opening_debt_line where id = line;
    return coalesce(taken.due_date, ap_due_date(supplier, po, day));
  end if;
  if type = 'receiptReverse' then
    select due_date into taken from ap_entry e
      where e.po_id = po and e.biz_line_id = line and e.biz_type = 'receipt' order by id desc limit 1;
    if found then return taken.due_date; end if;
  end if;
  return ap_due_date(supplier, po, day);
end $$;

create or replace function only_added() returns trigger language plpgsql as $$
begin
  -- Other tables that are only added to have no such columns.
  if tg_op = 'DELETE' and current_setting('app.opening_undo', true) = 'on' and tg_table_name in ('stock_move', 'ap_entry') then
    if to_jsonb(old) ->> 'biz_type' in ('opening', 'openingPrepaid')
      and exists (select 1 from sys_tenant where id = (to_jsonb(old) ->> 'tenant_id')::bigint and phase = 'setup') then
      return old;
    end if;
  end if;
  raise exception '% rows are never changed', tg_table_name;
end $$;

-- Takes out of the ledgers what an opening entered, with all that is kept beside them, and answers the rows
-- that are gone. Guards of the document have seen that nothing stands on them. Nobody goes live meanwhile.
create function opening_undo(tenant bigint, opening bigint) returns jsonb
language plpgsql as $$
declare
  moves bigint[];
  entries bigint[];
  warehouses bigint[];
  skus bigint[];
  accounts bigint[];
  gone jsonb;
begin
  perform 1 from sys_tenant where id = tenant and phase = 'setup' for update;
  if not found then
    raise exception '系统已上线，期初只能用更正单' using errcode = 'ERP09';
  end if;
  select array_agg(m.id) into moves from stock_move m
    where m.tenant_id = tenant and m.biz_type = 'opening' and (
      (m.biz_document = 'opening' and m.biz_id = opening) or
      (m.biz_document = 'transfer' and m.biz_id in (select to_id from doc_link
        where tenant_id = tenant and from_type = 'opening' and from_id = opening and to_type = 'transfer')));
  select array_agg(e.id) into entries from ap_entry e
    where e.tenant_id = tenant and e.biz_document = 'opening' and e.biz_id = opening;
  select array_agg(warehouse_id), array_agg(sku_id) into warehouses, skus
    from (select distinct warehouse_id, sku_id from stock_move where id = any(moves)) pool;
  perform 1 from stock where (warehouse_id, sku_id) in (select * from unnest(warehouses, skus))
    order by warehouse_id, sku_id for update;
  perform 1 from supplier where id in (select supplier_id from ap_entry where id = any(entries))
    order by id for update;
  gone := jsonb_build_object(
    'moves', (select jsonb_agg(to_jsonb(m) order by m.id) from stock_move m where m.id = any(moves)),
    'entries', (select jsonb_agg(to_jsonb(e) order by e.id) from ap_entry e where e.id = any(entries)));

  update stock s set good_qty = s.good_qty - x.good, bad_qty = s.bad_qty - x.bad,
      transit_qty = s.transit_qty - x.transit, stock_value = s.stock_value - x.value,
      transit_value = s.transit_value - x.way, version = s.version + 1
    from (select warehouse_id, sku_id,
        coalesce(sum(qty) filter (where bucket = 'good'), 0) as good,
        coalesce(sum(qty) filter (where bucket = 'bad'), 0) as bad,
        coalesce(sum(qty) filter (where bucket = 'transit'), 0) as transit,
        coalesce(sum(amount) filter (where bucket <> 'transit'), 0) as value,
        coalesce(sum(amount) filter (where bucket = 'transit'), 0) as way
      from stock_move where id = any(moves) group by 1, 2) x
    where s.tenant_id = tenant and s.warehouse_id = x.warehouse_id and s.sku_id = x.sku_id;
  select array_agg(distinct a.id) into accounts from ap_entry e
    join ap_account a on a.supplier_id = e.supplier_id and a.currency = e.currency
    where e.id = any(entries);
  update supplier s set ap_balance = s.ap_balance - x.base
    from (select supplier_id, sum(base_amount) as base from ap_entry where id = any(entries) group by 1) x
    where s.id = x.supplier_id;

  perform set_config('app.opening_undo', 'on', true);
  delete from stock_move where id = any(moves);
  delete from ap_entry where id = any(entries);
  perform set_config('app.opening_undo', 'off', true);

  delete from stock_posting p where p.tenant_id = tenant
    and p.biz_document in ('opening', 'transfer')
    and not exists (select 1 from stock_move m where m.posting_id = p.id);
  delete from stock s where (s.warehouse_id, s.sku_id) in (select * from unnest(warehouses, skus))
    and not exists (select 1 from stock_move m where m.warehouse_id = s.warehouse_id and m.sku_id = s.sku_id);
  update stock set first_in_time = null
    where (warehouse_id, sku_id) in (select * from unnest(warehouses, skus)) and on_hand_qty = 0;
  if moves is not null then perform stock_rebuild(warehouses, skus); end if;
  if accounts is not null then
    delete from ap_due where account_id = any(accounts);
    delete from ap_month where account_id = any(accounts);
    update ap_account set balance = 0, base_balance = 0 where id = any(accounts);
    perform ap_fold(array_agg(e.id)) from ap_entry e
      join ap_account a on a.supplier_id = e.supplier_id and a.currency = e.currency
      where a.id = any(accounts) having count(*) > 0;
    delete from ap_account a where a.id = any(accounts) and not exists (select 1 from ap_entry e
      where e.supplier_id = a.supplier_id and e.currency = a.currency);
  end if;
  return gone;
end $$;

-- What the old system said, line by line of the check (company.md 2.3), and why it differs.
create table opening_figure (
  tenant_id bigint not null,
  key text not null,
  old_value numeric(18,2),
  note text,
  update_by bigint not null references sys_user (id),
  update_time timestamptz not null default now(),
  primary key (tenant_id, key)
);

-- Who signed what: the figures of then stay with the signature. Whatever changes them voids it.
create table opening_sign (
  id bigint generated by default as identity primary key,
  tenant_id bigint not null,
  role text not null check (role in ('FINANCE', 'EXEC')),
  user_id bigint not null references sys_user (id),
  sign_time timestamptz not null default now(),
  rows jsonb not null,
  void_time timestamptz
);
create unique index opening_sign_stands on opening_sign (tenant_id, role) where void_time is null;

-- Who sees to a step of 开始使用, and what is said of it.
create table setup_step (
  tenant_id bigint not null,
  key text not null,
  owner_id bigint references sys_user (id),
  note text,
  primary key (tenant_id, key)
);

-- Up to which difference an old figure and ours are one.
create function sys_param_opening(tenant bigint) returns void language sql as $$
  insert into sys_param (tenant_id, param_key, name, value, value_type, unit, remark)
  values (tenant, 'opening_tolerance_cny', '期初核对容差', '1.00', 'number', '元', '差异不超过此数不用说明')
  on conflict do nothing
$$;
select sys_param_opening(id) from (select 1::bigint as id union select id from sys_tenant) t;
create function sys_tenant_opening() returns trigger language plpgsql as $$
begin
  perform sys_param_opening(new.id);
  return null;
end $$;
create trigger sys_tenant_params_opening after insert on sys_tenant
  for each row execute function sys_tenant_opening();
