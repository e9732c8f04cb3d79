import type { RuleContext, Rules } from "../../documents/rules";
import { inquiryOrderRules } from "../../rules/purchase/inquiry/inquiry-order";
import { requisitionRules } from "../../rules/purchase/requisition/requisition";
import { requisitionCancelRules } from "../../rules/purchase/requisition-cancel/requisition-cancel";
import { turnRequisitionRules } from "../../rules/purchase/turn-requisition/turn-requisition";
import { submit } from "./order-flow";

const WAITING: [name: string, rules: Rules, state: string, most: number, starter: string][] = [
  ["purchase_requisition", requisitionRules, "draft", 4, "applicantId"],
  ["turn_requisition", turnRequisitionRules, "draft", 2, "buyerId"],
  ["inquiry_order", inquiryOrderRules, "quoted", 3, "buyerId"],
  ["requisition_cancel", requisitionCancelRules, "draft", 1, "applicantId"],
];

/** Some of the newest wait for their approval, so that the to-do lists have something to decide. */
export async function submitSourcing(c: RuleContext): Promise<void> {
  for (const [name, rules, state, most, starter] of WAITING) {
    const rows = await c.sql.query<{ id: string }>(
      `select id from ${name} where status = $1 and del_flag = 0 order by id desc limit $2`,
      [state, most],
    );
    for (const { id } of rows) await submit(c, name, rules, id, starter);
  }
}
