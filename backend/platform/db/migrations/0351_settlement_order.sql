-- The order of a line is looked for once, when the settlement is posted.
-- (In a new database the declared columns are still to come.)
alter table settlement_line add column platform_order_id bigint, add column if not exists cs_refund_id bigint;

-- A file brings hundreds of thousands of lines: what each of them wrote into a dozen indexes took most of the time.
drop trigger if exists settlement_line_find on settlement_line;
drop index if exists settlement_line_find_ix, settlement_line_category_ix, settlement_line_measure_ix,
  settlement_line_posted_date_ix, settlement_line_dept_id_ix, settlement_line_store_id_ix, settlement_line_cs_refund_id_ix;
alter table settlement_line drop column if exists find_text;
create index if not exists settlement_line_begin_ix on settlement_line (lower(order_no) text_pattern_ops);
create index settlement_line_paid_back_ix on settlement_line (cs_refund_id) where cs_refund_id is not null;
