-- The first day of which returns are reported is asked for every store and day. (In a new database the declared
-- columns are still to come.)
alter table fba_customer_return add column if not exists return_day date;
create index fba_customer_return_first_ix on fba_customer_return (store_id, return_day);
