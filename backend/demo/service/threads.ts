import { addMessage, recount } from "#backend/domain/service/message/figures";
import { receiveMessage } from "#backend/domain/service/message/receive";
import { moveTo, patch } from "#backend/engine/documents";
import { nextOrder, type Sql } from "#backend/platform/db";
import { csThread } from "#documents/service/thread";
import { asSystem, personAt } from "../acting";
import { goTo, workAgo } from "../clock";
import { workersOf } from "../people/staff";

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

/** What others wrote before, and what it was about: hours until we answered, and until it was closed. */
const FORMER = [
  [2, 30, "logistics", "Delivery date", "When will my order arrive? I need it by the weekend."],
  [5, 52, "quality", "Stopped working", "It worked for two weeks and then stopped."],
  [1, 20, "other", "How to use it", "Could you explain how to set it up? The manual is hard to read."],
  [9, 70, "missing", "Incomplete", "The box came without the small parts that the picture shows."],
  [3, 26, "invoice", "Invoice with VAT number", "Please send me an invoice with our VAT number."],
  [7, 90, "return", "Wrong size", "It is smaller than I thought. How do I return it?"],
  [4, 44, "logistics", "Delivered but not here", "The carrier says delivered, but there is nothing in my mailbox."],
  [26, 120, "quality", "Colour fades", "After washing it twice the colour is gone."],
  [2, 18, "other", "Spare part", "Do you sell the lid on its own?"],
  [12, 60, "logistics", "Change of address", "I moved last week. Can you send it to my new address?"],
  [6, 38, "return", "Refund", "I sent it back ten days ago. When do I get my money?"],
  [3, 22, "other", "Thanks", "Arrived early and well packed, thank you."],
] as const;
const FORMER_COUNT = 1_480;
/** Hours between two of them, so that they reach back a quarter of a year. */
const APART = 1.5;

const ANSWERS = [
  "Thank you for your message, we take care of it.",
  "We are sorry for the trouble. A replacement leaves our warehouse tomorrow.",
  "Thank you for asking. You find the answer below, and we are glad to help further.",
  "We looked into it with the carrier and will write again within two days.",
] as const;

const CATEGORIES = ["logistics", "quality", "missing", "other", "invoice", "return"] as const;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

interface ThreadBuyer {
  storeId: string;
  orderNo: string;
  buyerKey: string | null;
}

/** A letter of a buyer, as it would have come at its time; when we answered, and where it stands. */
interface ThreadLetter extends ThreadBuyer {
  n: number;
  subject: string;
  content: string;
  age: number;
  answered: number | null;
  resolved: number;
  status: (typeof LETTERS)[number][2];
  category: string | null;
  answer: string;
  agent: string;
}

async function receive(sql: Sql, letter: ThreadLetter): Promise<void> {
  const system = asSystem(sql);
  const { n, age, answered, agent: name, status, category, resolved, answer, ...said } = letter;
  const { storeId, orderNo } = said;
  await workAgo(sql, 0);
  nextOrder(sql);
  const messageTime = hoursAgo(age);
  const answerTime = hoursAgo(age - (answered ?? 0));
  const resolvedTime = hoursAgo(resolved);
  await goTo(sql, new Date(messageTime));
  await receiveMessage(system, { ...said, language: "en", externalId: `demo-${n}`, messageTime });
  const thread = await sql.one<{ id: string }>(
    `select id from cs_thread where tenant_id = 1 and store_id = $1 and platform_order_no = $2`,
    [storeId, orderNo],
  );
  if (!thread || answered === null) return;
  const agent = await personAt(system, name);
  const reply = await addMessage(agent, thread.id, { direction: "out", content: answer, messageTime: answerTime });
  await patch({ sql }, csThread.lines.messages, reply, { sendState: "sent" });
  await sql.query("update cs_message set answered = true where cs_thread_id = $1", [thread.id]);
  await patch({ sql }, csThread, thread.id, {
    assigneeId: agent.caller.userId,
    unassigned: false,
    category,
    resolvedTime: status === "resolved" || status === "closed" ? resolvedTime : null,
  });
  await recount(agent, thread.id);
  await moveTo(agent, csThread, thread.id, status, "处理");
}

/** Letters of the last quarter of a year that were dealt with, by all who answer letters. */
async function insertFormer(sql: Sql): Promise<number> {
  const buyers = await sql.query<ThreadBuyer>(
    `select o.store_id as "storeId", o.platform_order_no as "orderNo", o.buyer_key as "buyerKey"
     from platform_order o where o.tenant_id = 1 and o.status = 'Shipped' and not exists (
       select from cs_thread t where t.store_id = o.store_id and t.platform_order_no = o.platform_order_no)
     order by md5(o.platform_order_no) limit ${FORMER_COUNT}`,
  );
  const agents = await workersOf(sql, "CS");
  // The oldest first, as they came.
  for (const [i, buyer] of buyers.entries()) {
    const n = buyers.length - i;
    const [answered, resolved, category, subject, content] = FORMER[(n * 5) % FORMER.length] ?? FORMER[0];
    const age = 80 + n * APART + ((n * 7) % 5);
    await receive(sql, {
      ...buyer,
      n: 1_000 + n,
      subject,
      content,
      age,
      answered,
      category,
      status: "closed",
      resolved: Math.max(age - resolved, 1),
      answer: ANSWERS[n % ANSWERS.length] ?? ANSWERS[0],
      agent: agents[n % agents.length] ?? "cs_staff",
    });
  }
  return buyers.length;
}

/** Threads of buyers of the latest parcels, some answered in time, some not; of a whole demonstration former ones too. */
export async function insertThreads(sql: Sql, scale: number): Promise<number> {
  const buyers = await sql.query<ThreadBuyer>(
    `select o.store_id as "storeId", o.platform_order_no as "orderNo", o.buyer_key as "buyerKey"
     from platform_order o where o.tenant_id = 1 and o.status = 'Shipped'
     order by exists (select from connector x where x.store_id = o.store_id and x.enabled) desc,
       o.fulfillment_channel = 'MFN' desc, o.purchase_time desc limit ${LETTERS.length * 2}`,
  );
  for (const [i, buyer] of buyers.entries()) {
    const [age, answered, status, subject, content] = LETTERS[i % LETTERS.length] ?? LETTERS[0];
    await receive(sql, {
      ...buyer,
      n: i,
      subject,
      content,
      age: age + i,
      answered,
      status,
      resolved: Math.max(age - 10, 1),
      category: CATEGORIES[i % CATEGORIES.length] ?? null,
      answer: ANSWERS[0],
      agent: "cs_staff",
    });
  }
  return buyers.length + (scale === 1 ? await insertFormer(sql) : 0);
}
