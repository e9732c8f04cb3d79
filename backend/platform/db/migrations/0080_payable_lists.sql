-- Lists over what is open read it by order and by its day; sums over entries of a supplier by an index alone.
create index ap_due_order_ix on ap_due (po_id) include (due_date, open)
  where po_id <> 0 and (open <> 0 or base_open <> 0);
drop index ap_due_day_ix;
create index ap_due_day_ix on ap_due (nullif(due_date, 'infinity'), id)
  where open <> 0 or base_open <> 0;
drop index ap_entry_statement_ix;
create index ap_entry_statement_ix on ap_entry (supplier_id, currency, biz_date, id)
  include (amount, base_amount, tenant_id, del_flag);
