/** Of functions over demo_sale(): the planner cannot know how many rows that has, and must not loop. */
export const PLANNED =
  "set enable_nestloop = off set enable_memoize = off set jit = off set work_mem = '64MB'";

/** Listings with the price that tax leaves and the tax's part of an amount. */
export const LISTINGS =
  "select *, round(price / (1 + vat), 4) as net, round(vat / (1 + vat), 8) as tax from demo_listing";

/** Relations that rows of facts are made from, and the days (SQL expressions). */
export interface Sources {
  sold: string;
  ads: string;
  since: string;
  upto: string;
}
