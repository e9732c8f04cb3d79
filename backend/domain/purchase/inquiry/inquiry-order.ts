import { groupBy } from "#backend/domain/group-by";
import { skusOf, snapshotSkus, wordsOf } from "#backend/domain/sku-lines";
import { usableSuppliers } from "#backend/domain/supplier/usable";
import type { RuleContext, RuleValues, SourcesOf } from "#backend/engine/documents";
import { createDraft, link, patch, rules, transition } from "#backend/engine/documents";
import { saidDrafts } from "#backend/engine/documents/around/drafts";
import { namedRefs } from "#backend/engine/documents/reading/named-refs";
import { conflict } from "#backend/platform/http";
import { dec, now, param, r2, rateOf, sum, today } from "#backend/platform/values";
import type { RowOf } from "#documents/kit";
import { inquiryOrder } from "#documents/purchase/inquiry-order";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { isOpenTurn, purchaseLinesOf } from "../demand/turn-lines";
import { draftOrders, draftQty, orderHeader } from "../order/drafts";
import { requireAward, supplierTotals, wonOf } from "./compare";
import { draftInquiries, fillItems, lockTurns, moveInquired, requireFree } from "./lines";
import { lockSkus, storePrices } from "./prices";
import { openQuotes, recordQuote, requireSuppliers } from "./quotes";

/** An award with what is on no order yet. */
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

/**
 * Awards of an inquiry with what is on no order yet, drafts included. Whoever counts orders on them
 * locks the inquiry first.
 */
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
     order by l.line_no, q.id`,
    [id],
  );
  const drafts = await draftQty(
    c,
    "award_id",
    rows.map((r) => r.id),
  );
  return rows.map((r) => ({ ...r, open: r.open - (drafts.get(r.id) ?? 0) })).filter((r) => r.open > 0);
}

/** The chosen awards; all where none is. */
const chosen = (open: readonly Won[], ids: readonly string[]) => open.filter((w) => !ids.length || ids.includes(w.id));

/** 生成采购单: drafts by supplier, tax type and warehouse, of the chosen awards or of all. */
const toOrder = transition(inquiryOrder, "toOrder", {
  lock: async (c, row) => ({
    open: await openAwards(c, row.id),
    drafts: await draftOrders(
      c,
      "award_id",
      row.quotes.map((q) => q.id),
    ),
  }),
  guard: ({ open, drafts }) => !open.length && `定标数量已全部下单${saidDrafts(purchaseOrder, drafts)}`,
  check: ({ open }, { awardIds }) => !chosen(open, awardIds).length && "请选择未下单的定标明细",
  async effect(c, { row, open }, { awardIds, tradeTerm }) {
    const made: string[] = [];
    for (const group of groupBy(chosen(open, awardIds), (w) =>
      [w.supplierId, dec(w.taxRate).eq(0), w.warehouseId ?? ""].join("/"),
    )) {
      const [first] = group;
      if (!first) continue;
      const order = await createDraft(c, purchaseOrder, {
        ...(await orderHeader(c, first.supplierId, first.taxRate)),
        orderType: group.some((w) => w.urgent) ? "urgent" : "normal",
        buyerId: row.buyerId,
        warehouseId: first.warehouseId,
        currency: row.currency,
        tradeTerm: row.currency === "CNY" ? null : tradeTerm,
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
      const from = { type: "inquiry_order", id: row.id };
      await link(c, from, { type: "purchase_order", id: order.id });
      made.push(order.no);
    }
    return { orders: made };
  },
});

/**
 * Form of an inquiry for what is free of turn requisitions (`turnId`), asking the suppliers that have
 * prices for these SKUs.
 * @throws Refusal 409 没有待询价数量
 */
async function prefillInquiry(c: RuleContext, { turnId }: SourcesOf<typeof inquiryOrder>): Promise<RuleValues> {
  if (!turnId) return {};
  const lines = (await purchaseLinesOf(c, turnId)).filter((l) => l.freeQty > 0 && isOpenTurn(l.status));
  if (!lines.length) throw conflict("没有待询价数量");
  const skuIds = lines.map((l) => l.skuId);
  const skus = await skusOf(c, lines);
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
    // Ends of working days are usual deadlines.
    deadline: `${today(3)} 18:00:00`,
    items: lines.map((l) => ({
      turnLineId: l.id,
      turnNo: l.turnNo,
      skuId: l.skuId,
      $skuId: l.skuCode,
      ...wordsOf(skus, l.skuId),
      qty: l.freeQty,
      expectDate: l.expectDate,
    })),
    suppliers: suppliers.map((s) => ({ supplierId: s.id, $supplierId: s.name })),
  };
}

/** 发起询价: every supplier gets an empty quote for every line. */
const start = transition(inquiryOrder, "start", {
  async lock(c, row) {
    const least = await param(c.sql, c.tenantId, "inquiry_min_suppliers_amount");
    await requireSuppliers(c, row.suppliers);
    return { least: dec(least) };
  },
  guard({ row: { items, suppliers, deadline, estAmount, singleSourceReason }, least }) {
    if (!items.length) return "请至少添加一条明细";
    if (!suppliers.length) return "请至少添加一家询价供应商";
    if (deadline <= now()) return "报价截止须晚于现在";
    if (dec(estAmount).gte(least) && suppliers.length < 3 && !singleSourceReason)
      return `金额达到${least.toString()}元须至少3家比价或填写单一来源原因`;
    return undefined;
  },
  async effect(c, { row }) {
    await openQuotes(c, row.id);
    await snapshotSkus(c, "inquiry_order_line", row.items);
  },
});

type InquiryOrderRow = RowOf<typeof inquiryOrder>;

/** Amount of the awards in CNY, tax included, at the rate of today (supply.md C.2). */
async function awardAmount(c: RuleContext, { currency, quotes }: InquiryOrderRow): Promise<string> {
  const rate = dec(await rateOf(c.sql, c.tenantId, currency));
  const factor = (taxRate: string | null) => dec(taxRate).div(100).plus(1);
  return sum(wonOf(quotes).map((q) => r2(dec(q.price).times(q.awardQty).times(factor(q.taxRate)).times(rate))));
}

const submit = transition(inquiryOrder, "submit", {
  lock: async (c, row) => ({ amount: await awardAmount(c, row) }),
  guard: ({ row }) => requireAward(row.items, row.quotes),
  async effect(c, { row, amount }) {
    await patch(c, inquiryOrder, row.id, { awardAmount: amount });
  },
});

const approved = transition(inquiryOrder, "approved", {
  async lock(c, row) {
    await lockSkus(c, row);
    return {};
  },
  effect: (c, { row }) => storePrices(c, row),
});

const returned = transition(inquiryOrder, "returned", {
  to: (_scene, { status }) => (status === "draft" ? "quoted" : status),
});

const free = {
  lock: async (c: RuleContext, row: InquiryOrderRow) => ({ turns: await lockTurns(c, row.items) }),
  effect: (c: RuleContext, { row }: { row: InquiryOrderRow }) => moveInquired(c, row.items, []),
};
const del = transition(inquiryOrder, "del", free);
const voided = transition(inquiryOrder, "void", {
  async lock(c, row) {
    await lockTurns(c, row.items);
    const order = await c.sql.one<{ no: string }>(
      `select o.no from purchase_order o join purchase_order_line l on l.purchase_order_id = o.id
         join inquiry_quote q on q.id = l.award_id
       where q.inquiry_order_id = $1 and l.del_flag = 0 and o.del_flag = 0 and o.status <> 'void'
       order by o.id limit 1`,
      [row.id],
    );
    return { order: order?.no };
  },
  guard: ({ order }) => order && `已生成采购单${order}，不能作废`,
  effect: free.effect,
});

/** 询价单 (supply.md 3). */
export const inquiryOrderRules = rules(inquiryOrder, {
  prefill: prefillInquiry,
  filters: {
    supplierId: (value) => {
      const { sql, values } = namedRefs("supplier", value);
      return {
        sql: `exists (select 1 from inquiry_order_supplier s where s.inquiry_order_id = t.id
          and s.del_flag = 0 and s.supplier_id in ${sql})`,
        values,
      };
    },
  },
  async enrichOne(c, row) {
    if (c.caller.permissions.has("purchase_price_view")) row.supplierTotals = supplierTotals(row);
    if (row.status !== "awarded") return;
    const open = await openAwards(c, row.id);
    row.openAwards = Object.fromEntries(open.map((w) => [w.id, w.open]));
  },
  async beforeSave(c, next, before) {
    const currency = next.currency ?? before?.currency ?? "CNY";
    if (next.items || next.currency) {
      const items = next.items ?? before?.items ?? [];
      const was = before?.items ?? [];
      const turns = await lockTurns(c, [...items, ...was]);
      requireFree(items, was, turns, await draftInquiries(c, [...turns.keys()], before?.id));
      Object.assign(next, { items, ...(await fillItems(c, items, currency)) });
    }
    if (!next.suppliers) return;
    await requireSuppliers(c, next.suppliers);
    next.supplierCount = next.suppliers.length;
  },
  async afterSave(c, id, { items }, before) {
    if (!items) return;
    await moveInquired(c, before?.items ?? [], items);
    const turns = await c.sql.query<{ id: string }>(
      "select distinct turn_requisition_id as id from turn_requisition_line where id = any($1)",
      [items.flatMap((l) => l.turnLineId ?? [])],
    );
    for (const turn of turns) await link(c, { type: "turn_requisition", id: turn.id }, { type: "inquiry_order", id });
  },
  transitions: [start, recordQuote, submit, approved, returned, toOrder, del, voided],
});
