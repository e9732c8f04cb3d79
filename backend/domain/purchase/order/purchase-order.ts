import { skusOf } from "#backend/domain/sku-lines";
import { link, type RowSent, type RuleContext, rules, transition, visible } from "#backend/engine/documents";
import { entriesOf } from "#backend/ledgers/payables/on-pages";
import { invalidAt } from "#backend/platform/http";
import { dec, rateOf, scaleOf } from "#backend/platform/values";
import { paymentRequest } from "#documents/finance/payment-request";
import { type DraftOf, type LineDraft, permissionOf, type RowOf, type SentOf } from "#documents/kit";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { nothingToAsk } from "../asking/caps";
import { askedOrders } from "../asking/orders";
import { closeOrder } from "../closing/close-order";
import { voidOrder } from "../closing/void-order";
import { comingOf, netReceivedOf } from "../order-lines/delivery-limits";
import { contractOf, keepsChange, openDocuments } from "../order-lines/open-documents";
import { notReceiving } from "../order-lines/placing";
import { sealsOf } from "../order-lines/seals";
import { fillAmounts, inBase, orderTotals } from "../order-lines/totals";
import { approved, fillLines, removed, requireLines, returned, submit } from "./approval";
import { disabledMaster, requireEnabled, requireSupplier, termsOf } from "./masters";
import { awardPrices, leavesAward } from "./prices";

/** Kinds of orders whose lines may stand alone (supply.md 3). */
type PurchaseOrderLine = LineDraft<typeof purchaseOrder, "items">;
type PurchaseOrderHeader = Pick<
  DraftOf<typeof purchaseOrder>,
  "orderType" | "supplierId" | "currency" | "warehouseId" | "openingNo"
>;

const FREE = new Set<PurchaseOrderHeader["orderType"]>(["sample", "packing", "replenish"]);
interface PurchaseOrderSource {
  skuId: string;
  no: string;
  supplierId?: string | null;
  currency?: string;
  warehouseId?: string | null;
}

/** What awards and turn lines say of the order lines that come from them. */
async function sourcesOf({ sql, tenantId }: RuleContext, lines: readonly PurchaseOrderLine[]) {
  const idsOf = (name: "awardId" | "turnLineId") => lines.flatMap((l) => l[name] ?? []);
  const awards = await sql.query<PurchaseOrderSource & { id: string }>(
    `select q.id, i.no, l.sku_id as "skuId", q.supplier_id as "supplierId", i.currency
     from inquiry_quote q join inquiry_order i on i.id = q.inquiry_order_id and i.del_flag = 0
       join inquiry_order_line l on l.id = q.line_id
     where q.id = any($1::bigint[]) and q.del_flag = 0 and i.tenant_id = $2`,
    [idsOf("awardId"), tenantId],
  );
  const turns = await sql.query<PurchaseOrderSource & { id: string }>(
    `select l.id, t.no, l.sku_id as "skuId", t.warehouse_id as "warehouseId"
     from turn_requisition_line l join turn_requisition t on t.id = l.turn_requisition_id
     where l.id = any($1::bigint[]) and l.del_flag = 0 and t.del_flag = 0 and t.tenant_id = $2
       and l.turn_mode = 'purchase'`,
    [idsOf("turnLineId"), tenantId],
  );
  return { award: new Map(awards.map((s) => [s.id, s])), turn: new Map(turns.map((s) => [s.id, s])) };
}

/**
 * Sets what a line has of its source: an award names supplier, currency and SKU, a turn line SKU and
 * warehouse. @throws Refusal 400 at the line
 */
async function resolveSources(c: RuleContext, lines: readonly PurchaseOrderLine[], header: PurchaseOrderHeader) {
  const { award, turn } = await sourcesOf(c, lines);
  for (const [i, line] of lines.entries()) {
    const path = `items.${i}.skuId`;
    if (line.awardId) line.turnLineId = null;
    const source = line.awardId ? award.get(line.awardId) : line.turnLineId ? turn.get(line.turnLineId) : undefined;
    if (!source) {
      if (line.awardId || line.turnLineId) throw invalidAt(path, "来源明细不存在");
      if (!FREE.has(header.orderType) && !header.openingNo) throw invalidAt(path, "普通采购单须来自转请购或询价");
      line.sourceNo = null;
      continue;
    }
    if (source.supplierId && source.supplierId !== header.supplierId)
      throw invalidAt("supplierId", `供应商与询价单${source.no}的定标不一致`);
    if (source.currency && source.currency !== header.currency)
      throw invalidAt("currency", `币种与询价单${source.no}不一致`);
    if (source.warehouseId && source.warehouseId !== header.warehouseId)
      throw invalidAt("warehouseId", `收货仓与转请购单${source.no}不一致`);
    line.skuId = source.skuId;
    line.sourceNo = source.no;
  }
}

type OrderSent = SentOf<typeof purchaseOrder>;

/** Versions that a change replaced, newest first; prices only for who may see them. */
async function revisions(c: RuleContext, id: string): Promise<OrderSent["revisions"]> {
  if (!c.caller.permissions.has("purchase_price_view")) return [];
  return c.sql.query(
    `select r.revision, r.snapshot, r.create_time as time, u.displayname as "by",
       h.no as "changeNo", r.change_id as "changeId"
     from purchase_order_revision r
       left join sys_user u on u.id = r.create_by
       left join purchase_change h on h.id = r.change_id
     where r.purchase_order_id = $1 order by r.revision desc limit 20`,
    [id],
  );
}

/** What was asked for of the order and paid, as far as the caller may see the requests. */
async function requests(c: RuleContext, id: string): Promise<OrderSent["requests"]> {
  const codes = c.caller.permissions;
  if (!codes.has(permissionOf(paymentRequest, "view")) || !codes.has("purchase_price_view")) return [];
  const where = visible(paymentRequest, c.caller)
    .and("l.po_id = ?", id)
    .and("l.del_flag = 0")
    .and("t.status <> 'void'");
  return c.sql.query(
    `select t.id, t.no, t.status, t.request_type as "requestType", l.biz_type as "bizType",
       t.currency, l.amount::text as amount, l.settled_amount::text as settled,
       t.expect_pay_date as "expectPayDate"
     from payment_request t join payment_request_line l on l.payment_request_id = t.id
     where ${where} order by t.id desc limit 100`,
    where.values,
  );
}

/** What the page of an order shows besides what every page shows. */
async function orderDetail(c: RuleContext, row: RowSent<typeof purchaseOrder>): Promise<void> {
  row.revisions = await revisions(c, row.id);
  row.requests = await requests(c, row.id);
  row.entries = await entriesOf(c, "po_id", row.id);
}

interface PurchaseOrderScene {
  row: RowOf<typeof purchaseOrder>;
}

const requireComing = ({ row }: PurchaseOrderScene) => !row.items.some((l) => comingOf(l) > 0) && "没有待到货数量";

const requireReceived = ({ row }: PurchaseOrderScene) =>
  !row.items.some((l) => netReceivedOf(l) > 0) && "退货数量超过可退数量0";

/** Documents that are made of an order, where it is known that none can be. */
export const openings = [
  transition(purchaseOrder, "toContract", {
    lock: async (c, row) => ({ contract: await contractOf(c, row.id) }),
    guard: ({ contract }) => contract && `采购单已生成合同${contract.no}`,
  }),
  transition(purchaseOrder, "toPlan", { guard: requireComing }),
  transition(purchaseOrder, "toDelivery", { guard: requireComing }),
  transition(purchaseOrder, "toRequest", {
    lock: async (c, { id }) => ({ asked: (await askedOrders(c, [id])).get(id) }),
    guard: ({ asked }) => asked && nothingToAsk(asked),
  }),
  transition(purchaseOrder, "toReturn", { guard: requireReceived }),
  transition(purchaseOrder, "toExchange", { guard: requireReceived }),
  transition(purchaseOrder, "change", {
    lock: async (c, row) => ({ open: await openDocuments(c, row.id) }),
    guard: ({ open }) => keepsChange(open),
  }),
];

type PurchaseOrderDraft = DraftOf<typeof purchaseOrder>;

/** Works out lines and totals of an order that is about to be saved. */
async function worked(c: RuleContext, whole: PurchaseOrderDraft, supplierTax: string): Promise<PurchaseOrderDraft> {
  const lines = whole.items ?? [];
  const scale = await scaleOf(c, whole.currency);
  const skus = await skusOf(c, lines);
  fillLines(lines, skus, whole, supplierTax);
  requireLines(lines, skus, whole);
  const seals = await sealsOf(
    c,
    lines.map((l) => l.skuId),
    whole.supplierId,
  );
  for (const line of lines) line.sealSampleId = seals.get(line.skuId ?? "") ?? null;
  fillAmounts(lines, scale);
  const { lineTotal, ...totals } = orderTotals(lines, whole, scale);
  if (lines.length && dec(whole.discountAmount).gt(dec(lineTotal)))
    throw invalidAt("discountAmount", "折扣不能超过货款");
  // What was ordered before the first day of work keeps the rate at which it was brought along.
  const rate = (whole.openingNo && whole.rate) || (await rateOf(c.sql, c.tenantId, whole.currency ?? "CNY"));
  return {
    ...totals,
    rate,
    baseAmount: inBase(totals.orderAmount, rate),
    items: lines,
    skuCodes: [...skus.values()].map((s) => s.skuCode).join(" "),
  };
}

const OVERDUE = `t.expect_date < (now() at time zone 'Asia/Shanghai')::date
  and t.status in ('approved', 'executing') and t.receive_status <> 'all'`;

/** 采购单 (supply.md 3). */
export const purchaseOrderRules = rules(purchaseOrder, {
  expressions: { overdue: `case when ${OVERDUE} then 'yes' end` },
  // As it is, indexes of states and days find the rows.
  filters: { overdue: (asked) => ({ sql: asked.split(",").includes("yes") ? OVERDUE : "false", values: [] }) },
  enrichOne: orderDetail,
  async beforeSave(c, next, before) {
    const lines = next.items ?? before?.items ?? [];
    await resolveSources(c, lines, { ...before, ...next });
    // SKUs before the supplier: the same order as everywhere that both are locked.
    await skusOf(c, lines);
    const supplier = await requireSupplier(c, next.supplierId ?? before?.supplierId);
    if (!before) Object.assign(next, { receiveStatus: "none", payStatus: "none", contractStatus: "none" });
    for (const fee of ["freightAmount", "otherAmount", "discountAmount"] as const)
      if (next[fee] === null) next[fee] = "0";
    if (next.feeShareType === null) next.feeShareType = "amount";
    Object.assign(next, termsOf(next, before, supplier), { supplierText: supplier.name });
    requireEnabled(await disabledMaster(c, next));
    const foreign = await notReceiving(c, next.warehouseId);
    if (foreign) throw invalidAt("warehouseId", foreign);
    const whole: PurchaseOrderDraft = { ...before, ...next, items: lines };
    Object.assign(next, await worked(c, whole, supplier.taxRate));
  },
  async afterSave(c, id, { items = [] }) {
    const from = await c.sql.query<{ type: string; id: string }>(
      `select distinct 'turn_requisition' as type, turn_requisition_id as id
       from turn_requisition_line where id = any($1::bigint[])
       union select distinct 'inquiry_order', inquiry_order_id
       from inquiry_quote where id = any($2::bigint[])`,
      [items.flatMap((l) => l.turnLineId ?? []), items.flatMap((l) => l.awardId ?? [])],
    );
    for (const end of from) await link(c, end, { type: "purchase_order", id });
  },
  async flowFlags(c, { items }) {
    const awarded = await awardPrices(c, items);
    return { awardPriceChanged: items.some((l) => leavesAward(l, awarded)) };
  },
  transitions: [submit, returned, approved, removed, voidOrder, closeOrder, ...openings],
});
