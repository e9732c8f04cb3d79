import { groupBy } from "#backend/domain/group-by";
import type { RuleContext, RuleValues, SourceId } from "#backend/engine/documents";
import { conflict } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import { someOf } from "#documents/kit";
import { transferTypeOf } from "#documents/logistics/transfer-words";
import type { Movable } from "./network";

interface ReplenishChosen {
  id: string;
  skuId: string;
  skuCode: string;
  skuName: string;
  unit: string | null;
  storeId: string;
  storeName: string;
  warehouseId: string;
  warehouseName: string;
  kind: string;
  qty: number;
  purchaseDays: number;
  transportDays: number;
  transportMode: string | null;
  transfers: readonly Movable[] | null;
}

const chosen = ({ sql, tenantId }: RuleContext, ids: readonly SourceId[]): Promise<ReplenishChosen[]> =>
  sql.query<ReplenishChosen>(
    `select r.id, r.sku_id as "skuId", r.sku_code as "skuCode", k.name as "skuName", k.unit,
       r.store_id as "storeId", s.store_name as "storeName", r.warehouse_id as "warehouseId",
       w.name as "warehouseName", w.kind, coalesce(r.order_qty, 0) as qty,
       r.purchase_days as "purchaseDays", r.transport_days as "transportDays",
       r.transport_mode as "transportMode", r.transfers
     from replenish r join sku k on k.id = r.sku_id join store s on s.id = r.store_id
       join warehouse w on w.id = r.warehouse_id
     where r.id = any($1::bigint[]) and r.tenant_id = $2 and r.del_flag = 0
     order by r.order_day nulls last, r.sku_code`,
    [ids, tenantId],
  );

/** Where goods are bought into, and sent from: the warehouse at home that has most of them. */
const home = ({ sql, tenantId }: RuleContext, skuIds: readonly string[]) =>
  sql.one<{ id: string; name: string; kind: string }>(
    `select w.id, w.name, w.kind from warehouse w
       left join stock s on s.warehouse_id = w.id and s.sku_id = any($2::bigint[])
     where w.tenant_id = $1 and w.del_flag = 0 and w.enabled and w.kind = 'domestic'
     group by w.id, w.name, w.kind order by coalesce(sum(s.available_qty), 0) desc, w.id limit 1`,
    [tenantId, skuIds],
  );

const skuIdsOf = (rows: readonly ReplenishChosen[]) => rows.map((row) => row.skuId);

/** Places and SKUs that a sentence names before it says 等. */
const NAMED = 3;

/** Which of the chosen rows are for which store and warehouse, most rows first: the few are to be left out. */
function placesSaid(groups: readonly (readonly ReplenishChosen[])[]): string {
  const places = [...groups].sort((a, b) => b.length - a.length);
  const said = places.map((rows) => {
    const codes = someOf(
      rows.map((row) => row.skuCode),
      NAMED,
    );
    return `${rows[0]?.storeName}/${rows[0]?.warehouseName} ${rows.length}行（${codes}）`;
  });
  return someOf(said, NAMED);
}

async function oneStore(c: RuleContext, ids: readonly SourceId[]) {
  const rows = await chosen(c, ids);
  const [first] = rows;
  if (!first) throw conflict("没有可补货的行");
  const places = groupBy(rows, (row) => `${row.storeId} ${row.warehouseId}`);
  if (places.length > 1) throw conflict(`所选的行不是同一店铺和仓库，请分别生成：${placesSaid(places)}`);
  return { rows, first };
}

const skuOf = (row: ReplenishChosen) => ({
  replenishId: row.id,
  skuId: row.skuId,
  $skuId: row.skuCode,
  skuName: row.skuName,
  unit: row.unit,
});

/**
 * A requisition of what rows suggest: into their own warehouse if it buys, else home. Rows of which nothing
 * is to be bought stay away, unless nothing is of any: somebody wants them then.
 */
export async function requisitionOf(c: RuleContext, ids: readonly SourceId[]): Promise<RuleValues> {
  const { rows: all, first } = await oneStore(c, ids);
  const wanted = all.filter((row) => row.qty > 0);
  const rows = wanted.length ? wanted : all;
  const buys = first.kind === "domestic" || first.kind === "overseas";
  const { id, name } = (!buys && (await home(c, skuIdsOf(rows)))) || {
    id: first.warehouseId,
    name: first.warehouseName,
  };
  return {
    reqType: "stock",
    storeId: first.storeId,
    storeName: first.storeName,
    warehouseId: id,
    warehouseName: name,
    expectDate: today(Math.max(...rows.map((row) => row.purchaseDays))),
    items: rows.map((row) => ({ ...skuOf(row), qty: row.qty || null })),
  };
}

/**
 * A transfer of what rows suggest: from the warehouse that most of it lies in, what they take of that;
 * where nothing lies anywhere, all of it from home, as soon as it is there.
 */
export async function transferOf(c: RuleContext, ids: readonly SourceId[]): Promise<RuleValues> {
  const { rows, first } = await oneStore(c, ids);
  if (first.kind === "domestic") throw conflict("只有FBA仓的补货和海外仓的补货可以生成调拨单，国内仓请做请购");
  const from = (await mostOf(c, rows)) ?? (await home(c, skuIdsOf(rows)));
  const fromIt = (row: ReplenishChosen) => row.transfers?.find((part) => part.warehouseId === from?.id)?.qty ?? 0;
  const lies = rows.some(fromIt);
  return {
    transferType: transferTypeOf(from?.kind ?? "domestic", first.kind),
    fromWarehouseId: from?.id,
    fromWarehouseName: from?.name,
    toWarehouseId: first.warehouseId,
    toWarehouseName: first.warehouseName,
    storeId: first.storeId,
    storeName: first.storeName,
    transportMode: first.transportMode,
    expectShipDate: today(),
    expectArriveDate: today(first.transportDays),
    items: rows
      .filter((row) => !lies || fromIt(row))
      .map((row) => ({ ...skuOf(row), goodQty: lies ? fromIt(row) : row.qty, badQty: 0 })),
  };
}

/** The warehouse that these rows suggest to take most from. */
function mostOf({ sql, tenantId }: RuleContext, rows: readonly ReplenishChosen[]) {
  const parts = rows.flatMap((row) => row.transfers ?? []);
  return sql.one<{ id: string; name: string; kind: string }>(
    `select w.id, w.name, w.kind from warehouse w
       join unnest($2::bigint[], $3::int[]) as x(id, qty) on x.id = w.id
     where w.tenant_id = $1 and w.del_flag = 0
     group by w.id, w.name, w.kind order by sum(x.qty) desc, w.id limit 1`,
    [tenantId, parts.map((part) => part.warehouseId), parts.map((part) => part.qty)],
  );
}
