import { documentNamed } from "#documents";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { contractOf } from "../order-lines/open-documents";

const EFFECT: Record<string, string> = {
  draft: "合同草稿随采购单更新",
  rejected: "合同草稿随采购单更新",
  auditing: "合同正在审批，变更不能生效",
  approved: "合同图重新生成，按新内容签署",
  signed: "合同须按补充协议重新签署",
};

interface Bound {
  id: string;
  signedQty: number;
  deliveredQty: number;
  planQty: number;
}

/** What the change would do beyond the order: contract, receipts so far, requests so far. */
export async function changeImpact(c: RuleContext, row: Row): Promise<void> {
  const order = await c.sql.one<Values>(
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
  for (const line of row.items as Row[]) {
    const b = bounds.find((x) => x.id === line.poLineId);
    line.bound = b ? Math.max(b.signedQty, b.deliveredQty, b.planQty) : 0;
  }
  const contract = await contractOf(c, String(row.poId));
  const states = documentNamed("purchase_order").status?.values ?? {};
  const money = c.caller.permissions.has("purchase_price_view");
  row.impact = {
    order: order?.no,
    orderState: states[String(order?.status)]?.label,
    /** Another change took effect after this one was written. */
    stale: row.status !== "approved" && order?.revision !== row.poRevision,
    requestedAmount: money ? order?.requestedAmount : null,
    paidAmount: money ? order?.paidAmount : null,
    contract: contract
      ? { id: contract.id, no: contract.no, effect: EFFECT[contract.status] ?? "" }
      : null,
  };
}
