-- Goods of a line that were not known when it counted in a month that is closed since: the month stands as it was.
alter table settlement_line add column landed_sku text;
