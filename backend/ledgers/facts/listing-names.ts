/**
 * What the listings of stores call their platform SKUs, by `store_id` and `lower`: the platform may write
 * one in other letters, facts are kept by the listing's. `stores` is SQL.
 */
export const listingNames = (stores: string): string =>
  `select distinct on (store_id, lower(msku)) store_id, lower(msku) as lower, msku
   from sku_listing where store_id in (${stores}) order by store_id, lower(msku), del_flag, id`;
