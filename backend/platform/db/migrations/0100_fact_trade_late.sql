-- Days of a store whose trade facts changed late: who follows the facts day by day looks at them once more.
create table fact_trade_late (
  store_id bigint not null,
  biz_date date not null,
  -- How often, so that a change that comes while somebody looks is not forgotten.
  changes int not null default 1,
  primary key (store_id, biz_date)
);
