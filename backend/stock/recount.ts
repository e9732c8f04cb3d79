import type { Sql } from "../db/sql";

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
} as const;

const column = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);

/** One figure of a pool that its moves do not give. */
interface Figure {
  figure: string;
  /** Column of `stock`. */
  column: string;
  kept: string;
  counted: string;
}

/** A pool that its moves do not give, in words; without an id it has no row yet. */
export interface Difference {
  id: string | null;
  tenantId: string;
  place: string;
  figures: Figure[];
}

/** Pools whose figures are not those of their moves and reservations. */
export function countStock(sql: Sql): Promise<Difference[]> {
  const counted = Object.entries(FIGURES).map(([name, [label, of]]) => {
    const kept = column(name);
    return `('${label}', '${kept}', coalesce(t.${kept}, 0)::numeric, coalesce(${of}, 0)::numeric)`;
  });
  return sql.query<Difference>(
    `select t.id, p.tenant_id as "tenantId", w.name || ' ' || s.sku_code as place,
       jsonb_agg(jsonb_build_object('figure', x.figure, 'column', x.col, 'kept', x.kept::text,
         'counted', x.counted::text) order by x.figure) as figures
     from (select tenant_id, warehouse_id, sku_id from stock union
         select tenant_id, warehouse_id, sku_id from stock_move) p
       left join (
         select tenant_id, warehouse_id, sku_id, sum(qty) filter (where bucket = 'qc') as qc,
           sum(qty) filter (where bucket = 'good') as good,
           sum(qty) filter (where bucket = 'bad') as bad,
           sum(qty) filter (where bucket = 'transit') as transit,
           sum(amount) filter (where bucket <> 'transit') as value,
           sum(amount) filter (where bucket = 'transit') as transit_value
         from stock_move group by 1, 2, 3) m using (tenant_id, warehouse_id, sku_id)
       left join (
         select tenant_id, warehouse_id, sku_id,
           sum(qty - consumed_qty - released_qty) filter (where bucket = 'good') as good,
           sum(qty - consumed_qty - released_qty) filter (where bucket = 'bad') as bad
         from stock_reservation where status = 'active' group by 1, 2, 3) r
         using (tenant_id, warehouse_id, sku_id)
       left join stock t using (tenant_id, warehouse_id, sku_id)
       join warehouse w on w.id = p.warehouse_id
       join sku s on s.id = p.sku_id
       cross join lateral (values ${counted.join(", ")}) as x(figure, col, kept, counted)
     where x.kept <> x.counted
     group by t.id, p.tenant_id, p.warehouse_id, p.sku_id, w.name, s.sku_code
     order by p.warehouse_id, p.sku_id`,
  );
}

/** Pools whose layers of age, or whose lines under way, are not those of their moves. */
export const countKept = (sql: Sql): Promise<{ place: string; kind: string }[]> =>
  sql.query(
    `select w.name || ' ' || s.sku_code as place, x.kind from (
       select warehouse_id, sku_id, '库龄' as kind from stock_layer_faults union
       select warehouse_id, sku_id, '在途明细' from stock_transit_faults) x
       join warehouse w on w.id = x.warehouse_id join sku s on s.id = x.sku_id
     order by x.warehouse_id, x.sku_id, x.kind`,
  );

/** Pools without a row, of which the ledger knows moves. */
const MISSING = `insert into stock (tenant_id, warehouse_id, sku_id)
  select distinct tenant_id, warehouse_id, sku_id from stock_move on conflict do nothing`;

/**
 * Lets nobody post until the transaction ends, and gives every pool that has moves its row: what is
 * counted then is the truth.
 */
export async function holdStock(sql: Sql): Promise<void> {
  await sql.query("lock table stock in exclusive mode");
  await sql.query(MISSING);
}

/** Writes what was counted, all of a pool at once, and makes anew what is kept beside the ledger. */
export async function writeCounted(sql: Sql, differences: readonly Difference[]): Promise<void> {
  for (const { id, figures } of differences)
    await sql.query(
      `update stock set ${figures.map((f, i) => `${f.column} = $${i + 2}::numeric`).join(", ")},
         version = version + 1, update_time = now() where id = $1`,
      [id, ...figures.map((f) => f.counted)],
    );
  await sql.query("select stock_rebuild()");
}
