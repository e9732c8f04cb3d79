import type { RuleContext } from "#backend/engine/documents";
import type { Source } from "#backend/ledgers/stock";
import { type LateCost, postLateCosts } from "#backend/ledgers/stock/rows";
import { allocate, dec, param, scaleOf } from "#backend/platform/values";
import { broughtBy } from "./delivery-limits";
import { costsOf, worthOf } from "./goods-cost";
import { type OrderLine, readOrderLines } from "./order-lines";

const linesOf = async (c: RuleContext, poId: string): Promise<OrderLine[]> => {
  const rows = await c.sql.query<{ id: string }>(
    `select id from purchase_order_line where purchase_order_id = $1 and del_flag = 0`,
    [poId],
  );
  const found = await readOrderLines(
    c,
    rows.map((r) => r.id),
  );
  return [...found.values()].sort((a, b) => a.lineNo - b.lineNo);
};

/** Shares the fees of an order that ends over what came of it: nothing else will ever carry them. */
async function shareOverReceived(c: RuleContext, poId: string): Promise<void> {
  const order = await c.sql.one<{ fees: string; by: string; currency: string }>(
    `select (coalesce(freight_amount, 0) + coalesce(other_amount, 0)
         - coalesce(discount_amount, 0))::text as fees, fee_share_type as by, currency
     from purchase_order where id = $1`,
    [poId],
  );
  if (!order || order.by === "none") return;
  const lines = await linesOf(c, poId);
  const came = await broughtBy(
    c,
    "normal",
    lines.map((l) => l.id),
  );
  const received = lines.filter((l) => (came.get(l.id) ?? 0) > 0);
  const weights = received.map((l) => {
    const n = came.get(l.id) ?? 0;
    return order.by === "qty" ? n : dec(l.price).times(dec(l.taxRate).div(100).plus(1)).times(n);
  });
  const shares = allocate(order.fees, weights, await scaleOf(c, order.currency));
  if (!received.length) return;
  await c.sql.query(
    `update purchase_order_line l set fee_share = coalesce(x.share, 0)
     from purchase_order_line o left join jsonb_to_recordset($2::jsonb) as x(id bigint, share numeric)
       on x.id = o.id
     where l.id = o.id and o.purchase_order_id = $1 and o.del_flag = 0`,
    [poId, JSON.stringify(received.map(({ id }, i) => ({ id, share: shares[i] })))],
  );
}

/** Where pieces of order lines were signed, on normal deliveries. */
const signedPlaces = ({ sql }: RuleContext, ids: readonly string[]) =>
  sql.query<{ id: string; warehouseId: string; n: number }>(
    `select l.po_line_id as id, h.warehouse_id as "warehouseId", sum(l.sign_qty)::int as n
     from wms_sign_line l join wms_sign h on h.id = l.wms_sign_id
       join delivery d on d.id = h.delivery_id and d.delivery_type = 'normal'
     where l.po_line_id = any($1::bigint[]) and h.status <> 'reversed' group by 1, 2
     having sum(l.sign_qty) > 0 order by 1, 2`,
    [ids],
  );

/**
 * Fees of an order that no receipt will carry any more (supply.md F.4): of what was closed, or changed
 * after the last receipt. They go to what is in stock, and to the cost of sales for what left. `ends`: the
 * order is closed. Call it with order, lines and SKUs locked, after the quantities changed.
 */
export async function settleFees(
  c: RuleContext,
  poId: string,
  source: Source,
  { ends = false }: { ends?: boolean } = {},
): Promise<void> {
  if (ends) await shareOverReceived(c, poId);
  const over = (await linesOf(c, poId)).filter((l) => l.openQty === 0);
  const ids = over.map((l) => l.id);
  const places = await signedPlaces(c, ids);
  if (!places.length) return;
  const withTax = await param(c.sql, c.tenantId, "cost_include_tax");
  const costs = new Map((await costsOf(c, ids)).map((x) => [x.id, x]));
  const late = over.flatMap((line): LateCost[] => {
    const own = places.filter((p) => p.id === line.id);
    const n = own.reduce((sum, p) => sum + p.n, 0);
    const cost = costs.get(line.id);
    if (!n || !cost) return [];
    // Nothing is open: all of its share lies on what came.
    const whole = { ...line, qty: Math.min(n, line.qty) };
    const due = worthOf(whole, cost.feeShare, withTax, n).minus(cost.posted);
    const parts = allocate(
      due.toFixed(2),
      own.map((p) => p.n),
    );
    return own.map(({ warehouseId, n: pieces }, i) => ({
      warehouseId,
      skuId: line.skuId,
      lineId: line.id,
      amount: parts[i] ?? "0",
      pieces,
    }));
  });
  await postLateCosts(c, source, `fees:${source.id}`, late);
}
