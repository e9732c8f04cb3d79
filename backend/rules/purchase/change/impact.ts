import type { HeadOf, RowOf, StateOf } from "#documents/kit";
import type { purchaseChange } from "#documents/purchase/purchase-change";
import type { purchaseContract } from "#documents/purchase/purchase-contract";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import type { RuleContext, Values } from "../../../documents/rules";
import { contractOf } from "../order-lines/open-documents";
import { boundOf, type Present } from "./present";

const EFFECT: Partial<Record<StateOf<typeof purchaseContract>, string>> = {
  draft: "合同草稿随采购单更新",
  rejected: "合同草稿随采购单更新",
  auditing: "合同正在审批，变更不能生效",
  approved: "合同图重新生成，按新内容签署",
  signed: "合同须按补充协议重新签署",
};

type Order = Pick<
  HeadOf<typeof purchaseOrder>,
  "no" | "status" | "revision" | "requestedAmount" | "paidAmount"
>;
type Bound = Pick<Present, "id" | "signedQty" | "deliveredQty" | "planQty">;

/** What the change would do beyond the order: contract, receipts so far, requests so far. */
export async function changeImpact(
  c: RuleContext,
  row: RowOf<typeof purchaseChange> & Values,
): Promise<void> {
  const order = await c.sql.one<Order>(
    `select no, status, revision, requested_amount::text as "requestedAmount",
       paid_amount::text as "paidAmount"
     from purchase_order where id = $1`,
    [row.poId],
  );
  const bounds = await c.sql.query<Bound>(
    `select id, signed_qty as "signedQty", delivered_qty as "deliveredQty", plan_qty as "planQty"
     from purchase_order_line where purchase_order_id = $1`,
    [row.poId],
  );
  for (const line of row.items) {
    const was = bounds.find((b) => b.id === line.poLineId);
    Object.assign(line, { bound: was ? boundOf(was) : 0 });
  }
  const contract = await contractOf(c, row.poId);
  const money = c.caller.permissions.has("purchase_price_view");
  const impact = {
    order: order?.no,
    orderState: order && purchaseOrder.status.values[order.status].label,
    /** Another change took effect after this one was written. */
    stale: row.status !== "approved" && order?.revision !== row.poRevision,
    requestedAmount: money ? order?.requestedAmount : null,
    paidAmount: money ? order?.paidAmount : null,
    contract: contract
      ? { id: contract.id, no: contract.no, effect: EFFECT[contract.status] ?? "" }
      : null,
  };
  Object.assign(row, { impact });
}
