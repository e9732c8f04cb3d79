import type { RuleContext } from "../../../documents/rules";

/** 待到货 of a line as SQL; `l` is its table. The stored open_qty is this after `refreshOrder`. */
export const OPEN_QTY = "(l.qty + l.replenish_qty + l.exchange_qty - l.signed_qty - l.closed_qty)";

/** Quantities of an order line, in pieces. */
export interface OrderLine {
  id: string;
  poId: string;
  lineNo: number;
  skuId: string;
  skuCode: string | null;
  turnLineId: string | null;
  awardId: string | null;
  qty: number;
  price: string;
  taxRate: string;
  planQty: number;
  deliveredQty: number;
  signedQty: number;
  passQty: number;
  rejectQty: number;
  returnQty: number;
  replenishQty: number;
  exchangeQty: number;
  closedQty: number;
  openQty: number;
}

const LINE = `select l.id, l.purchase_order_id as "poId", l.line_no as "lineNo", l.sku_id as "skuId",
    coalesce(l.sku_code, k.sku_code) as "skuCode", l.turn_line_id as "turnLineId",
    l.award_id as "awardId", l.qty, l.price::text as price, l.tax_rate::text as "taxRate",
    l.plan_qty as "planQty", l.delivered_qty as "deliveredQty", l.signed_qty as "signedQty",
    l.pass_qty as "passQty", l.reject_qty as "rejectQty", l.return_qty as "returnQty",
    l.replenish_qty as "replenishQty", l.exchange_qty as "exchangeQty",
    l.closed_qty as "closedQty", ${OPEN_QTY} as "openQty"
  from purchase_order_line l join sku k on k.id = l.sku_id`;

/** Lines by id, locked in ascending order; lock their orders first. */
export const lockOrderLines = (c: RuleContext, ids: readonly string[]): Promise<OrderLine[]> =>
  c.sql.query<OrderLine>(
    `${LINE} where l.id = any($1::bigint[]) and l.tenant_id = $2 and l.del_flag = 0
     order by l.id for no key update of l`,
    [ids, c.tenantId],
  );

/** Every line of one order, locked, in the order of the document. */
export async function lockLinesOf(c: RuleContext, poId: string): Promise<OrderLine[]> {
  await c.sql.query(
    `select id from purchase_order_line where purchase_order_id = $1 and del_flag = 0
     order by id for no key update`,
    [poId],
  );
  return c.sql.query<OrderLine>(
    `${LINE} where l.purchase_order_id = $1 and l.del_flag = 0 order by l.line_no, l.id`,
    [poId],
  );
}
