import dayjs from "dayjs";
import { setContractStatus } from "#backend/domain/purchase/contract/orders";
import { moveTo, patch, type RuleContext } from "#backend/engine/documents";
import { nextOrder, type Sql } from "#backend/platform/db";
import { insertRows } from "#backend/platform/tenancy/insert";
import { today as clock, dec, rateOf, round } from "#backend/platform/values";
import type { DocumentType } from "#documents/kit";
import { delivery } from "#documents/purchase/delivery";
import { inquiryOrder } from "#documents/purchase/inquiry-order";
import { purchaseContract } from "#documents/purchase/purchase-contract";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { requisition } from "#documents/purchase/requisition";
import { turnRequisition } from "#documents/purchase/turn-requisition";
import { act, approveAll, asSystem, draft, personAt, startFrom, whole } from "./acting";
import { workAgo } from "./clock";
import { deptOf, usersOf } from "./products/suppliers";
import type { Chance } from "./random";
import { inspect, sign } from "./receipts";
import { stamp } from "./sourcing/kit";

/** A supplier abroad: where it is, what it is paid in, how it delivers. */
const ABROAD = [
  ["Pacific Outdoor Gear LLC", "US", "USD", "FOB", "1200 Harbor Blvd, Long Beach, CA"],
  ["Rheinland Werkzeug GmbH", "DE", "EUR", "DAP", "Hafenstraße 12, 50679 Köln"],
  ["大阪精工株式会社", "JP", "JPY", "CIF", "大阪府大阪市中央区本町1-2-3"],
] as const;

/** Who goods are bought from. */
export interface BoughtFrom {
  id: string;
  currency: string;
  buyerId: string;
  taxRate?: string;
  /** Why nobody else is asked. */
  reason?: string;
}

/** Suppliers abroad, each with the trade term that orders take from it. */
async function insertAbroad(sql: Sql, today: string): Promise<BoughtFrom[]> {
  const buyers = await usersOf(sql, "BUYER");
  const last = await sql.one<{ id: number }>("select max(id)::int as id from supplier");
  const day = dayjs(today).subtract(400, "day");
  const dept = await deptOf(sql, buyers[0]);
  const rows = ABROAD.map(([name, country, currency, term, address], i) => ({
    ...stamp,
    id: (last?.id ?? 0) + i + 1,
    no: `GY${day.format("YYMMDD")}${String(9001 + i)}`,
    name,
    short_name: name.slice(0, 30),
    supplier_type: "goods",
    country,
    level: "B",
    address,
    currency,
    trade_term: term,
    tax_type: "none",
    tax_rate: "0",
    buyer_id: buyers[i % buyers.length],
    settle_method: "deposit",
    deposit_rate: 30,
    balance_trigger: "afterReceipt",
    lead_days: 30,
    qualifications: [],
    status: "approved",
    dept_id: dept,
    create_by: buyers[i % buyers.length],
    create_time: `${day.format("YYYY-MM-DD")} 10:00:00+08`,
    submit_time: `${day.format("YYYY-MM-DD")} 11:00:00+08`,
    approve_time: `${day.add(1, "day").format("YYYY-MM-DD")} 09:30:00+08`,
  }));
  await insertRows(sql, "supplier", rows);
  await insertRows(
    sql,
    "supplier_account",
    rows.map((s, i) => ({
      ...stamp,
      create_time: s.create_time,
      supplier_id: s.id,
      line_no: 1,
      account_name: s.name,
      bank_name: "示例银行海外分行",
      currency: s.currency,
      account_no: `OS${String(88_001_000 + i)}`,
      swift_code: "DEMOUS33",
      is_default: true,
      enabled: true,
    })),
  );
  return rows.map((s) => ({ id: String(s.id), currency: s.currency, buyerId: s.buyer_id ?? "" }));
}

export interface BoughtGoods {
  id: string;
  /** Reference price, CNY. */
  cost: string;
  qty?: number;
}

const goodsOf = (sql: Sql) =>
  sql.query<BoughtGoods>(
    `select id, coalesce(purchase_price, 10)::text as cost from sku
     where status = 'approved' and sku_type = 'normal' and not seal_required and del_flag = 0
       and sku_code !~ '^[A-Z]{3}2001-' order by id desc limit 6`,
  );

/** Submits a document as `c` and lets everybody approve it; answers it with its lines. */
export async function through<D extends DocumentType>(c: RuleContext, system: RuleContext, document: D, id: string) {
  await act(c, document.name, id, "submit");
  await approveAll(system, document.name, id);
  return whole(c, document, id);
}

/** What operations ask for, and the buyer's turn of it; answers the lines of the turn. */
async function asked(system: RuleContext, buyer: RuleContext, goods: readonly BoughtGoods[]) {
  const ops = await personAt(system, "ops");
  const place = await system.sql.one<{ warehouseId: string; storeId: string }>(
    `select (select id from warehouse where code = 'WH-SZ') as "warehouseId",
       (select id from store order by id limit 1) as "storeId"`,
  );
  const items = goods.map(({ id, cost, qty }, i) => ({ skuId: id, qty: qty ?? 80 + 40 * i, estPrice: cost }));
  const { id } = await draft(ops, requisition, { reqType: "stock", ...place, expectDate: clock(60), items });
  const req = await through(ops, system, requisition, id);
  const turn = await draft(buyer, turnRequisition, {
    buyerId: buyer.caller.userId,
    warehouseId: req.warehouseId,
    items: req.items.map((l) => ({ reqLineId: l.id, turnMode: "purchase" as const, qty: l.qty })),
  });
  return through(buyer, system, turnRequisition, turn.id);
}

/** The supplier is asked for its prices of what operations want; answers the inquiry. */
async function inquired(
  system: RuleContext,
  buyer: RuleContext,
  { id: supplierId, currency, reason = "海外品牌方独家供货" }: BoughtFrom,
  goods: readonly BoughtGoods[],
): Promise<string> {
  const turn = await asked(system, buyer, goods);
  const { id } = await draft(buyer, inquiryOrder, {
    buyerId: buyer.caller.userId,
    currency,
    purpose: "order",
    deadline: `${clock(3)} 18:00:00`,
    singleSourceReason: reason,
    items: turn.items.map((l) => ({ turnLineId: l.id, skuId: l.skuId, qty: l.qty })),
    suppliers: [{ supplierId }],
  });
  await act(buyer, "inquiry_order", id, "start");
  return id;
}

/** The supplier's prices in its currency, awarded; answers the orders that are made of them. */
export async function awarded(
  system: RuleContext,
  buyer: RuleContext,
  source: BoughtFrom,
  goods: readonly BoughtGoods[],
): Promise<string[]> {
  const { id: supplierId, currency, taxRate = "0" } = source;
  const id = await inquired(system, buyer, source, goods);
  const inquiry = await whole(buyer, inquiryOrder, id);
  const rate = await rateOf(system.sql, system.tenantId, currency);
  const quotes = inquiry.items.map((l) => {
    const cost = goods.find((g) => g.id === l.skuId)?.cost;
    const quotedPrice = round(dec(cost).div(rate), currency === "JPY" ? 0 : 2);
    const offer = { supplierId, taxRate, moq: 50, leadDays: 30, validTo: clock(180) };
    return { lineId: l.id, ...offer, quotedPrice, awardQty: l.qty };
  });
  await act(buyer, "inquiry_order", id, "recordQuote", { quotes });
  await through(buyer, system, inquiryOrder, id);
  await act(buyer, "inquiry_order", id, "toOrder");
  const orders = await system.sql.query<{ id: string }>(
    `select distinct o.id from purchase_order o
       join purchase_order_line l on l.purchase_order_id = o.id
       join inquiry_quote q on q.id = l.award_id where q.inquiry_order_id = $1 order by o.id`,
    [id],
  );
  return orders.map((o) => o.id);
}

/** An approved order runs: its contract is signed, where it needs one. */
export async function run(system: RuleContext, buyer: RuleContext, poId: string) {
  const order = await whole(buyer, purchaseOrder, poId);
  if (order.status !== "approved") return;
  const form = await startFrom(buyer, purchaseContract, { poId });
  const { id } = await draft<DocumentType>(buyer, purchaseContract, form);
  await through(buyer, system, purchaseContract, id);
  nextOrder(system.sql);
  // The demonstration has no scans: the contract is signed without one.
  await patch(system, purchaseContract, id, { signDate: clock() });
  await moveTo(buyer, purchaseContract, id, "signed", "上传签署件");
  await moveTo(buyer, purchaseOrder, poId, "executing", "合同已签署");
  await setContractStatus(buyer, id, "signed");
}

/** Days ago on which the first of them is begun, the others a week later each. */
const FOREIGN_AGO = 33;

/** Goods of a running order: sent, counted, inspected. */
async function receive(c: RuleContext, buyer: RuleContext, chance: Chance, poId: string) {
  const form = await startFrom(buyer, delivery, { poId });
  const made = await draft<DocumentType>(buyer, delivery, {
    ...form,
    transportMode: "truck",
    shipDate: clock(),
    expectArriveDate: clock(),
    freightCurrency: "CNY",
    freightAmount: "260",
  });
  await act(buyer, "delivery", made.id, "ship");
  const signId = await sign(c, chance, { id: made.id });
  await inspect(c, chance, signId);
}

/**
 * Purchases abroad, from the requisition to the goods in stock, in USD, EUR and JPY, all by the
 * documents' own rules; a second one of each supplier waits as a draft. Answers how many orders.
 */
export async function insertForeign(sql: Sql, chance: Chance, today: string): Promise<number> {
  const system = asSystem(sql);
  const warehouse = await personAt(system, "warehouse");
  const goods = await goodsOf(sql);
  let count = 0;
  const abroad = await insertAbroad(sql, today);
  for (const [i, supplier] of abroad.entries()) {
    await workAgo(sql, FOREIGN_AGO - 7 * i);
    const buyer = await personAt(system, supplier.buyerId, "id");
    const own = goods.slice(i * 2, i * 2 + 2);
    const [first] = await awarded(system, buyer, supplier, own);
    if (!first) continue;
    await through(buyer, system, purchaseOrder, first);
    await run(system, buyer, first);
    await receive(warehouse, buyer, chance, first);
    await workAgo(sql, 1);
    count += 1 + (await awarded(system, buyer, supplier, own.slice(0, 1))).length;
  }
  await workAgo(sql, 1);
  // Another price is asked for, whose answer is due.
  if (abroad[0]) await inquired(system, await personAt(system, "buyer"), abroad[0], goods.slice(-1));
  // A draft begins with the day on which it was made.
  await sql.query("update purchase_order set expect_date = $1 where currency <> 'CNY' and status = 'draft'", [
    clock(45),
  ]);
  return count;
}
