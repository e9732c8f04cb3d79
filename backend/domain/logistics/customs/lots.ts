import type { RuleContext } from "#backend/engine/documents";
import { finder, lockPools, onHand } from "#backend/ledgers/stock";
import { contractNoOf, dec } from "#backend/platform/values";
import { type Lot, type Receipt, take } from "./bought";
import type { SourcePieces } from "./sources";

/** How long a declaration that customs may never see keeps others from its lots. */
const DRAFT_DAYS = 7;

/** A lot `a` that its declaration `d` holds against others. */
const HOLDS = `a.given_back_at is null and d.del_flag = 0 and (d.status not in ('draft', 'rejected')
  or a.taken_at > now() - interval '${DRAFT_DAYS} days')`;

const POOLS = "(select * from unnest($2::bigint[], $3::bigint[]))";

/** Receipts of pools with what declarations other than `own` have left of them, newest first. */
const receiptsOf = ({ sql }: RuleContext, values: readonly unknown[]) =>
  sql.query<Receipt>(
    `select l.id as "lineId", h.warehouse_id as "warehouseId", l.sku_id as "skuId",
       l.sign_qty - coalesce(t.qty, 0) as qty, (o.price * coalesce(p.rate, 1))::text as price,
       p.tax_type as "taxType",
       (select ${contractNoOf("k")} from purchase_contract_order x
          join purchase_contract k on k.id = x.purchase_contract_id
        where x.po_id = p.id and x.del_flag = 0 and k.del_flag = 0
          and k.status not in ('draft', 'rejected', 'void') order by k.id desc limit 1) as contract
     from wms_sign_line l join wms_sign h on h.id = l.wms_sign_id
       join purchase_order_line o on o.id = l.po_line_id
       join purchase_order p on p.id = o.purchase_order_id
       left join (
         select a.sign_line_id, sum(a.qty)::int as qty
         from customs_lot a join customs_declaration d on d.id = a.declaration_id
         where ${HOLDS} and a.declaration_id is distinct from $4
           and (a.warehouse_id, a.sku_id) in ${POOLS}
         group by 1) t on t.sign_line_id = l.id
     where h.tenant_id = $1 and h.status <> 'reversed' and l.sign_qty > 0
       and (h.warehouse_id, l.sku_id) in ${POOLS}
     order by h.sign_time desc, l.id desc`,
    [...values],
  );

/** Pieces that declarations other than `own` have taken and that still lie in their pool. */
const heldHere = ({ sql }: RuleContext, values: readonly unknown[]) =>
  sql.query<{ warehouseId: string; skuId: string; qty: number }>(
    `select a.warehouse_id as "warehouseId", a.sku_id as "skuId",
       sum(greatest(a.qty - coalesce(s.shipped, 0), 0))::int as qty
     from (
       select a.transfer_id, a.warehouse_id, a.sku_id, sum(a.qty)::int as qty
       from customs_lot a join customs_declaration d on d.id = a.declaration_id
       where a.tenant_id = $1 and ${HOLDS} and a.declaration_id is distinct from $4
         and (a.warehouse_id, a.sku_id) in ${POOLS}
       group by a.declaration_id, 1, 2, 3) a
     left join lateral (
       select sum(l.shipped_qty)::int as shipped from transfer_line l
       where l.transfer_id = a.transfer_id and l.sku_id = a.sku_id and l.del_flag = 0) s on true
     group by 1, 2`,
    [...values],
  );

/**
 * What pieces of transfers take of which receipt: what other declarations hold is left to them. Locks the
 * pools, so that nobody else takes the same before the transaction ends.
 * @param own the declaration that takes them, whose lots until now are free
 */
export async function lotsFor(
  c: RuleContext,
  pieces: readonly SourcePieces[],
  own: string | null = null,
): Promise<Lot[]> {
  const pools = await lockPools(c, pieces);
  const poolOf = finder(pools);
  const values = [c.tenantId, pieces.map((p) => p.warehouseId), pieces.map((p) => p.skuId), own];
  const receipts = await receiptsOf(c, values);
  const held = await heldHere(c, values);
  const undeclared = [...pools.values()].map((pool) => {
    const { warehouseId, skuId } = pool;
    const there = onHand(poolOf(pool));
    const taken = held.find((h) => h.warehouseId === warehouseId && h.skuId === skuId)?.qty ?? 0;
    const avgCost = there ? dec(pool.value).div(there).toFixed() : "0";
    return { warehouseId, skuId, qty: there - taken, avgCost };
  });
  return take(pieces, receipts, undeclared);
}

/** What a declaration has taken, as it was when it took it. */
export const lotsOf = ({ sql, tenantId }: RuleContext, declarationId: string) =>
  sql.query<Lot & { signNo: string | null }>(
    `select a.transfer_id as "transferId", a.warehouse_id as "warehouseId", a.sku_id as "skuId",
       a.sign_line_id as "lineId", a.qty, a.unit_cost::text as "unitCost", a.amount::text as amount,
       a.tax_type as "taxType", a.contract_no as contract, h.no as "signNo"
     from customs_lot a left join wms_sign_line l on l.id = a.sign_line_id
       left join wms_sign h on h.id = l.wms_sign_id
     where a.declaration_id = $1 and a.tenant_id = $2 and a.given_back_at is null order by a.id`,
    [declarationId, tenantId],
  );

/** Leaves what a declaration has taken to others. */
export const giveBackLots = ({ sql, tenantId }: RuleContext, declarationId: string) =>
  sql.query(
    `update customs_lot set given_back_at = now()
     where declaration_id = $1 and tenant_id = $2 and given_back_at is null`,
    [declarationId, tenantId],
  );

/** Keeps what a declaration takes, in the place of what it took before; the pools are locked. */
export async function keepLots(c: RuleContext, declarationId: string, lots: readonly Lot[]): Promise<void> {
  await giveBackLots(c, declarationId);
  await c.sql.query(
    `insert into customs_lot (tenant_id, declaration_id, transfer_id, warehouse_id, sku_id,
       sign_line_id, qty, unit_cost, amount, tax_type, contract_no)
     select $1, $2, x."transferId", x."warehouseId", x."skuId", x."lineId", x.qty, x."unitCost",
       x.amount, x."taxType", x.contract
     from jsonb_to_recordset($3::jsonb) as x("transferId" bigint, "warehouseId" bigint,
       "skuId" bigint, "lineId" bigint, qty int, "unitCost" numeric, amount numeric,
       "taxType" text, contract text)`,
    [c.tenantId, declarationId, JSON.stringify(lots)],
  );
}

/** Number of the declaration before or at customs that took pieces of a receipt; its pools are locked. */
export async function takenBy({ sql, tenantId }: RuleContext, signId: string): Promise<string | undefined> {
  const row = await sql.one<{ no: string }>(
    `select d.no from customs_lot a join customs_declaration d on d.id = a.declaration_id
       join wms_sign_line l on l.id = a.sign_line_id
     where l.wms_sign_id = $1 and a.tenant_id = $2 and a.given_back_at is null
       and d.del_flag = 0 and d.status not in ('draft', 'rejected') order by d.id limit 1`,
    [signId, tenantId],
  );
  return row?.no;
}
