import { documentNamed } from "#documents";
import { visible } from "../../../documents/reading/where";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict, invalid } from "../../../http/refusal";

/** A line of a purchase order with what its header says of it. Quantities in pieces. */
export interface OrderLine {
  id: string;
  poId: string;
  poNo: string;
  /** `{no}-{lineNo}`: what people call the line. */
  code: string;
  lineNo: number;
  status: string;
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
    l.qty + l.replenish_qty + l.exchange_qty - l.signed_qty - l.closed_qty as "openQty",
    l.signed_qty - l.return_qty - l.replenish_qty - l.exchange_qty as "netReceived"
  from purchase_order_line l
    join purchase_order t on t.id = l.purchase_order_id
    join supplier s on s.id = t.supplier_id
    join sku k on k.id = l.sku_id
  where l.del_flag = 0 and `;

const idsOf = (ids: Iterable<unknown>) => [
  ...new Set([...ids].filter((id) => /^\d{1,18}$/.test(String(id))).map(String)),
];

const byId = (rows: OrderLine[]) => new Map(rows.map((r) => [r.id, r]));

/** Order lines that the caller may see, by a condition on `t` (header) and `l` (line). */
async function seen(c: RuleContext, condition: string, ...values: unknown[]): Promise<OrderLine[]> {
  const where = visible(documentNamed("purchase_order"), c.caller).and(condition, ...values);
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
     order by id for no key update`,
    [wanted],
  );
  await c.sql.query(
    "select id from purchase_order_line where id = any($1::bigint[]) order by id for no key update",
    [wanted],
  );
  return readOrderLines(c, wanted);
}

/** Adds the order's number to what was typed: within one order its line number is enough. */
const codeOf = (typed: unknown, poNo?: string) => {
  const text = String(typed ?? "").trim();
  return poNo && /^\d{1,3}$/.test(text) ? `${poNo}-${text}` : text;
};

/**
 * Finds the order line of each line, by its id or by what was typed (`CG2611210001-2`; a typed text
 * that differs from the id's line wins), and copies what an L-SKU line keeps of it.
 * @returns The order line of each given line, in their order.
 * @throws Refusal 400 naming the line that points nowhere
 */
export async function placeOnOrder(
  c: RuleContext,
  lines: Values[],
  poId?: unknown,
): Promise<OrderLine[]> {
  const one = poId ? await linesOfOrders(c, [poId]) : [];
  const poNo = one[0]?.poNo;
  const codes = lines.map((l) => codeOf(l.poLineCode, poNo));
  const nos = [...new Set(codes.map((code) => code.replace(/-\d+$/, "")))].filter(Boolean);
  const named = await seen(
    c,
    "t.no = any(?) or l.id = any(?::bigint[])",
    nos,
    idsOf(lines.map((l) => l.poLineId)),
  );
  const known = [...named, ...one];
  return lines.map((line, i) => {
    const at = `items.${i}.poLineCode`;
    const code = codes[i];
    const found = known.find((k) => (code ? k.code === code : k.id === String(line.poLineId)));
    if (!found) {
      const message = code ? `采购明细${code}不存在` : "请输入采购明细";
      throw invalid(message, { [at]: message });
    }
    if (poNo && found.poNo !== poNo) {
      const message = `采购明细${found.code}不属于采购单${poNo}`;
      throw invalid(message, { [at]: message });
    }
    line.poLineId = found.id;
    line.poLineCode = found.code;
    for (const name of ["skuId", "skuCode", "skuName", "spec", "unit", "imageUrl"] as const)
      line[name] = found[name];
    return found;
  });
}

/** What a form shows of an order line that it starts from. */
export const shownLine = (line: OrderLine): Values => ({
  poLineId: line.id,
  poLineCode: line.code,
  skuId: line.skuId,
  $skuId: line.skuCode,
  skuCode: line.skuCode,
  skuName: line.skuName,
  spec: line.spec,
  unit: line.unit,
});

/** @throws Refusal 409 SKU {skuCode} 重复 when two lines have the same source */
export function requireOnce(lines: readonly Values[], ...source: string[]): void {
  const met = new Set<string>();
  for (const line of lines) {
    const key = ["poLineId", ...source].map((name) => line[name] ?? "").join("/");
    if (met.has(key)) throw conflict(`SKU ${line.skuCode} 重复`);
    met.add(key);
  }
}

/** @throws Refusal 409 采购单{no}不是执行中 */
export function requireExecuting(lines: Iterable<OrderLine>): void {
  for (const line of lines)
    if (line.status !== "executing") throw conflict(`采购单${line.poNo}不是执行中`);
}

/** Codes of lines for the list, without repeats. */
export const codesOf = (lines: readonly { skuCode: string }[]) =>
  [...new Set(lines.map((l) => l.skuCode))].join("、").slice(0, 500);

/**
 * Works planQty of locked order lines out of the plans that name them: live plans count in full, a
 * closed one with what it delivered (supply.md 3, quantity spine).
 */
export const recountPlanned = ({ sql }: RuleContext, ids: Iterable<unknown>) =>
  sql.query(
    `update purchase_order_line p set plan_qty = coalesce((
       select sum(case when h.status = 'closed' then l.delivered_qty else l.plan_qty end)
       from delivery_plan_line l join delivery_plan h on h.id = l.delivery_plan_id
       where l.po_line_id = p.id and l.del_flag = 0 and h.del_flag = 0
         and h.status in ('confirmed', 'partDelivered', 'delivered', 'closed')), 0)
     where p.id = any($1::bigint[])`,
    [idsOf(ids)],
  );

/** What one delivery line adds to deliveredQty: when its signing is over what was signed, else all. */
export const DELIVERED = `case when h.status in ('signed', 'closed') then l.signed_qty
    when h.status in ('shipped', 'partSigned') then l.qty else 0 end`;

/** Works deliveredQty of locked order lines out of the live deliveries that name them. */
export const recountDelivered = ({ sql }: RuleContext, ids: Iterable<unknown>) =>
  sql.query(
    `update purchase_order_line p set delivered_qty = coalesce((
       select sum(${DELIVERED}) from delivery_line l join delivery h on h.id = l.delivery_id
       where l.po_line_id = p.id and l.del_flag = 0 and h.del_flag = 0), 0)
     where p.id = any($1::bigint[])`,
    [idsOf(ids)],
  );

/** Order lines named by rows, each once. */
export const orderLineIds = (rows: readonly Row[]) => [
  ...new Set(rows.map((r) => String(r.poLineId))),
];
