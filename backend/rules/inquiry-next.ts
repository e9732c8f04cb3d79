import { link } from "../documents/chain";
import { createDraft } from "../documents/draft";
import type { Row, RuleContext, Values } from "../documents/rules";
import { conflict } from "../http/refusal";
import { today } from "./money";
import { draftQty, groupBy, orderHeader } from "./order-drafts";
import { usableSuppliers } from "./supplier-price";
import { purchaseLinesOf } from "./turn-lines";

/** Ends of working days are usual deadlines: three days from now, 18:00. */
const usualDeadline = () =>
  `${new Date(Date.now() + 3 * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)} 18:00:00`;

/**
 * Form of an inquiry for what is free of turn requisitions (`turnId`), asking the suppliers that have
 * prices for these SKUs.
 * @throws Refusal 409 没有待询价数量
 */
export async function prefillInquiry(
  c: RuleContext,
  from: Record<string, string>,
): Promise<Values> {
  if (!from.turnId) return {};
  const lines = (await purchaseLinesOf(c, from.turnId.split(","))).filter(
    (l) => l.freeQty > 0 && ["approved", "processing"].includes(l.status),
  );
  if (!lines.length) throw conflict("没有待询价数量");
  const skuIds = lines.map((l) => l.skuId);
  const skus = await c.sql.query<{ id: string; skuName: string; spec: string; unit: string }>(
    `select id, name as "skuName", spec, unit from sku where id = any($1)`,
    [skuIds],
  );
  const offers = await c.sql.query<{ id: string; name: string }>(
    `select s.id, s.name from sku_supplier_price p join supplier s on s.id = p.supplier_id
     where p.sku_id = any($1) and p.del_flag = 0 and s.del_flag = 0 and s.tenant_id = $2
       and s.level <> 'D'
     group by s.id, s.name order by count(*) desc, s.id limit 50`,
    [skuIds, c.tenantId],
  );
  const usable = await usableSuppliers(
    c,
    offers.map((s) => s.id),
  );
  const suppliers = offers.filter((s) => usable.has(s.id)).slice(0, 6);
  return {
    buyerId: c.caller.userId,
    buyerName: c.caller.displayname,
    currency: "CNY",
    deadline: usualDeadline(),
    items: lines.map((l) => ({
      turnLineId: l.id,
      turnNo: l.turnNo,
      skuId: l.skuId,
      $skuId: l.skuCode,
      skuName: skus.find((s) => s.id === l.skuId)?.skuName,
      spec: skus.find((s) => s.id === l.skuId)?.spec,
      unit: skus.find((s) => s.id === l.skuId)?.unit,
      qty: l.freeQty,
      expectDate: l.expectDate,
    })),
    suppliers: suppliers.map((s) => ({ supplierId: s.id, $supplierId: s.name })),
  };
}

interface Won {
  id: string;
  supplierId: string;
  skuId: string;
  turnLineId: string | null;
  warehouseId: string | null;
  open: number;
  price: string;
  taxRate: string;
  expectDate: string | null;
  urgent: boolean;
}

/** Awards of an inquiry with what is on no order yet, drafts included. */
async function openAwards(c: RuleContext, id: string): Promise<Won[]> {
  const rows = await c.sql.query<Won>(
    `select q.id, q.supplier_id as "supplierId", l.sku_id as "skuId",
       l.turn_line_id as "turnLineId", t.warehouse_id as "warehouseId",
       q.award_qty - q.ordered_qty as open, q.price::text as price,
       coalesce(q.tax_rate, 0)::text as "taxRate", l.expect_date as "expectDate",
       t.urgency = 'urgent' as urgent
     from inquiry_quote q join inquiry_order_line l on l.id = q.line_id
       left join turn_requisition_line tl on tl.id = l.turn_line_id
       left join turn_requisition t on t.id = tl.turn_requisition_id
     where q.inquiry_order_id = $1 and q.del_flag = 0 and q.award_qty > 0
     order by l.line_no, q.id for update of q`,
    [id],
  );
  const drafts = await draftQty(
    c,
    "award_id",
    rows.map((r) => r.id),
  );
  return rows
    .map((r) => ({ ...r, open: r.open - (drafts.get(r.id) ?? 0) }))
    .filter((r) => r.open > 0);
}

/** Awarded quantities that stand on no order yet, drafts included, by quote id; those above 0. */
export async function openQuantities(c: RuleContext, quotes: readonly Row[]) {
  const won = quotes.filter((q) => Number(q.awardQty) > Number(q.orderedQty));
  const drafts = await draftQty(
    c,
    "award_id",
    won.map((q) => q.id),
  );
  const open = won.map(
    (q) => [q.id, Number(q.awardQty) - Number(q.orderedQty) - (drafts.get(q.id) ?? 0)] as const,
  );
  return Object.fromEntries(open.filter(([, n]) => n > 0));
}

/**
 * 生成采购单: drafts by supplier, currency, tax type and warehouse, of the chosen awards (`awardIds`) or
 * of all.
 * @throws Refusal 409 定标数量已全部下单
 */
export async function orderAwards(c: RuleContext, row: Row, input: Values) {
  const chosen = new Set((input.awardIds as string[] | undefined) ?? []);
  const open = await openAwards(c, row.id);
  if (!open.length) throw conflict("定标数量已全部下单");
  const wanted = open.filter((w) => !chosen.size || chosen.has(w.id));
  if (!wanted.length) throw conflict("请选择未下单的定标明细");
  const made: string[] = [];
  for (const group of groupBy(wanted, (w) =>
    [w.supplierId, Number(w.taxRate) === 0, w.warehouseId ?? ""].join("/"),
  )) {
    const [first] = group;
    if (!first) continue;
    const order = await createDraft(c, "purchase_order", {
      ...(await orderHeader(c, first.supplierId, first.taxRate)),
      orderType: group.some((w) => w.urgent) ? "urgent" : "normal",
      buyerId: row.buyerId,
      warehouseId: first.warehouseId,
      currency: row.currency,
      expectDate: group.flatMap((w) => w.expectDate ?? []).sort()[0] ?? today(),
      items: group.map((w) => ({
        awardId: w.id,
        skuId: w.skuId,
        qty: w.open,
        price: w.price,
        taxRate: w.taxRate,
        expectDate: w.expectDate,
      })),
    });
    await link(c, { type: "inquiry_order", id: row.id }, { type: "purchase_order", id: order.id });
    made.push(order.no);
  }
  return { orders: made };
}

/** @throws Refusal 409 已生成采购单{no}，不能作废 */
export async function voidGuard({ sql }: RuleContext, row: Row): Promise<void> {
  const order = await sql.one<{ no: string }>(
    `select o.no from purchase_order o join purchase_order_line l on l.purchase_order_id = o.id
       join inquiry_quote q on q.id = l.award_id
     where q.inquiry_order_id = $1 and l.del_flag = 0 and o.del_flag = 0 and o.status <> 'void'
     order by o.id limit 1`,
    [row.id],
  );
  if (order) throw conflict(`已生成采购单${order.no}，不能作废`);
}
