-- How products rank among what the platform sells, by store and day of its site (figures.md A.3: catalog items, D.5).
-- A product that it does not rank, or does not know, has a row without ranks: it was asked for on that day.
create table listing_rank (
  tenant_id bigint not null,
  store_id bigint not null,
  asin text not null,
  day date not null,
  rank int,
  rank_in text,
  leaf_rank int,
  leaf_in text,
  primary key (store_id, asin, day)
);
