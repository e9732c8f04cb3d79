import { addMessage, recount } from "#backend/domain/service/message/figures";
import { receiveMessage } from "#backend/domain/service/message/receive";
import { moveTo, patch } from "#backend/engine/documents";
import { nextOrder, type Sql } from "#backend/platform/db";
import { csThread } from "#documents/service/thread";
import { asSystem, personAt } from "../acting";
import { goTo, workAgo } from "../clock";

/** What buyers write: hours ago, whether we answered, and where it stands. */
const LETTERS = [
  [2, null, "open", "Where is my parcel?", "The tracking did not move for days. Where is my order?"],
  [5, null, "open", "One arrived broken", "One of the two arrived broken, please help."],
  [22, null, "open", "Missing part", "A screw is missing in the box."],
  [30, null, "open", "Wrong colour", "I ordered black and got white."],
  [8, null, "open", "Does it fit?", "Does the charger fit the plugs of my country?"],
  [40, 3, "replied", "Invoice", "Could you send me an invoice for this order?"],
  [52, 2, "replied", "Return", "How can I send it back?"],
  [70, 5, "resolved", "Late delivery", "It arrived three days late."],
  [90, 1, "resolved", "Thank you", "All good, thanks for the quick help."],
  [200, 4, "closed", "Broken zip", "The zip broke after one week."],
  [260, 6, "closed", "Question", "Does it come with a charger?"],
] as const;

const CATEGORIES = ["logistics", "quality", "missing", "other", "invoice", "return"] as const;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** Threads of buyers of the latest parcels, some answered in time, some not. */
export async function insertThreads(sql: Sql): Promise<number> {
  const orders = await sql.query<{ storeId: string; no: string; buyerKey: string | null }>(
    `select o.store_id as "storeId", o.platform_order_no as no, o.buyer_key as "buyerKey"
     from platform_order o where o.tenant_id = 1 and o.status = 'Shipped'
     order by exists (select from connector x where x.store_id = o.store_id and x.enabled) desc,
       o.fulfillment_channel = 'MFN' desc, o.purchase_time desc limit ${LETTERS.length * 2}`,
  );
  const system = asSystem(sql);
  const agent = await personAt(system, "cs_staff");
  for (const [i, { storeId, no: orderNo, buyerKey }] of orders.entries()) {
    await workAgo(sql, 0);
    const [age, answered, status, subject, content] = LETTERS[i % LETTERS.length] ?? LETTERS[0];
    nextOrder(sql);
    const messageTime = hoursAgo(age + i);
    const answerTime = hoursAgo(age + i - (answered ?? 0));
    const resolvedTime = hoursAgo(Math.max(age - 10, 1));
    await goTo(sql, new Date(messageTime));
    await receiveMessage(system, {
      storeId,
      orderNo,
      buyerKey,
      subject,
      content,
      language: "en",
      externalId: `demo-${i}`,
      messageTime,
    });
    const thread = await sql.one<{ id: string }>(
      `select id from cs_thread where tenant_id = 1 and store_id = $1 and platform_order_no = $2`,
      [storeId, orderNo],
    );
    if (!thread || answered === null) continue;
    const reply = await addMessage(agent, thread.id, {
      direction: "out",
      content: "Thank you for your message, we take care of it.",
      messageTime: answerTime,
    });
    await patch({ sql }, csThread.lines.messages, reply, { sendState: "sent" });
    await sql.query("update cs_message set answered = true where cs_thread_id = $1", [thread.id]);
    await patch({ sql }, csThread, thread.id, {
      assigneeId: agent.caller.userId,
      unassigned: false,
      category: CATEGORIES[i % CATEGORIES.length] ?? null,
      resolvedTime: status === "resolved" || status === "closed" ? resolvedTime : null,
    });
    await recount(agent, thread.id);
    await moveTo(agent, csThread, thread.id, status, "处理");
  }
  return orders.length;
}
