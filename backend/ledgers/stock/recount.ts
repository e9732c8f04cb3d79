import { keep, type Sql } from "#backend/platform/db";
import type { Place } from "./types";

/** Figures of a pool: what it is called, and what ledger and reservations say it is. */
const FIGURES = {
  qcQty: ["待检", "m.qc"],
  goodQty: ["良品", "m.good"],
  badQty: ["次品", "m.bad"],
  reservedQty: ["良品锁定", "r.good"],
  reservedBadQty: ["次品锁定", "r.bad"],
  transitQty: ["在途", "m.transit"],
  stockValue: ["库存金额", "m.value"],
  transitValue: ["在途金额", "m.transit_value"],
  firstLegValue: ["其中头程", "m.first_leg"],
  transitFirstLeg: ["在途其中头程", "m.transit_first_leg"],
} as const;

const column = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

/** One figure of a pool that its moves do not give. */
interface RecountFigure {
  figure: string;
  /** Column of `stock`. */
  column: string;
  kept: string;
  counted: string;
}

/** A pool that its moves do not give, in words; without an id it has no row yet. */
export interface Difference extends Place {
  id: string | null;
  tenantId: string;
  place: string;
  figures: RecountFigure[];
}

/** Pools as two lists of ids, of which the first two values of a query are made; all of them are none. */
const idsOf = (pools: readonly Place[] | undefined) =>
  pools ? [pools.map((p) => p.warehouseId), pools.map((p) => p.skuId)] : [];

const AMONG = "(warehouse_id, sku_id) in (select * from unnest($1::bigint[], $2::bigint[]))";

/** A pool as people know it; the tenant before it where there are several. */
const PLACE = `case when (select count(*) from sys_tenant where del_flag = 0) > 1
    then (select n.name || ' ' from sys_tenant n where n.id = w.tenant_id) else '' end
  || w.name || ' ' || s.sku_code`;

/** Pools whose figures are not those of their moves and reservations: of all, or of these. */
export function countStock(sql: Sql, pools?: readonly Place[]): Promise<Difference[]> {
  const [only, also] = pools ? [`where ${AMONG}`, `and ${AMONG}`] : ["", ""];
  const counted = Object.entries(FIGURES).map(([name, [label, of]]) => {
    const kept = column(name);
    return `('${label}', '${kept}', coalesce(t.${kept}, 0)::numeric, coalesce(${of}, 0)::numeric)`;
  });
  return sql.query<Difference>(
    `select t.id, p.tenant_id as "tenantId", p.warehouse_id as "warehouseId", p.sku_id as "skuId",
       ${PLACE} as place,
       jsonb_agg(jsonb_build_object('figure', x.figure, 'column', x.col, 'kept', x.kept::text,
         'counted', x.counted::text) order by x.figure) as figures
     from (select tenant_id, warehouse_id, sku_id from stock ${only} union
         select tenant_id, warehouse_id, sku_id from stock_move ${only}) p
       left join (
         select tenant_id, warehouse_id, sku_id, sum(qty) filter (where bucket = 'qc') as qc,
           sum(qty) filter (where bucket = 'good') as good,
           sum(qty) filter (where bucket = 'bad') as bad,
           sum(qty) filter (where bucket = 'transit') as transit,
           sum(amount) filter (where bucket <> 'transit') as value,
           sum(amount) filter (where bucket = 'transit') as transit_value,
           sum(first_leg) filter (where bucket <> 'transit') as first_leg,
           sum(first_leg) filter (where bucket = 'transit') as transit_first_leg
         from stock_move ${only} group by 1, 2, 3) m using (tenant_id, warehouse_id, sku_id)
       left join (
         select tenant_id, warehouse_id, sku_id,
           sum(qty - consumed_qty - released_qty) filter (where bucket = 'good') as good,
           sum(qty - consumed_qty - released_qty) filter (where bucket = 'bad') as bad
         from stock_reservation where status = 'active' ${also} group by 1, 2, 3) r
         using (tenant_id, warehouse_id, sku_id)
       left join stock t using (tenant_id, warehouse_id, sku_id)
       join warehouse w on w.id = p.warehouse_id
       join sku s on s.id = p.sku_id
       cross join lateral (values ${counted.join(", ")}) as x(figure, col, kept, counted)
     where x.kept <> x.counted
     group by t.id, p.tenant_id, p.warehouse_id, p.sku_id, w.tenant_id, w.name, s.sku_code
     order by p.warehouse_id, p.sku_id`,
    idsOf(pools),
  );
}

/** A pool of which something that is kept beside the ledger is not what its moves say. */
export interface Kept extends Place {
  place: string;
  kind: string;
}

/** Pools whose layers of age, or whose lines under way, are not those of their moves: of all, or of these. */
export const countKept = (sql: Sql, pools?: readonly Place[]): Promise<Kept[]> =>
  sql.query(
    `select x.warehouse_id as "warehouseId", x.sku_id as "skuId", ${PLACE} as place, x.kind from (
       select warehouse_id, sku_id, '库龄' as kind from stock_layer_faults union
       select warehouse_id, sku_id, '在途明细' from stock_transit_faults) x
       join warehouse w on w.id = x.warehouse_id join sku s on s.id = x.sku_id
     ${pools ? `where ${AMONG}` : ""} order by x.warehouse_id, x.sku_id, x.kind`,
    idsOf(pools),
  );

/**
 * Lets nobody post to these pools until the transaction ends, in the order of all postings, and gives
 * each that has moves its row: what is counted of them then is the truth.
 */
export async function holdPools(sql: Sql, pools: readonly Place[]): Promise<void> {
  await sql.query(
    `insert into stock (tenant_id, warehouse_id, sku_id)
     select distinct tenant_id, warehouse_id, sku_id from stock_move where ${AMONG}
     order by warehouse_id, sku_id on conflict do nothing`,
    idsOf(pools),
  );
  await sql.query(
    `select 1 from stock where ${AMONG} order by warehouse_id, sku_id ${keep(sql, "stock")}`,
    idsOf(pools),
  );
}

/** Writes what was counted of these pools, all of a pool at once, and makes anew what is kept beside. */
export async function writeCounted(
  sql: Sql,
  pools: readonly Place[],
  differences: readonly Difference[],
): Promise<void> {
  for (const { id, figures } of differences)
    await sql.query(
      `update stock set ${figures.map((f, i) => `${f.column} = $${i + 2}::numeric`).join(", ")},
         version = version + 1, update_time = now() where id = $1`,
      [id, ...figures.map((f) => f.counted)],
    );
  await sql.query("select stock_rebuild($1::bigint[], $2::bigint[])", idsOf(pools));
}
