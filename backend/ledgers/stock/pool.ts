import type Big from "big.js";
import type { RuleContext } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import { type Bucket, buckets } from "#documents/wms/stock-move";
import type { Place, Shortage } from "./types";

/** A locked pool while a posting works on it. Quantities in pieces, values in CNY. */
export interface Pool extends Place {
  id: string;
  warehouse: string;
  sku: string;
  qty: Record<Bucket, number>;
  /** Held for documents. */
  held: { good: number; bad: number };
  value: Big;
  transitValue: Big;
  /** What of both values is the first leg that the pieces came by (figures.md C.2). */
  firstLeg: Big;
  transitFirstLeg: Big;
}

type PoolRow = Record<"qc" | "good" | "bad" | "transit" | "heldGood" | "heldBad", number> &
  Record<"id" | "warehouseId" | "skuId" | "warehouse" | "sku" | "value" | "transitValue", string> &
  Record<"firstLeg" | "transitFirstLeg", string>;

const placeKey = (p: Place): string => `${p.warehouseId}/${p.skuId}`;

/** What of a bucket no document holds. */
export const freeOf = (pool: Pool, bucket: Bucket): number =>
  pool.qty[bucket] - (bucket === "good" || bucket === "bad" ? pool.held[bucket] : 0);

/** qc + good + bad. */
export const onHand = (pool: Pool): number => pool.qty.qc + pool.qty.good + pool.qty.bad;

/** Value that a bucket's pieces share: transit has its own. */
export const valueIn = (pool: Pool, bucket: Bucket): Big => (bucket === "transit" ? pool.transitValue : pool.value);

/** What of that value is first leg. */
export const firstLegIn = (pool: Pool, bucket: Bucket): Big =>
  bucket === "transit" ? pool.transitFirstLeg : pool.firstLeg;

export const piecesOf = (pool: Pool, bucket: Bucket): number =>
  bucket === "transit" ? pool.qty.transit : onHand(pool);

/**
 * Makes the pools that are not there yet. Then none is locked by the same statement, which does not see
 * them: who locked some before others are made would lock out of order.
 */
const MAKE_MISSING = `with missing as (
  select w, s from unnest($2::bigint[], $3::bigint[]) as x(w, s) where not exists (
    select 1 from stock t where t.tenant_id = $1 and t.warehouse_id = w and t.sku_id = s)),
  made as (insert into stock (tenant_id, warehouse_id, sku_id)
    select $1, w, s from missing order by w, s on conflict do nothing)`;
const ALL_THERE = "and not exists (select 1 from missing)";

/** Locks these pools in the order of warehouse and SKU; one that is not there yet is made, empty. */
export async function lockPools({ sql, tenantId }: RuleContext, places: readonly Place[]): Promise<Map<string, Pool>> {
  const unique = [...new Map(places.map((p) => [placeKey(p), p])).values()];
  const [warehouses, skus] = [unique.map((p) => p.warehouseId), unique.map((p) => p.skuId)];
  const read = (more = "") =>
    `select t.id, t.warehouse_id as "warehouseId", t.sku_id as "skuId", w.name as warehouse,
       s.sku_code as sku, t.qc_qty as qc, t.good_qty as good, t.bad_qty as bad,
       t.transit_qty as transit, t.reserved_qty as "heldGood", t.reserved_bad_qty as "heldBad",
       t.stock_value::text as value, t.transit_value::text as "transitValue",
       t.first_leg_value::text as "firstLeg", t.transit_first_leg::text as "transitFirstLeg"
     from stock t join unnest($2::bigint[], $3::bigint[]) as x(w, s)
         on x.w = t.warehouse_id and x.s = t.sku_id
       join warehouse w on w.id = t.warehouse_id
       join sku s on s.id = t.sku_id
     where t.tenant_id = $1 ${more}
     order by t.warehouse_id, t.sku_id ${keep(sql, "stock", "change", "t")}`;
  const values = [tenantId, warehouses, skus];
  let rows = await sql.query<PoolRow>(sql.held ? `${MAKE_MISSING} ${read(ALL_THERE)}` : read(), values);
  if (sql.held && rows.length < unique.length) rows = await sql.query<PoolRow>(read(), values);
  return new Map(rows.map((r) => [placeKey(r), poolOf(r)]));
}

/** Answers the locked pool of a place. */
export const finder = (pools: ReadonlyMap<string, Pool>) => (place: Place) => {
  const pool = pools.get(placeKey(place));
  if (!pool) throw new Error(`no pool ${placeKey(place)}`);
  return pool;
};

const poolOf = (r: PoolRow): Pool => ({
  id: r.id,
  warehouseId: r.warehouseId,
  skuId: r.skuId,
  warehouse: r.warehouse,
  sku: r.sku,
  qty: { qc: r.qc, good: r.good, bad: r.bad, transit: r.transit },
  held: { good: r.heldGood, bad: r.heldBad },
  value: dec(r.value),
  transitValue: dec(r.transitValue),
  firstLeg: dec(r.firstLeg),
  transitFirstLeg: dec(r.transitFirstLeg),
});

/** What a posting made of its pools, as `savePoolsSql` reads it. */
export const poolsJson = (pools: Iterable<Pool>): string =>
  JSON.stringify(
    [...pools].map((p) => ({
      id: p.id,
      ...p.qty,
      heldGood: p.held.good,
      heldBad: p.held.bad,
      value: p.value.toFixed(2),
      transitValue: p.transitValue.toFixed(2),
      firstLeg: p.firstLeg.toFixed(2),
      transitFirstLeg: p.transitFirstLeg.toFixed(2),
    })),
  );

/**
 * SQL that writes pools back. The table's own checks have the last word.
 * @param json placeholder of `poolsJson`
 * @param user placeholder of who posts
 * @param given name of what has one row if they are to be written at all
 */
export const savePoolsSql = (json: string, user: string, given?: string): string =>
  `update stock t set qc_qty = x.qc, good_qty = x.good, bad_qty = x.bad, transit_qty = x.transit,
     reserved_qty = x."heldGood", reserved_bad_qty = x."heldBad", stock_value = x.value,
     transit_value = x."transitValue", first_leg_value = x."firstLeg",
     transit_first_leg = x."transitFirstLeg", version = t.version + 1, update_by = ${user}::bigint,
     update_time = now(),
     first_in_time = case when x.qc + x.good + x.bad > 0 then coalesce(t.first_in_time, now()) end
   from jsonb_to_recordset(${json}::jsonb) as x(id bigint, qc int, good int, bad int, transit int,
     "heldGood" int, "heldBad" int, value numeric, "transitValue" numeric, "firstLeg" numeric,
     "transitFirstLeg" numeric)${given ? `, ${given}` : ""}
   where t.id = x.id`;

/** Writes back what was held or given up in pools. */
export const savePools = ({ sql, caller }: RuleContext, pools: Iterable<Pool>) =>
  sql.query(savePoolsSql("$1", "$2"), [poolsJson(pools), caller.userId]);

/** Ledger rule 5. */
export const shortOf = (s: Shortage): string =>
  `SKU ${s.sku} 在${s.warehouse}的${buckets[s.bucket].label}可用不足，需${s.need}，可用${s.available}`;

/** Pieces that leave, summed by pool and bucket. */
export class Needs {
  readonly #by = new Map<string, { pool: Pool; bucket: Bucket; need: number }>();

  add(pool: Pool, bucket: Bucket, qty: number) {
    const key = `${pool.id}/${bucket}`;
    const found = this.#by.get(key) ?? { pool, bucket, need: 0 };
    found.need += qty;
    this.#by.set(key, found);
  }

  /** The sentence about the first SKU of which too little is free. */
  shortage(sentence: (s: Shortage) => string = shortOf): string | undefined {
    for (const { pool, bucket, need } of this.#by.values()) {
      const available = freeOf(pool, bucket);
      const { sku, warehouse } = pool;
      if (need > available) return sentence({ sku, warehouse, bucket, need, available });
    }
    return undefined;
  }

  /** @throws Refusal 409 naming the first SKU of which too little is free */
  require(sentence?: (s: Shortage) => string) {
    const short = this.shortage(sentence);
    if (short) throw conflict(short);
  }
}
