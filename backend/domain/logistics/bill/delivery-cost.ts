import type { RuleContext } from "#backend/engine/documents";
import type { Source } from "#backend/ledgers/stock";
import { type LateCost, postLateCosts } from "#backend/ledgers/stock/rows";
import { allocate, dec } from "#backend/platform/values";
import { logisticsBill } from "#documents/logistics/logistics-bill";

/** Pieces of a delivery as they were signed. */
const signedOf = ({ sql }: RuleContext, deliveryId: string) =>
  sql.query<{ warehouseId: string; skuId: string; lineId: string; pieces: number }>(
    `select h.warehouse_id as "warehouseId", s.sku_id as "skuId", s.delivery_line_id as "lineId",
       sum(s.sign_qty)::int as pieces
     from wms_sign_line s join wms_sign h on h.id = s.wms_sign_id
       join delivery_line l on l.id = s.delivery_line_id
     where l.delivery_id = $1 and h.status <> 'reversed' and h.del_flag = 0 and s.del_flag = 0
     group by 1, 2, 3 having sum(s.sign_qty) > 0 order by 3, 1`,
    [deliveryId],
  );

/** Where the goods of deliveries lie. */
export const poolsOfDeliveries = async (c: RuleContext, ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => signedOf(c, id)))).flat();

/**
 * Enters what became known of the freight of a delivery: shared by quantity, it lies on what is in stock,
 * and what left goes on to the cost of sales.
 */
export async function costDelivery(
  c: RuleContext,
  source: Source,
  key: string,
  deliveryId: string,
  amount: string,
): Promise<void> {
  if (dec(amount).eq(0)) return;
  const signed = await signedOf(c, deliveryId);
  const parts = allocate(
    amount,
    signed.map((s) => s.pieces),
  );
  const costs = signed.map((s, i): LateCost => ({ ...s, amount: parts[i] ?? "0" }));
  await postLateCosts(c, source, key, costs);
}

export const billSource = ({ id, no }: { id: string; no: string }): Source => ({
  document: logisticsBill.name,
  id,
  no,
});
