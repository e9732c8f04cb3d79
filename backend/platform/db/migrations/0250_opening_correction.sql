-- What a company brought along is put right once it works (company.md 2.1): amounts without pieces in the
-- stock ledger, and entries of their own among the payables.
set local check_function_bodies = off; -- a new database has no documents yet

alter table stock_move drop constraint stock_move_pieces;
alter table stock_move add constraint stock_move_pieces
  check (qty <> 0 or biz_type in ('costAdjust', 'costOfSales', 'transferLoss', 'openingAdjust'));

create or replace function ap_group(type text) returns text language sql immutable as $$
  select case
    when type in ('receipt', 'receiptReverse', 'fee', 'discount', 'opening', 'openingAdjust') then 'added'
    when type in ('return', 'returnReverse', 'closeDeduct') then 'returned'
    when type in ('payment', 'paymentReverse', 'openingPrepaid', 'openingPrepaidAdjust') then 'paid'
    else 'refunded' end
$$;

-- A correction falls due with the item that it is about.
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
  if type = 'openingAdjust' then
    select due_date into taken from ap_entry e
      where e.biz_document = 'opening' and e.biz_line_id = line and e.biz_type = 'opening'
      order by id desc limit 1;
    if found then return taken.due_date; end if;
  end if;
  if type = 'receiptReverse' then
    select due_date into taken from ap_entry e
      where e.po_id = po and e.biz_line_id = line and e.biz_type = 'receipt' order by id desc limit 1;
    if found then return taken.due_date; end if;
  end if;
  return ap_due_date(supplier, po, day);
end $$;
