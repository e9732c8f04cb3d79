import type { RowOf } from "#documents/kit";
import { purchaseChange } from "#documents/purchase/purchase-change";
import type { RuleContext } from "../../../documents/rules";
import { type SceneOf, transition } from "../../../documents/written";
import { conflict } from "../../../http/refusal";
import { scaleOf } from "../../../values/rates";
import { requireSkus, skusOf, snapshotSkus } from "../../sku-lines";
import { lockSources, requireRest } from "../demand/order-sources";
import { lockOrder } from "../order-lines/chain";
import { lockContractFirst } from "../order-lines/locks";
import { contractOf, keepsChange } from "../order-lines/open-documents";
import { lackingSeal } from "../order-lines/seals";
import { applyChange, sourceDiffs } from "./apply";
import { requireChange, requireChangeable } from "./guards";
import { otherChange } from "./other";
import { presentLines } from "./present";
import { workOut } from "./work";

/** SKUs of an order with lines that a change adds, and why one of these may not be bought. */
async function addedOf(
  c: RuleContext,
  lines: readonly { skuId: string }[],
  added: readonly { skuId: string }[],
  supplierId: string,
) {
  if (!added.length) return undefined;
  const ids = added.map((l) => l.skuId);
  return {
    skus: await skusOf(c, [...lines, ...added]),
    lacking: await lackingSeal(c, ids, supplierId),
  };
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

type Scene = SceneOf<typeof purchaseChange, Awaited<ReturnType<typeof sceneOf>>>;

function requireCurrent({ row, order }: Scene) {
  if (order.revision !== row.poRevision) throw conflict("采购单已被其他变更修改，请重新提交");
}

/** Guards that hold at submit and again when the change takes effect. */
function requireAll(scene: Scene) {
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

export const transitions = [submit, approved];
