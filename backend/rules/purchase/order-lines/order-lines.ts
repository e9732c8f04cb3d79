import type { StateOf } from "#documents/kit";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { keep, lockIds } from "../../../db/locks";
import { visible } from "../../../documents/reading/where";
import type { RuleContext } from "../../../documents/rules";

/** 待到货 of a line as SQL; `l` is its table. The stored open_qty is this after `refreshOrder`. */
export const OPEN_QTY = "(l.qty + l.replenish_qty + l.exchange_qty - l.signed_qty - l.closed_qty)";

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
  /** qty + replenish + exchange − signed − closed (supply.md 3, quantity spine). */
  openQty: number;
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
    ${OPEN_QTY} as "openQty",
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
export async function seen(
  c: RuleContext,
  condition: string,
  ...values: unknown[]
): Promise<OrderLine[]> {
  const where = visible(purchaseOrder, c.caller).and(condition, ...values);
  return c.sql.query<OrderLine>(`${SELECT} ${where} order by t.id, l.line_no`, where.values);
}

/** Lines of orders that the caller may see, in their order. */
export const linesOfOrders = (c: RuleContext, poIds: Iterable<unknown>) =>
  seen(c, "t.id = any(?::bigint[])", idsOf(poIds));

/** Order lines by id, whoever asks: quantities of lines that a document names already. */
export async function readOrderLines({ sql, tenantId }: RuleContext, ids: Iterable<unknown>) {
  return byId(
    await sql.query<OrderLine>(`${SELECT} t.tenant_id = $1 and l.id = any($2::bigint[])`, [
      tenantId,
      idsOf(ids),
    ]),
  );
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
