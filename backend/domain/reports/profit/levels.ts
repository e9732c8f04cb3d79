import { STORE_GROUP, STORE_ROW } from "#backend/ledgers/facts/apply";
import { joined, type ProfitRows, part } from "./rows";

const unallocated = (value: string) =>
  `case when ${value} in ('${STORE_ROW}', '${STORE_GROUP}', '') then '未分配' else ${value} end`;
/** Listings as they are today, by store and platform SKU. */
const LISTING = `(select distinct on (l.store_id, l.msku) l.store_id, l.msku, l.asin, l.parent_asin, l.group_id, s.sku_code
  from sku_listing l left join sku s on s.id = l.sku_id order by l.store_id, l.msku, l.del_flag, l.id)`;
const LISTED = `left join ${LISTING} g on g.store_id = f.store_id and g.msku = f.seller_sku`;
/** The parent of a listing, else itself. */
const PARENT = "coalesce(nullif(g.parent_asin, ''), g.asin, '')";

const SKU_ID = `(select s.id from sku s
  where s.tenant_id = t.tenant_id and s.sku_code = t.sku_code and s.del_flag = 0 order by s.id limit 1)`;
/** The goods that a row is about, looked for where it is shown; none: it belongs to no goods. */
export const SKU_LINK = { skuDocument: `case when ${SKU_ID} is not null then 'sku' end`, skuId: `${SKU_ID}::text` };

/** The levels of 利润报表 by the names of their declarations. */
export const LEVELS = {
  msku: {
    key: joined(
      "f.store_id",
      "coalesce(g.group_id, 0)",
      "coalesce(g.sku_code, f.sku_code)",
      "coalesce(g.asin, '')",
      "f.seller_sku",
      PARENT,
    ),
    columns: `${part(1)}::bigint as store_id, nullif(${part(2)}, '${STORE_GROUP}')::bigint as group_id,
      ${unallocated(part(3))} as sku_code, ${unallocated(part(4))} as asin, ${unallocated(part(5))} as msku, ${part(5)} as fact_sku,
      ${unallocated(part(6))} as parent_asin`,
    shown: SKU_LINK,
    join: LISTED,
    spreads: { store: part(1), msku: part(5) },
  },
  sku: {
    key: "coalesce(g.sku_code, f.sku_code)",
    columns: `${unallocated("k")} as sku_code, null::bigint as store_id, null::bigint as group_id,      (select s.name from sku s where s.tenant_id = own.id and s.sku_code = k and s.del_flag = 0 order by s.id limit 1)
      as sku_name`,
    shown: SKU_LINK,
    join: LISTED,
  },
  asin: {
    key: "coalesce(g.asin, '')",
    columns: `${unallocated("k")} as asin, null::bigint as store_id, null::bigint as group_id`,
    join: LISTED,
  },
  parent: {
    key: PARENT,
    columns: `${unallocated("k")} as parent_asin, null::bigint as store_id, null::bigint as group_id`,
    join: LISTED,
  },
  store: {
    key: "f.store_id::text",
    columns: `k::bigint as store_id, null::bigint as group_id, 'store' as store_document, k as row_store_id,
      (select s.store_name from store s where s.id = k::bigint) as store_text`,
    drawn: "t.income desc, t.id",
  },
  group: {
    key: "f.group_id::text",
    columns: `k as row_group_id, nullif(k, '${STORE_GROUP}')::bigint as group_id, null::bigint as store_id,
      coalesce((select g.group_name from ops_group g where g.id = k::bigint), '未分配') as group_text`,
  },
  month: {
    key: "to_char(f.biz_date, 'YYYY-MM')",
    columns: "k as month, null::bigint as store_id, null::bigint as group_id",
    byMonth: true,
    drawn: "t.month desc",
  },
} satisfies Record<string, ProfitRows>;
