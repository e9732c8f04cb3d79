import type { RuleContext } from "../../../documents/rules";
import { dec, r2, sum } from "../../../values/money";
import type { Pieces } from "./sources";

/** What pieces of a SKU were bought for. */
export interface Bought {
  /** Without tax, CNY. */
  amount: string;
  contracts: string[];
  /** Some of them were bought without an invoice with tax. */
  nonTax: boolean;
}

interface Receipt {
  warehouseId: string;
  skuId: string;
  qty: number;
  price: string;
  taxType: string;
  contract: string | null;
}

interface Pool {
  warehouseId: string;
  skuId: string;
  onHand: number;
  avgCost: string;
}

/** Receipts of a pool, oldest first, of which something lies there: the newest cover what is on hand. */
export function lying(receipts: readonly Receipt[], onHand: number): Receipt[] {
  const found: Receipt[] = [];
  let open = onHand;
  for (const receipt of receipts) {
    if (open <= 0) break;
    found.unshift({ ...receipt, qty: Math.min(receipt.qty, open) });
    open -= receipt.qty;
  }
  return found;
}

/**
 * What goods of transfers were bought for, by SKU: first in, first out. What no receipt covers lies there
 * longest and counts at the average cost of its pool.
 */
export async function boughtOf(
  { sql, tenantId }: RuleContext,
  pieces: readonly Pieces[],
): Promise<Map<string, Bought>> {
  const pools = [tenantId, pieces.map((p) => p.warehouseId), pieces.map((p) => p.skuId)];
  const receipts = await sql.query<Receipt>(
    `select h.warehouse_id as "warehouseId", l.sku_id as "skuId", l.sign_qty as qty,
       (o.price * coalesce(p.rate, 1))::text as price, p.tax_type as "taxType",
       (select k.no from purchase_contract_order x
          join purchase_contract k on k.id = x.purchase_contract_id
        where x.po_id = p.id and x.del_flag = 0 and k.del_flag = 0
          and k.status not in ('draft', 'rejected', 'void') order by k.id desc limit 1) as contract
     from wms_sign_line l join wms_sign h on h.id = l.wms_sign_id
       join purchase_order_line o on o.id = l.po_line_id
       join purchase_order p on p.id = o.purchase_order_id
     where h.tenant_id = $1 and h.status <> 'reversed' and l.sign_qty > 0
       and (h.warehouse_id, l.sku_id) in (select * from unnest($2::bigint[], $3::bigint[]))
     order by h.sign_time desc, l.id desc`,
    pools,
  );
  const stocks = await sql.query<Pool>(
    `select warehouse_id as "warehouseId", sku_id as "skuId", on_hand_qty as "onHand",
       avg_cost::text as "avgCost" from stock
     where tenant_id = $1
       and (warehouse_id, sku_id) in (select * from unnest($2::bigint[], $3::bigint[]))`,
    pools,
  );
  const same = (a: Omit<Pool, "onHand" | "avgCost">) => (b: typeof a) =>
    a.warehouseId === b.warehouseId && a.skuId === b.skuId;
  const found = new Map<string, Bought>();
  for (const piece of pieces) {
    const pool = stocks.find(same(piece));
    // What was sent already lay there too.
    const onHand = (pool?.onHand ?? 0) + piece.shipped;
    const lots = lying(receipts.filter(same(piece)), onHand);
    const known = lots.reduce((n, lot) => n + lot.qty, 0);
    const taken = take(lots, piece.qty, Math.max(0, onHand - known), pool?.avgCost ?? "0");
    const before = found.get(piece.skuId) ?? { amount: "0.00", contracts: [], nonTax: false };
    found.set(piece.skuId, {
      amount: sum([before.amount, taken.amount]),
      contracts: [...before.contracts, ...taken.contracts],
      nonTax: before.nonTax || taken.nonTax,
    });
  }
  return found;
}

/** So many pieces, the oldest first; those that no receipt knows come before. */
export function take(
  lots: readonly Receipt[],
  qty: number,
  unknown: number,
  avgCost: string,
): Bought {
  const first = Math.min(qty, unknown);
  const used: Receipt[] = [];
  let open = qty - first;
  for (const lot of lots) {
    if (open <= 0) break;
    used.push({ ...lot, qty: Math.min(lot.qty, open) });
    open -= lot.qty;
  }
  const uncovered = first + Math.max(0, open);
  return {
    amount: sum([
      r2(dec(avgCost).times(uncovered)),
      ...used.map((lot) => r2(dec(lot.price).times(lot.qty))),
    ]),
    contracts: used.flatMap((lot) => lot.contract ?? []),
    nonTax: used.some((lot) => lot.taxType === "nonTax"),
  };
}
