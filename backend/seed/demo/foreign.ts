import type { DocumentType } from "#documents/kit";
import { delivery } from "#documents/purchase/delivery";
import { inquiryOrder } from "#documents/purchase/inquiry-order";
import { purchaseContract } from "#documents/purchase/purchase-contract";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { requisition } from "#documents/purchase/requisition";
import { turnRequisition } from "#documents/purchase/turn-requisition";
import { nextOrder } from "../../db/locks";
import type { Sql } from "../../db/sql";
import { moveTo } from "../../documents/lifecycle/move";
import type { RuleContext } from "../../documents/rules";
import { setContractStatus } from "../../rules/purchase/contract/orders";
import { today as clock } from "../../values/calendar";
import { dec, round } from "../../values/money";
import { rateOf } from "../../values/rates";
import { act, approveAll, asSystem, draft, personAt, startFrom, whole } from "./acting";
import { type Abroad, insertAbroad } from "./foreign-suppliers";
import type { Chance } from "./random";
import { inspect, sign } from "./receipts";

interface Goods {
  id: string;
  /** Reference price, CNY. */
  cost: string;
}

const goodsOf = (sql: Sql) =>
  sql.query<Goods>(
    `select id, coalesce(purchase_price, 10)::text as cost from sku
     where status = 'approved' and sku_type = 'normal' and not seal_required and del_flag = 0
     order by id desc limit 6`,
  );

/** Submits a document as `c` and lets everybody approve it; answers it with its lines. */
async function through<D extends DocumentType>(
  c: RuleContext,
  system: RuleContext,
  document: D,
  id: string,
) {
  await act(c, document.name, id, "submit");
  await approveAll(system, document.name, id);
  return whole(c, document, id);
}

/** What operations ask for, and the buyer's turn of it; answers the lines of the turn. */
async function asked(system: RuleContext, buyer: RuleContext, goods: readonly Goods[]) {
  const ops = await personAt(system, "ops");
  const place = await system.sql.one<{ warehouseId: string; storeId: string }>(
    `select (select id from warehouse where code = 'WH-SZ') as "warehouseId",
       (select id from store order by id limit 1) as "storeId"`,
  );
  const items = goods.map(({ id, cost }, i) => ({ skuId: id, qty: 80 + 40 * i, estPrice: cost }));
  const { id } = await draft(ops, requisition, {
    ...{ reqType: "stock", ...place, expectDate: clock(60), items },
  });
  const req = await through(ops, system, requisition, id);
  const turn = await draft(buyer, turnRequisition, {
    ...{ buyerId: buyer.caller.userId, warehouseId: req.warehouseId },
    items: req.items.map((l) => ({ reqLineId: l.id, turnMode: "purchase" as const, qty: l.qty })),
  });
  return through(buyer, system, turnRequisition, turn.id);
}

/** The supplier's prices in its currency, awarded; answers the orders that are made of them. */
async function awarded(
  system: RuleContext,
  buyer: RuleContext,
  { id: supplierId, currency }: Abroad,
  goods: readonly Goods[],
): Promise<string[]> {
  const turn = await asked(system, buyer, goods);
  const { id } = await draft(buyer, inquiryOrder, {
    ...{ buyerId: buyer.caller.userId, currency, purpose: "order" },
    ...{ deadline: `${clock(3)} 18:00:00`, singleSourceReason: "海外品牌方独家供货" },
    items: turn.items.map((l) => ({ turnLineId: l.id, skuId: l.skuId, qty: l.qty })),
    suppliers: [{ supplierId }],
  });
  await act(buyer, "inquiry_order", id, "start");
  const inquiry = await whole(buyer, inquiryOrder, id);
  const rate = await rateOf(system.sql, system.tenantId, currency);
  const quotes = inquiry.items.map((l) => {
    const cost = goods.find((g) => g.id === l.skuId)?.cost;
    const quotedPrice = round(dec(cost).div(rate), currency === "JPY" ? 0 : 2);
    const offer = { supplierId, taxRate: "0", moq: 50, leadDays: 30, validTo: clock(180) };
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
async function run(system: RuleContext, buyer: RuleContext, poId: string) {
  const order = await whole(buyer, purchaseOrder, poId);
  if (order.status !== "approved") return;
  const form = await startFrom(buyer, purchaseContract, { poId });
  const { id } = await draft<DocumentType>(buyer, purchaseContract, form);
  await through(buyer, system, purchaseContract, id);
  nextOrder(system.sql);
  // The demonstration has no scans: the contract is signed without one.
  await system.sql.query("update purchase_contract set sign_date = $2 where id = $1", [
    id,
    clock(),
  ]);
  await moveTo(buyer, purchaseContract, id, "signed", "上传签署件");
  await moveTo(buyer, purchaseOrder, poId, "executing", "合同已签署");
  await setContractStatus(buyer, id, "signed");
}

/** Goods of a running order: sent, counted, inspected. */
async function receive(c: RuleContext, buyer: RuleContext, chance: Chance, poId: string) {
  const form = await startFrom(buyer, delivery, { poId });
  const made = await draft<DocumentType>(buyer, delivery, {
    ...{ ...form, transportMode: "truck", shipDate: clock(), expectArriveDate: clock() },
    ...{ freightCurrency: "CNY", freightAmount: "260" },
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
  for (const [i, supplier] of (await insertAbroad(sql, today)).entries()) {
    const buyer = await personAt(system, supplier.buyerId, "id");
    const own = goods.slice(i * 2, i * 2 + 2);
    const [first] = await awarded(system, buyer, supplier, own);
    if (!first) continue;
    await through(buyer, system, purchaseOrder, first);
    await run(system, buyer, first);
    await receive(warehouse, buyer, chance, first);
    count += 1 + (await awarded(system, buyer, supplier, own.slice(0, 1))).length;
  }
  return count;
}
