import type { RuleContext } from "../../../documents/rules";
import { act, personAt } from "../acting";

const WAITING: [name: string, state: string, most: number, starter: string][] = [
  ["purchase_requisition", "draft", 4, "applicant_id"],
  ["turn_requisition", "draft", 2, "buyer_id"],
  ["inquiry_order", "quoted", 3, "buyer_id"],
  ["requisition_cancel", "draft", 1, "applicant_id"],
];

/** Some of the newest wait for their approval, so that the to-do lists have something to decide. */
export async function submitSourcing(c: RuleContext): Promise<void> {
  for (const [name, state, most, starter] of WAITING) {
    const rows = await c.sql.query<{ id: string; starter: string }>(
      `select id, ${starter} as starter from ${name} where status = $1 and del_flag = 0
       order by id desc limit $2`,
      [state, most],
    );
    for (const { id, starter: by } of rows)
      await act(await personAt(c, by, "id"), name, id, "submit");
  }
}
