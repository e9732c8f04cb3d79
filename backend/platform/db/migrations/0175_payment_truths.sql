set local check_function_bodies = off;
-- A serial number is the same in capitals and in small letters.
insert into bank_serial (tenant_id, payer_account_id, serial_no, biz_document, biz_id, create_time)
  select tenant_id, payer_account_id, upper(serial_no), biz_document, biz_id, create_time
  from bank_serial where serial_no <> upper(serial_no) order by create_time
  on conflict do nothing;
delete from bank_serial where serial_no <> upper(serial_no);

-- What came back gained and lost nothing.
do $$
begin
  if to_regclass('payment') is not null then
    update payment set fx_diff = 0 where status = 'failed' and fx_diff <> 0;
  end if;
end $$;
