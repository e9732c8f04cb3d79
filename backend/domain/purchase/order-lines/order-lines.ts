import { type RuleContext, visible } from "#backend/engine/documents";
import { keep, lockIds } from "#backend/platform/db";
import type { StateOf } from "#documents/kit";
import { purchaseOrder } from "#documents/purchase/purchase-order";

/** Pieces of a line that deliveries of a type brought, as SQL; `l` is its table. */
const brought = (kind: "replenish" | "exchange") => `coalesce((
  select sum(d.signed_qty) from delivery_line d join delivery h on h.id = d.delivery_id
  where d.po_line_id = l.id and d.del_flag = 0 and h.del_flag = 0 and h.delivery_type = '${kind}'
    and h.status <> 'void'), 0)::int`;
const [REPLENISHED, EXCHANGED] = [brought("replenish"), brought("exchange")];

/**
 * What is still to come of a line as SQL, `l` is its table: 待到货 of what was ordered, and apart from it
 * what is owed for goods that went back. More than was ordered never makes up for what is owed. The
 * stored columns are these after `refreshOrder`.
 */
export const COMING = {
  open_qty: `greatest(l.qty - (l.signed_qty - ${REPLENISHED} - ${EXCHANGED}) - l.closed_qty, 0)`,
  owed_replenish_qty: `greatest(l.replenish_qty - ${REPLENISHED}, 0)`,
  owed_exchange_qty: `greatest(l.exchange_qty - ${EXCHANGED}, 0)`,
};

/** A line of a purchase order with what its header says of it. Quantities in pieces. */
export interface OrderLine {
  id: string;
  poId: string;
  poNo: string;
  /** `{no}-{lineNo}`: what people call the line. */
  code: string;
  lineNo: number;
  status: StateOf<typeof purchaseOrder>;
  supplierId: string;
  supplierName: string;
  warehouseId: string;
  currency: string;
  rate: string | null;
  skuId: string;
  skuCode: string;
  skuName: string;
  spec: string | null;
  unit: string | null;
  imageUrl: string | null;
  pcsPerCarton: number | null;
  qty: number;
  price: string;
  taxRate: string;
  expectDate: string | null;
  planQty: number;
  deliveredQty: number;
  signedQty: number;
  returnQty: number;
  replenishQty: number;
  exchangeQty: number;
  closedQty: number;
  /** qty − signed of normal deliveries − closed, never below 0. */
  openQty: number;
  /** Sent back for replacement and not replaced. */
  owedReplenishQty: number;
  owedExchangeQty: number;
  /** signed − return − replenish − exchange. */
  netReceived: number;
}

const SELECT = `select l.id, t.id as "poId", t.no as "poNo", t.no || '-' || l.line_no as code,
    l.line_no as "lineNo", t.status, t.supplier_id as "supplierId", s.name as "supplierName",
    t.warehouse_id as "warehouseId", t.currency, t.rate::text as rate,
    l.sku_id as "skuId", coalesce(l.sku_code, k.sku_code) as "skuCode",
    coalesce(l.sku_name, k.name) as "skuName", coalesce(l.spec, k.spec) as spec,
    coalesce(l.unit, k.unit) as unit, coalesce(l.image_url, k.images[1]) as "imageUrl",
    k.pcs_per_carton as "pcsPerCarton", l.qty, l.price::text as price,
    coalesce(l.tax_rate, 0)::text as "taxRate", coalesce(l.expect_date, t.expect_date) as "expectDate",
    l.plan_qty as "planQty", l.delivered_qty as "deliveredQty", l.signed_qty as "signedQty",
    l.return_qty as "returnQty", l.replenish_qty as "replenishQty",
    l.exchange_qty as "exchangeQty", l.closed_qty as "closedQty",
    ${COMING.open_qty} as "openQty", ${COMING.owed_replenish_qty} as "owedReplenishQty",
    ${COMING.owed_exchange_qty} as "owedExchangeQty",
    l.signed_qty - l.return_qty - l.replenish_qty - l.exchange_qty as "netReceived"
  from purchase_order_line l
    join purchase_order t on t.id = l.purchase_order_id
    join supplier s on s.id = t.supplier_id
    join sku k on k.id = l.sku_id
  where l.del_flag = 0 and `;

/** Ids that a row can have, each once. */
export const idsOf = (ids: Iterable<unknown>) => [
  ...new Set([...ids].filter((id) => /^\d{1,18}$/.test(String(id))).map(String)),
];

const byId = (rows: OrderLine[]) => new Map(rows.map((r) => [r.id, r]));

/** Order lines that the caller may see, by a condition on `t` (header) and `l` (line). */
export async function seen(c: RuleContext, condition: string, ...values: unknown[]): Promise<OrderLine[]> {
  const where = visible(purchaseOrder, c.caller).and(condition, ...values);
  return c.sql.query<OrderLine>(`${SELECT} ${where} order by t.id, l.line_no`, where.values);
}

/** Lines of orders that the caller may see, in their order. */
export const linesOfOrders = (c: RuleContext, poIds: Iterable<unknown>) =>
  seen(c, "t.id = any(?::bigint[])", idsOf(poIds));

/** Order lines by id, in the order asked for, whoever asks: quantities of lines that a document names already. */
export async function readOrderLines({ sql, tenantId }: RuleContext, ids: Iterable<unknown>) {
  const where = "t.tenant_id = $1 and l.id = any($2::bigint[]) order by array_position($2::bigint[], l.id)";
  return byId(await sql.query<OrderLine>(`${SELECT} ${where}`, [tenantId, idsOf(ids)]));
}

/** Order lines by id; their orders and they themselves are locked in ascending order. */
export async function lockOrderLines(c: RuleContext, ids: Iterable<unknown>) {
  const wanted = idsOf(ids);
  await c.sql.query(
    `select id from purchase_order where id in (
       select purchase_order_id from purchase_order_line where id = any($1::bigint[]))
     order by id ${keep(c.sql, "purchase_order")}`,
    [wanted],
  );
  await lockIds(c.sql, "purchase_order_line", wanted);
  return readOrderLines(c, wanted);
}
