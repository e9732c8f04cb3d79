import { requireSkus, skusOf, snapshotSkus } from "#backend/domain/sku-lines";
import { link, pick, type RowSent, type RuleContext, rules, type SceneOf, transition } from "#backend/engine/documents";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, scaleOf } from "#backend/platform/values";
import type { DraftOf, RowOf, StateOf } from "#documents/kit";
import { headBefore, purchaseChange } from "#documents/purchase/purchase-change";
import type { purchaseContract } from "#documents/purchase/purchase-contract";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { lockSources, requireRest } from "../demand/order-sources";
import { awardPrices, leavesAward } from "../order/prices";
import { lockOrder } from "../order-lines/chain";
import { lockContractFirst } from "../order-lines/locks";
import { contractOf, keepsChange } from "../order-lines/open-documents";
import { notReceiving } from "../order-lines/placing";
import { lackingSeal } from "../order-lines/seals";
import { asItIs, changeOf, otherChange, requireChange, requireChangeable, workOut } from "./amounts";
import { applyChange, sourceDiffs } from "./apply";
import { boundOf, differs, type Present, presentLines } from "./lines";

/** SKUs of an order with lines that a change adds, and why one of these may not be bought. */
async function addedOf(
  c: RuleContext,
  lines: readonly { skuId: string }[],
  added: readonly { skuId: string }[],
  supplierId: string,
) {
  if (!added.length) return undefined;
  const ids = added.map((l) => l.skuId);
  return { skus: await skusOf(c, [...lines, ...added]), lacking: await lackingSeal(c, ids, supplierId) };
}

/** The order of a change with its contract, lines, sources and SKUs, locked in this order. */
async function sceneOf(c: RuleContext, { id, poId, items }: RowOf<typeof purchaseChange>) {
  // A submit may take effect at once, when no node of its approval applies.
  await lockContractFirst(c, poId);
  const order = await lockOrder(c, poId);
  const present = await presentLines(c, poId);
  const sources = await lockSources(c, sourceDiffs(present, items));
  const added = items.flatMap(({ poLineId, skuId }) => (!poLineId && skuId ? [{ skuId }] : []));
  return {
    order,
    present,
    sources,
    added: await addedOf(c, present, added, order.supplierId),
    contract: await contractOf(c, poId),
    change: await otherChange(c, poId, id),
    scale: await scaleOf(c, order.currency),
  };
}

type PurchaseChangeScene = SceneOf<typeof purchaseChange, Awaited<ReturnType<typeof sceneOf>>>;

function requireCurrent({ row, order }: PurchaseChangeScene) {
  if (order.revision !== row.poRevision) throw conflict("采购单已被其他变更修改，请重新提交");
}

/** Guards that hold at submit and again when the change takes effect. */
function requireAll(scene: PurchaseChangeScene) {
  const { row, added, sources } = scene;
  const worked = workOut(scene, row, row.items);
  requireChange(scene, row, worked);
  if (added) requireSkus(worked.merged, added.skus, (l) => l.awardId ?? l.turnLineId);
  if (added?.lacking) throw conflict(added.lacking);
  if (!worked.types.length) throw conflict("没有变更内容");
  requireRest(sources);
}

const submit = transition(purchaseChange, "submit", {
  lock: sceneOf,
  guard(scene) {
    requireChangeable(scene.order);
    const waits = keepsChange(scene);
    if (waits) return waits;
    requireCurrent(scene);
    requireAll(scene);
  },
  effect: (c, { row }) => snapshotSkus(c, "purchase_change_line", row.items),
});

const approved = transition(purchaseChange, "approved", {
  lock: sceneOf,
  guard(scene) {
    requireChangeable(scene.order);
    requireCurrent(scene);
    requireAll(scene);
    const { contract } = scene;
    return contract?.status === "auditing" && `合同${contract.no}正在审批，请先完成审批或撤回合同`;
  },
  effect: (c, scene) => applyChange(c, scene, workOut(scene, scene.row, scene.row.items)),
});

const transitions = [submit, approved];

const EFFECT: Partial<Record<StateOf<typeof purchaseContract>, string>> = {
  draft: "合同草稿随采购单更新",
  rejected: "合同草稿随采购单更新",
  auditing: "合同正在审批，变更不能生效",
  approved: "合同图重新生成，按新内容签署",
  signed: "合同须按补充协议重新签署",
};

type Bound = Pick<Present, "id" | "signedQty" | "deliveredQty" | "planQty">;

/** What the change would do beyond the order: contract, receipts so far, requests so far. */
async function changeImpact(c: RuleContext, row: RowSent<typeof purchaseChange>): Promise<void> {
  const order = await pick(c, purchaseOrder, row.poId, ["no", "status", "revision", "requestedAmount", "paidAmount"]);
  const bounds = await c.sql.query<Bound>(
    `select id, signed_qty as "signedQty", delivered_qty as "deliveredQty", plan_qty as "planQty"
     from purchase_order_line where purchase_order_id = $1`,
    [row.poId],
  );
  for (const line of row.items) {
    const was = bounds.find((b) => b.id === line.poLineId);
    line.bound = was ? boundOf(was) : 0;
  }
  const contract = await contractOf(c, row.poId);
  const money = c.caller.permissions.has("purchase_price_view");
  row.impact = {
    order: order?.no,
    orderState: order && purchaseOrder.status.values[order.status].label,
    /** Another change took effect after this one was written. */
    stale: row.status !== "approved" && order?.revision !== row.poRevision,
    requestedAmount: money ? order?.requestedAmount : null,
    paidAmount: money ? order?.paidAmount : null,
    contract: contract ? { id: contract.id, no: contract.no, effect: EFFECT[contract.status] ?? "" } : null,
  };
}

/** 采购变更单 (supply.md 3). */
export const purchaseChangeRules = rules(purchaseChange, {
  async prefill(c, from) {
    const [poId] = from.poId ?? [];
    return poId ? changeOf(c, poId) : {};
  },
  async enrich({ caller }, rows) {
    if (caller.permissions.has("purchase_price_view")) return;
    for (const row of rows) {
      const { warehouse, depositRate } = headBefore.parse(row.oldHead) ?? {};
      row.oldHead = { warehouse, depositRate };
    }
  },
  enrichOne: changeImpact,
  async beforeSave(c, next, before) {
    const whole: DraftOf<typeof purchaseChange> = { ...before, ...next };
    const order = await lockOrder(c, whole.poId ?? "");
    requireChangeable(order);
    const present = await presentLines(c, order.id);
    const given = whole.items ?? [];
    // Begun without its lines: those of the order as they are, to be changed one by one.
    const lines = given.length || before ? given : present.map(asItIs);
    const scale = await scaleOf(c, order.currency);
    const foreign = await notReceiving(c, next.newWarehouseId);
    if (foreign) throw invalidAt("newWarehouseId", foreign);
    const worked = workOut({ order, present, scale }, whole, lines);
    Object.assign(next, worked.values, {
      items: worked.lines,
      changeTypes: worked.types,
      supplierId: order.supplierId,
      supplierText: order.supplierText,
      buyerId: order.buyerId,
      currency: order.currency,
      poNo: order.no,
      poRevision: order.revision,
      oldHead: {
        warehouse: order.warehouseName,
        freight: order.freightAmount,
        other: order.otherAmount,
        discount: order.discountAmount,
        depositRate: order.depositRate,
      },
    });
    return { poId: order.id };
  },
  async afterSave(c, id, _next, _before, { poId }) {
    await link(c, { type: "purchase_order", id: poId }, { type: "purchase_change", id });
  },
  transitions,
  async flowFlags(c, { poId, items, oldAmount, diffAmount, diffBase }) {
    const present = await presentLines(c, poId);
    const awarded = await awardPrices(c, present);
    const old = dec(oldAmount);
    const diff = dec(diffAmount).abs();
    return {
      amountCny: dec(diffBase).abs().toFixed(2),
      awardPriceChanged: items.some((l) => {
        const awardId = present.find((p) => p.id === l.poLineId)?.awardId;
        return differs(l.newPrice, l.oldPrice) && leavesAward({ awardId, price: l.newPrice }, awarded);
      }),
      diffPercent: old.eq(0) ? "0.00" : diff.div(old).times(100).round(2).toFixed(2),
    };
  },
});
