import { takenBy } from "#backend/domain/logistics/customs/lots";
import { sumById } from "#backend/domain/purchase/demand/requisition-lines";
import {
  dropInspection,
  lockInspectionOf,
  openInspection,
  requireUninspected,
} from "#backend/domain/purchase/inspection/open";
import { requireStillOwed } from "#backend/domain/purchase/order-lines/chain";
import { broughtBy } from "#backend/domain/purchase/order-lines/delivery-limits";
import { costsOf, worthOf } from "#backend/domain/purchase/order-lines/goods-cost";
import type { OrderLine } from "#backend/domain/purchase/order-lines/order-lines";
import { codesOf, notReceiving } from "#backend/domain/purchase/order-lines/placing";
import { reentryAmounts } from "#backend/domain/purchase/order-lines/reentry";
import { link, type RuleContext, rules, transition } from "#backend/engine/documents";
import { readLines } from "#backend/engine/documents/reading/lines";
import { type In, postMoves, reverseMoves } from "#backend/ledgers/stock";
import { conflict, missing } from "#backend/platform/http";
import { allocate, dec, now, param, r2, rateOf, requireOpenMonth, round } from "#backend/platform/values";
import type { DraftOf, LineOf, LineSent } from "#documents/kit";
import { wmsSign } from "#documents/wms/wms-sign";
import { cartonsOpen, countCartons, countSigned, settleOrders } from "./counts";
import { requireCounted, requireExplained, requireHeader, requireOnWay } from "./guards";
import { type PlacePlaced, place } from "./place";
import { policyFor } from "./policy";
import { linesToSign } from "./prefill";
import { lockDelivery, lockScene, type Scene } from "./scene";

/**
 * Freight of the delivery in the value of what is signed now, CNY, one amount for each line
 * (supply.md 3, delivery): shared over the delivery's lines by quantity, of each share the part of the
 * signed pieces, cumulative, at the rate of `date`. Pieces beyond what was sent carry none.
 * @throws Refusal 409 缺少{currency}在{date}的汇率
 */
async function freightParts(
  c: RuleContext,
  { delivery, sent }: Scene,
  placed: readonly PlacePlaced[],
  date: string,
): Promise<string[]> {
  const { freightAmount, freightCurrency } = delivery;
  if (dec(freightAmount).eq(0)) return placed.map(() => "0.00");
  const rate = await rateOf(c.sql, c.tenantId, freightCurrency, date);
  const shares = allocate(
    freightAmount,
    sent.map((s) => s.qty),
  );
  return placed.map(({ qty: signed, sent: of }) => {
    const share = dec(shares[sent.indexOf(of)]);
    const upTo = (n: number) => r2(share.times(rate).times(Math.min(n, of.qty)).div(of.qty));
    return dec(upTo(of.signedQty + signed))
      .minus(upTo(of.signedQty))
      .toFixed(2);
  });
}

/**
 * What pieces of normal deliveries are worth (ledger rule 1), one amount in CNY for each line: parts of
 * an order line add up to the value of all that stands, whatever was taken back in between. The order
 * lines are locked.
 */
async function goodsAmounts(c: RuleContext, placed: readonly PlacePlaced[]): Promise<string[]> {
  const ids = [...new Set(placed.map(({ of }) => of.id))];
  const withTax = await param(c.sql, c.tenantId, "cost_include_tax");
  const costs = new Map((await costsOf(c, ids)).map((x) => [x.id, x]));
  const signed = await broughtBy(c, "normal", ids);
  const posted = new Map([...costs].map(([id, x]) => [id, dec(x.posted)]));
  return placed.map(({ qty, of }) => {
    const n = (signed.get(of.id) ?? 0) + qty;
    signed.set(of.id, n);
    const before = posted.get(of.id) ?? dec(0);
    const due = worthOf(of, costs.get(of.id)?.feeShare ?? "0", withTax, n).minus(before);
    const amount = due.lt(0) || qty === 0 ? dec(0) : due;
    posted.set(of.id, before.plus(amount));
    return amount.toFixed(2);
  });
}

/** The delivery of a receipt comes before the receipt itself. */
async function lockDeliveryOf(c: RuleContext, signId: string): Promise<void> {
  const row = await c.sql.one<{ deliveryId: string }>(
    `select delivery_id as "deliveryId" from wms_sign where id = $1 and tenant_id = $2`,
    [signId, c.tenantId],
  );
  if (row) await lockDelivery(c, row.deliveryId);
}

const ordersOf = ({ orderLines }: Scene): string[] => [...orderLines.values()].map((line) => line.poId);

/** What was received of a closed order stays: nothing could replace it any more. */
function requireRunning(lines: Iterable<Pick<OrderLine, "status" | "poNo">>): void {
  for (const { status, poNo } of lines) if (status === "closed") throw conflict(`采购单${poNo}已关闭，不能撤销签收`);
}

/**
 * What went back of an order line cannot be more than what it received (supply.md 3, invariant of
 * returns); the order lines are locked.
 * @throws Refusal 409 SKU {code} 已退换货，撤销签收后到货数量不足，请先撤销退货出库
 */
function requireKept(
  orderLines: ReadonlyMap<string, Pick<OrderLine, "id" | "netReceived" | "skuCode">>,
  items: readonly LineOf<typeof wmsSign, "items">[],
): void {
  const signed = sumById(items.map((l) => [l.poLineId, l.signQty] as const));
  for (const line of orderLines.values())
    if (line.netReceived < (signed.get(line.id) ?? 0))
      throw conflict(`SKU ${line.skuCode} 已退换货，撤销签收后到货数量不足，请先撤销退货出库`);
}

/** 撤销签收 (supply.md 4): stock, payables, inspection and all quantities as they were before. */
const reverse = transition(wmsSign, "reverse", {
  lockFirst: lockDeliveryOf,
  async lock(c, row) {
    const delivery = await lockDelivery(c, row.deliveryId);
    const inspection = await lockInspectionOf(c, row.id);
    const scene = await lockScene(c, delivery);
    // Said before anything is taken back, so that the button knows it as well.
    if (row.status !== "reversed") await requireStillOwed(c, ordersOf(scene), { document: "wms_sign", id: row.id });
    return { inspection, ...scene };
  },
  guard({ row, inspection, orderLines }) {
    requireUninspected(row, inspection);
    requireRunning(orderLines.values());
    requireKept(orderLines, row.items);
  },
  async effect(c, { row, inspection, ...scene }) {
    const { id, no } = row;
    const source = { document: "wms_sign", id, no };
    if (inspection) await dropInspection(c, inspection);
    // What was taken back may be signed again, also behind a final receipt.
    await c.sql.query("update wms_sign set ends = false where delivery_id = $1", [row.deliveryId]);
    await countSigned(c, scene, row.items, -1, `撤销签收 ${no}`);
    await reverseMoves(c, source, `reverse:${row.version}`);
    // Its pools are locked now: nobody declares any of it meanwhile.
    const declared = await takenBy(c, id);
    if (declared) throw conflict(`报关单${declared}已取用该批货物，请先作废报关单`);
    await settleOrders(c, scene, source);
    await requireStillOwed(c, ordersOf(scene));
  },
});

/** A receipt that was just written. `exempt`: its goods need no inspection. */
interface SignReceipt {
  id: string;
  no: string;
  exempt: boolean;
  deptId: string | null;
  /** Business date. */
  date: string;
}

/** Quantities, inspection, stock and payables of a receipt that was just written (supply.md 4, sign). */
async function takeIn(c: RuleContext, scene: Scene, sign: SignReceipt): Promise<void> {
  const { id, no, exempt, deptId, date } = sign;
  const { supplierId, warehouseId, deliveryType } = scene.delivery;
  const source = { document: "wms_sign", id, no };
  const { items } = await readLines(c, wmsSign, id);
  const lines = items.filter((l) => l.signQty > 0);
  await countSigned(c, scene, lines, 1, `签收 ${no}`);
  await openInspection(
    c,
    { id, exempt, supplierId, warehouseId, deptId },
    lines.map(({ id: signLineId, ...l }) => ({ ...l, signLineId })),
  );
  await link(c, { type: "delivery", id: scene.delivery.id }, { type: "wms_sign", id });
  const moves = lines.map(
    ({ id: lineId, skuId, signQty, amount }): In => ({
      kind: "in",
      bucket: exempt ? "good" : "qc",
      type: deliveryType === "exchange" ? "exchangeIn" : "purchaseSign",
      warehouseId,
      skuId,
      lineId,
      qty: signQty,
      amount,
    }),
  );
  await postMoves(c, source, "sign", moves, { bizDate: date });
  await settleOrders(c, scene, source, date);
}

/**
 * Fills 入库金额, 单位成本 and the freight in it, CNY (ledger rule 1): goods of normal deliveries at the
 * order's price, what comes again at what it left with. `date`: business date of the receipt.
 */
async function fillValues(c: RuleContext, scene: Scene, placed: readonly PlacePlaced[], date: string): Promise<void> {
  const kind = scene.delivery.deliveryType;
  const again = placed.map(({ qty, of }) => ({ poLineId: of.id, qty }));
  const goods = kind === "normal" ? await goodsAmounts(c, placed) : await reentryAmounts(c, kind, again);
  const freight = kind === "normal" ? await freightParts(c, scene, placed, date) : placed.map(() => "0.00");
  placed.forEach(({ line, qty }, i) => {
    const amount = dec(goods[i]).plus(dec(freight[i]));
    line.amount = amount.toFixed(2);
    line.freightPart = freight[i];
    line.unitCost = qty ? round(amount.div(qty), 6) : "0.000000";
  });
}

type SignLabel = LineSent<typeof wmsSign, "items">;

/** What the shelf label of each line says: the FNSKU of its SKU's first platform mapping that has one. */
async function addLabels(
  { sql }: RuleContext,
  items: readonly ({ skuId: string } & Partial<SignLabel>)[],
): Promise<void> {
  const rows = await sql.query<SignLabel & { skuId: string }>(
    `select distinct on (sku_id) sku_id as "skuId", fnsku, msku from sku_listing
     where sku_id = any($1::bigint[]) and fnsku <> '' and del_flag = 0 order by sku_id, id`,
    [items.map((l) => l.skuId)],
  );
  for (const line of items) {
    const { fnsku = null, msku = null } = rows.find((r) => r.skuId === line.skuId) ?? {};
    line.fnsku = fnsku;
    line.msku = msku;
  }
}

const total = (values: readonly number[]) => values.reduce((sum, n) => sum + n, 0);

/** What the receipt takes over from its delivery, and what its lines add up to. */
const headerOf = ({ delivery }: Scene, placed: readonly PlacePlaced[]): DraftOf<typeof wmsSign> => ({
  warehouseId: delivery.warehouseId,
  supplierId: delivery.supplierId,
  supplierText: delivery.supplierText,
  poNos: delivery.poNos,
  deptId: delivery.deptId,
  ownerId: delivery.createBy,
  skuCodes: codesOf(placed.map(({ of }) => of)),
  skuCount: new Set(placed.map(({ of }) => of.skuId)).size,
  noticeQty: total(placed.map(({ line }) => line.noticeQty ?? 0)),
  signQty: total(placed.map(({ qty }) => qty)),
  diffQty: total(placed.map(({ diffQty }) => diffQty)),
  hasDiff: placed.some(({ diffQty }) => diffQty !== 0) ? "yes" : "no",
});

/** 签收单 (supply.md 4): saving one is the signing. */
export const wmsSignRules = rules(wmsSign, {
  enrichOne: (c, row) => addLabels(c, row.items),
  async prefill(c, from) {
    const [deliveryId] = from.deliveryId ?? [];
    if (!deliveryId) throw missing();
    return linesToSign(c, deliveryId);
  },
  async beforeSave(c, next) {
    if (!next.deliveryId) throw missing();
    next.signerId ??= c.caller.userId;
    next.signTime ??= now();
    next.cartonsDamaged ??= 0;
    const delivery = await lockDelivery(c, next.deliveryId);
    requireOnWay(delivery);
    const foreign = await notReceiving(c, delivery.warehouseId);
    if (foreign) throw conflict(foreign);
    next.cartonsNotified = await cartonsOpen(c, delivery.id);
    next.cartonsSigned ??= next.cartonsNotified;
    const scene = await lockScene(c, delivery);
    await countCartons(c, scene, next);
    requireHeader(next, delivery);
    await requireOpenMonth(c, next.signTime.slice(0, 10));
    next.items ??= [];
    const isFinal = next.isFinal === true;
    const placed = place(scene, next.items, isFinal);
    await requireCounted(c, scene, placed);
    requireExplained(next, placed);
    const skus = placed.map(({ of }) => of.skuId);
    next.inspectPolicy ??= await policyFor(c, delivery.warehouseId, skus);
    await fillValues(c, scene, placed, next.signTime.slice(0, 10));
    Object.assign(next, headerOf(scene, placed), { ends: isFinal });
    if (next.inspectPolicy === "exempt") next.status = "done";
    return scene;
  },
  afterSave: (c, id, next, _before, scene) =>
    takeIn(c, scene, {
      id,
      no: next.no ?? "",
      deptId: next.deptId ?? null,
      exempt: next.inspectPolicy === "exempt",
      date: (next.signTime ?? now()).slice(0, 10),
    }),
  transitions: [reverse],
});
