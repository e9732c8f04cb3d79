import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { engine } from "#backend/domain";
import { type Market, openMarket, placedIn } from "#backend/domain/order/feed/feed.testing";
import { sendOutbox } from "#backend/engine/connect/drain";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { lockWhole } from "#backend/engine/documents/reading/row";
import type { RuleValues } from "#backend/engine/documents/rules";
import type { Caller } from "#backend/platform/http/endpoint";
import { installQueue } from "#backend/platform/jobs/queue";
import type { DocumentType } from "#documents/kit";
import { allOrder } from "#documents/service/all-order";
import { csThread } from "#documents/service/thread";
import { actAs } from "../../../../tests/acting";
import { closeThreads } from "./close";
import { readMessages } from "./read";
import { sendMessage } from "./send";
import { threadRules } from "./thread";

/** Any declaration: tests name actions and values as calls do. */
const thread0: DocumentType = csThread;
const order0: DocumentType = allOrder;
const letters = z.object({ messages: z.array(z.object({ from: z.string(), text: z.string() })) });
const NO = "113-1234567-7654321";
let market: Market;
beforeAll(async () => {
  market = await openMarket();
  await installQueue(market.db);
  await market.list("A100");
  await market.list("B200");
  await market.place(placedIn());
  await market.turn();
});
afterAll(() => market.close());

const write = (...letters: object[]) =>
  market.standIns.control("marketplace", {
    write: letters.map((one) => ({ orderNo: NO, text: "one arrived broken", ...one })),
  });
const read = () => readMessages(market.db, engine, true);
const thread = async () => {
  const row = await market.db.one<Record<string, unknown> & { id: string }>(
    `select id, status, unread, due_time as due, last_time as last from cs_thread
     where merged_into_id is null order by id limit 1`,
  );
  if (!row) throw new Error("no thread");
  return row;
};
const at = (time: string) => expect.stringContaining(time);
const act = async (id: string, action: string, input: RuleValues = {}, who: Partial<Caller> = {}) =>
  market.db.tx((sql) => perform(actAs(sql, who), thread0, id, action, input, { trusted: true }));
async function send() {
  await market.db.query("update outbox set next_run = now() where status = 'pending'");
  await sendOutbox(market.db, [sendMessage]);
}
const heard = async () => {
  const { messages } = letters.parse(await market.standIns.heard("marketplace"));
  return messages.filter((m) => m.from === "seller").map((m) => m.text);
};

test("a message opens a thread of its order, due a day later; told again nothing changes", async () => {
  // 09:00 in Shanghai.
  await write({ messageId: "m1", sentTime: "2026-07-14T01:00:00Z", subject: "Broken" });
  await market.db.query("update cs_inbox set read_to = '2026-07-01'");
  await market.db.query(
    `insert into cs_inbox (connector_id, tenant_id, read_to) values ($1, 1, '2026-07-01')
     on conflict (connector_id) do update set read_to = '2026-07-01'`,
    [market.connectorId],
  );
  await market.standIns.control("marketplace", { behave: { repeat: true, reorder: true } });
  expect(await read()).toBe(1);
  expect(await thread()).toMatchObject({
    status: "open",
    unread: 1,
    last: at("2026-07-14 09:00:00"),
    due: at("2026-07-15 09:00:00"),
  });
  await market.db.query("update cs_inbox set read_to = '2026-07-01'");
  expect(await read()).toBe(0);
  expect(await market.db.query("select 1 from cs_thread")).toHaveLength(1);
});

test("what came late counts from when it was written; a lost answer is asked for again", async () => {
  await write({ messageId: "m0", sentTime: "2026-07-14T00:30:00Z" });
  await market.db.query("update cs_inbox set read_to = '2026-07-01'");
  await market.standIns.control("marketplace", { behave: { garbage: 1 } });
  expect(await read()).toBe(0);
  expect(await read()).toBe(1);
  expect(await thread()).toMatchObject({ unread: 2, due: at("2026-07-15 08:30:00") });
  await market.db.query("delete from cs_message where external_id = 'm0'");
  await market.db.query("update cs_thread set unread = 1, due_time = '2026-07-15 09:00:00+08'");
});

test("ways out of the marketplace and inducement are refused, and what was typed stays a draft", async () => {
  const { id } = await thread();
  await expect(act(id, "reply", { content: "mail me@example.com" })).rejects.toMatchObject({
    fields: { content: "内容含站外联系方式，不允许发送" },
  });
  await expect(act(id, "reply", { content: "leave a 5 star review" })).rejects.toMatchObject({
    fields: { content: "内容含诱导评价用语，不允许发送" },
  });
  await act(id, "saveDraft", { content: "We are sorry." });
  const row = await market.db.tx((sql) => lockWhole(actAs(sql), csThread, id, { anyScope: true }));
  expect(row).toMatchObject({ status: "open", draftText: "We are sorry." });
});

test("an answer after ninety minutes is sent once, though its answer was lost", async () => {
  const { id } = await thread();
  await act(id, "reply", { content: "We are sorry." });
  await market.db.query("update cs_message set message_time = '2026-07-14 10:30:00+08' where direction = 'out'");
  await market.standIns.control("marketplace", { behave: { lose: 1 } });
  await send();
  await send();
  expect(await heard()).toEqual(["We are sorry."]);
  const row = await market.db.tx((sql) => lockWhole(actAs(sql), csThread, id, { anyScope: true }));
  expect(row).toMatchObject({
    status: "replied",
    unread: 0,
    dueTime: null,
    draftText: null,
    messages: [{ direction: "in" }, { direction: "out", sendState: "sent" }],
  });
  const minutes = threadRules.expressions?.firstMinutes;
  expect(await market.db.query(`select ${minutes} as n from cs_thread t`)).toEqual([{ n: 90 }]);
});

test("what the marketplace will not take is failed and may be sent again", async () => {
  const { id } = await thread();
  await market.db.query("update outbox set status = 'done' where status = 'pending'");
  await act(id, "reply", { content: "Again." });
  await market.standIns.control("marketplace", { behave: { fail: 1, status: 400 } });
  await send();
  const failed = () => market.db.query("select 1 from cs_message where send_state = 'failed' and content = 'Again.'");
  expect(await failed()).toHaveLength(1);
  await act(id, "resend");
  await send();
  expect(await failed()).toHaveLength(0);
  expect(await heard()).toContain("Again.");
});

test("a new letter opens what was resolved; a week later it is closed by itself", async () => {
  const { id } = await thread();
  await act(id, "resolve", { category: "quality" });
  await write({ messageId: "m2" });
  await read();
  expect(await thread()).toMatchObject({ status: "open", unread: 1 });
  await act(id, "noReply", { category: "quality" });
  expect(await thread()).toMatchObject({ status: "resolved", unread: 0, due: null });
  await closeThreads(market.db);
  expect(await thread()).toMatchObject({ status: "resolved" });
  await market.db.query("update cs_thread set resolved_time = now() - interval '8 days'");
  await closeThreads(market.db);
  expect(await thread()).toMatchObject({ status: "closed" });
});

test("a letter about an order that has not come yet waits, and knows it later", async () => {
  await market.place(placedIn({ orderNo: "113-0000000-0000001", lastUpdateTime: new Date().toISOString() }));
  await market.standIns.control("marketplace", { write: { orderNo: "113-0000000-0000001", text: "where is it" } });
  await read();
  const of = () =>
    market.db.query("select platform_order_id is not null as known from cs_thread where platform_order_no = $1", [
      "113-0000000-0000001",
    ]);
  expect(await of()).toEqual([{ known: false }]);
  await market.turn();
  await read();
  expect(await of()).toEqual([{ known: true }]);
});

test("the order tells what happened around it; no more than two reships, tags of the dictionary", async () => {
  const { db } = market;
  const order = await db.one<{ id: string }>("select id from platform_order where platform_order_no = $1", [NO]);
  const id = order?.id ?? "";
  const doing = (action: "reship" | "tag" | "write", input: RuleValues) =>
    db.tx((sql) => perform(actAs(sql), order0, id, action, input, { trusted: true }));
  await db.query("update platform_order set status = 'Shipped' where id = $1", [id]);
  const sku = await db.one<{ id: string }>("select id from sku where sku_code = 'A100'");
  const input = { skuId: sku?.id, qty: 1, reason: "一件破损" };
  await doing("reship", input);
  await doing("reship", input);
  await expect(doing("reship", input)).rejects.toThrow("补发次数已达上限");
  expect(
    await db.query(
      `select order_source as source, total_amount::float as total, receiver_shown is not null as known
       from sales_order where order_source = 'reship'`,
    ),
  ).toEqual([
    { source: "reship", total: 0, known: true },
    { source: "reship", total: 0, known: true },
  ]);
  await doing("tag", { add: "vip" });
  await doing("write", { subject: "Hello", content: "Your parcel left." });
  const row = await db.tx((sql) => lockWhole(actAs(sql), allOrder, id, { anyScope: true }));
  expect(row.csTags).toEqual(["vip"]);
  const found = await db.one<Record<string, unknown>>(
    `select count(*)::int as n from cs_thread where platform_order_id = $1`,
    [id],
  );
  expect(found).toEqual({ n: 1 });
});

test("a thread is given to somebody whose roles may answer it, and to nobody else", async () => {
  const { db } = market;
  const { id } = await thread();
  const named = async (username: string) =>
    (await db.one<{ id: string }>("select id from sys_user where username = $1", [username]))?.id ?? "";
  const [service, buyer] = [await named("cs_staff"), await named("buyer")];
  await act(id, "assign", { assigneeId: service });
  expect(await db.one("select assignee_id = $2 as his from cs_thread where id = $1", [id, service])).toEqual({
    his: true,
  });
  await expect(act(id, "assign", { assigneeId: buyer })).rejects.toThrow("请选择在职的客服人员");
});
