import type { RuleContext } from "../../documents/rules";
import { submit } from "./order-flow";

const WAITING: [string, string, number, string][] = [
  ["purchase_requisition", "draft", 4, "applicantId"],
  ["turn_requisition", "draft", 2, "buyerId"],
  ["inquiry_order", "quoted", 3, "buyerId"],
  ["requisition_cancel", "draft", 1, "applicantId"],
];

/** Some of the newest wait for their approval, so that the to-do lists have something to decide. */
export async function submitSourcing(c: RuleContext): Promise<void> {
  for (const [name, state, most, starter] of WAITING) {
    const rows = await c.sql.query<{ id: string }>(
      `select id from ${name} where status = $1 and del_flag = 0 order by id desc limit $2`,
      [state, most],
    );
    for (const { id } of rows) await submit(c, name, id, starter);
  }
}
