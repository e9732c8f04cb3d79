import { csThread } from "#documents/service/thread";
import { nextOrder } from "../../../db/locks";
import type { Sql } from "../../../db/sql";
import { moveTo } from "../../../documents/lifecycle/move";
import { addMessage, recount } from "../../../rules/service/message/figures";
import { receiveMessage } from "../../../rules/service/message/receive";
import { asSystem, personAt } from "../acting";

/** What buyers write: hours ago, whether we answered, and where it stands. */
const LETTERS = [
  [
    2,
    null,
    "open",
    "Where is my parcel?",
    "The tracking did not move for days. Where is my order?",
  ],
  [5, null, "open", "One arrived broken", "One of the two arrived broken, please help."],
  [22, null, "open", "Missing part", "A screw is missing in the box."],
  [30, null, "open", "Wrong colour", "I ordered black and got white."],
  [40, 3, "replied", "Invoice", "Could you send me an invoice for this order?"],
  [52, 2, "replied", "Return", "How can I send it back?"],
  [70, 5, "resolved", "Late delivery", "It arrived three days late."],
  [90, 1, "resolved", "Thank you", "All good, thanks for the quick help."],
  [200, 4, "closed", "Broken zip", "The zip broke after one week."],
  [260, 6, "closed", "Question", "Does it come with a charger?"],
] as const;

const CATEGORIES = ["logistics", "quality", "missing", "other", "invoice", "return"] as const;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

interface Order {
  storeId: string;
  no: string;
  buyerKey: string | null;
}

/** Threads of buyers of the latest parcels, some answered in time, some not. */
export async function insertThreads(sql: Sql): Promise<number> {
  const orders = await sql.query<Order>(
    `select o.store_id as "storeId", o.platform_order_no as no, o.buyer_key as "buyerKey"
     from platform_order o where o.tenant_id = 1 and o.status = 'Shipped'
     order by exists (select from connector x where x.store_id = o.store_id and x.enabled) desc,
       o.fulfillment_channel = 'MFN' desc, o.purchase_time desc limit ${LETTERS.length * 2}`,
  );
  const system = asSystem(sql);
  const agent = await personAt(system, "cs_staff");
  for (const [i, { storeId, no: orderNo, buyerKey }] of orders.entries()) {
    const [age, answered, status, subject, content] = LETTERS[i % LETTERS.length] ?? LETTERS[0];
    nextOrder(sql);
    await receiveMessage(system, {
      ...{ storeId, orderNo, buyerKey, subject, content, language: "en" },
      ...{ externalId: `demo-${i}`, messageTime: hoursAgo(age + i) },
    });
    const thread = await sql.one<{ id: string }>(
      `select id from cs_thread where tenant_id = 1 and store_id = $1 and platform_order_no = $2`,
      [storeId, orderNo],
    );
    if (!thread || answered === null) continue;
    const reply = await addMessage(agent, thread.id, {
      ...{ direction: "out", content: "Thank you for your message, we take care of it." },
      messageTime: hoursAgo(age + i - answered),
    });
    await sql.query("update cs_message set send_state = 'sent' where id = $1", [reply]);
    await sql.query("update cs_message set answered = true where cs_thread_id = $1", [thread.id]);
    await sql.query(
      `update cs_thread set assignee_id = $2, unassigned = false, category = $3,
         resolved_time = case when $4 in ('resolved', 'closed') then $5::timestamptz end where id = $1`,
      [
        ...[thread.id, agent.caller.userId, CATEGORIES[i % CATEGORIES.length], status],
        hoursAgo(Math.max(age - 10, 1)),
      ],
    );
    await recount(agent, thread.id);
    await moveTo(agent, csThread, thread.id, status, "处理");
  }
  return orders.length;
}
