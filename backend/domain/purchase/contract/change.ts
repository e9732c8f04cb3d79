import { lockWhole, logMove, moveTo, NOW, patch, plus, type RuleContext } from "#backend/engine/documents";
import { Refusal } from "#backend/platform/http";
import type { RowOf } from "#documents/kit";
import { purchaseContract } from "#documents/purchase/purchase-contract";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { lockOrders } from "../order-lines/chain";
import { contractTotals, goodsOf, setContractStatus, type Totals } from "./orders";
import { freezePicture } from "./picture";
import { followTerms, generatedOf, pickTerms, type Terms, termsOf } from "./terms";

type ChangeContract = RowOf<typeof purchaseContract>;

const whole = (c: RuleContext, id: string): Promise<ChangeContract> =>
  lockWhole(c, purchaseContract, id, { anyScope: true });

async function write(
  c: RuleContext,
  id: string,
  values: Partial<Totals> & Terms & { generated?: Terms; supplement?: number },
) {
  await patch(c, purchaseContract, id, { ...values, version: plus(1), updateTime: NOW });
}

/** Terms that the template makes now; none when it does not fit any more. */
async function newTerms(...given: Parameters<typeof termsOf>): Promise<Terms> {
  try {
    return await termsOf(...given);
  } catch (error) {
    if (error instanceof Refusal) return {};
    throw error;
  }
}

/** The contract follows its orders: lines, totals, terms that nobody wrote by hand. */
async function follow(c: RuleContext, contract: ChangeContract): Promise<void> {
  const orders = await lockOrders(
    c,
    contract.orders.map((l) => l.poId),
  );
  for (const line of contract.orders) {
    const order = orders.find((o) => o.id === line.poId);
    await patch(c, purchaseContract.lines.orders, line.id, {
      amount: order?.orderAmount ?? null,
      rows: await goodsOf(c, line.poId),
    });
  }
  const totals = await contractTotals(c, orders);
  const now = await newTerms(c, contract.templateId, totals, orders);
  const terms = pickTerms(contract);
  await write(c, contract.id, {
    ...totals,
    ...followTerms(terms, generatedOf(contract.generated), { ...terms, ...now }),
    generated: now,
  });
}

/** Approved or signed once: a new picture, and a new signed file where there was one. */
async function supplement(c: RuleContext, before: ChangeContract, word: string): Promise<void> {
  const { id, status } = before;
  if (status === "signed" || before.supplement > 0) await write(c, id, { supplement: before.supplement + 1 });
  if (status === "approved") await logMove(c, purchaseContract, id, { action: word, from: status, to: status });
  await moveTo(c, purchaseContract, id, "approved", word);
  await freezePicture(c, await whole(c, id));
  await setContractStatus(c, id, "approved");
}

/**
 * An approved change of an order reaches its locked contract (supply.md 3): a draft follows it; one
 * that was approved gets a new picture, and one that was signed is to be signed again as a supplement.
 */
export async function contractAfterChange(c: RuleContext, contractId: string): Promise<void> {
  const before = await whole(c, contractId);
  await follow(c, before);
  if (before.status === "approved" || before.status === "signed") await supplement(c, before, "采购单变更，需重新签署");
}

/** A signed contract loses an order that is void: no order left ends it, else it is signed again. */
export async function dropFromContract(c: RuleContext, contractId: string, poId: string): Promise<void> {
  const before = await whole(c, contractId);
  await c.sql.query(`update purchase_contract_order set del_flag = 1 where purchase_contract_id = $1 and po_id = $2`, [
    contractId,
    poId,
  ]);
  await patch(c, purchaseOrder, poId, { contractStatus: "none" });
  const orders = before.orders.filter((l) => l.poId !== poId);
  if (!orders.length) return moveTo(c, purchaseContract, contractId, "terminated", "采购单作废，合同终止");
  await follow(c, { ...before, orders });
  await supplement(c, before, "采购单作废，需重新签署");
}
