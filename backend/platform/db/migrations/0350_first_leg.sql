-- What of a pool's value is the first leg that its pieces came by (figures.md C.2): it leaves with them, in its own
-- column of the figures. What lies there now counts as bought: nobody says what of it was freight.
alter table stock add column first_leg_value numeric(18,2) not null default 0,
  add column transit_first_leg numeric(18,2) not null default 0;
alter table stock_move add column first_leg numeric(18,2) not null default 0;
