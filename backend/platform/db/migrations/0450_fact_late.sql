-- What landed late (figures.md C.3) is little, and asked for above every list of profits.
create index fact_source_late on fact_source (biz_date) where ref_date is not null;
