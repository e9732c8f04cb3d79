import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { testDatabase } from "../../../tests/harness";
import { sendOutbox } from "./drain";
import { enqueue } from "./enqueue";
import { Later, type Message, onOutbox, Refused, Underway } from "./words";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(() => db.query("delete from outbox"));

const say = (key: string, more: object = {}) =>
  db.tx((sql) => enqueue({ sql, tenantId: "1" }, { kind: "t", key, ...more }));
const states = () => db.query("select key, status, attempts from outbox order by id");
const dueNow = () => db.query("update outbox set next_run = now() where status = 'pending'");

test("a key is said once, however often it is decided; never when that is taken back", async () => {
  expect([await say("a"), await say("a")]).toEqual([true, false]);
  await expect(
    db.tx(async (sql) => {
      await enqueue({ sql, tenantId: "1" }, { kind: "t", key: "b" });
      throw new Error("no");
    }),
  ).rejects.toThrow();
  const heard: string[] = [];
  await sendOutbox(db, [onOutbox("t", { send: async (_db, m) => heard.push(m.key) })]);
  expect(heard).toEqual(["a"]);
  expect(await states()).toEqual([{ key: "a", status: "done", attempts: 1 }]);
});

test("what was being sent when the process ended is sent again, with its key", async () => {
  await say("a");
  await db.query("update outbox set status = 'sending', attempts = 1");
  const heard: Message[] = [];
  await sendOutbox(db, [onOutbox("t", { send: async (_db, m) => heard.push(m) })]);
  expect(heard.map((m) => m.key)).toEqual(["a"]);
});

test("later is later, a refusal is the end and the administrators hear of it", async () => {
  await say("a");
  await say("b");
  const dead: string[] = [];
  const handler = onOutbox("t", {
    async send(_db, { key }) {
      throw key === "a" ? new Later("忙", 60) : new Refused("不认识");
    },
    async dead(_sql, { key }, reason) {
      dead.push(`${key} ${reason}`);
    },
  });
  await sendOutbox(db, [handler]);
  expect(await states()).toEqual([
    { key: "a", status: "pending", attempts: 1 },
    { key: "b", status: "dead", attempts: 1 },
  ]);
  expect(dead).toEqual(["b 不认识"]);
  const told = await db.one("select title from sys_notification where title = '发送失败：b'");
  expect(told).toBeTruthy();
  await sendOutbox(db, [handler]);
  expect((await states())[0]).toMatchObject({ attempts: 1 });
  for (let i = 1; i < 8; i++) {
    await dueNow();
    await sendOutbox(db, [handler]);
  }
  expect((await states())[0]).toEqual({ key: "a", status: "dead", attempts: 8 });
});

test("what is still under way over there is looked at again, however often", async () => {
  await say("a");
  let looks = 0;
  const handler = onOutbox("t", {
    async send() {
      if (++looks <= 12) throw new Underway("处理中", 5);
      return "好了";
    },
  });
  for (let i = 0; i < 12; i++) {
    await sendOutbox(db, [handler]);
    expect(await states()).toEqual([{ key: "a", status: "pending", attempts: 0 }]);
    await dueNow();
  }
  await sendOutbox(db, [handler]);
  expect(await states()).toEqual([{ key: "a", status: "done", attempts: 1 }]);
});

test("when the answer cannot be kept, the message is heard again and its effect is not there twice", async () => {
  await say("a");
  let turns = 0;
  const handler = onOutbox("t", {
    send: async () => "yes",
    async done(sql) {
      await sql.query("insert into sys_param (param_key, name, value_type) values ('t.done', 't', 'text')");
      if (++turns === 1) throw new Error("cut off");
    },
  });
  await sendOutbox(db, [handler]);
  await dueNow();
  await sendOutbox(db, [handler]);
  const kept = await db.one<{ n: string }>("select count(*) as n from sys_param where param_key = 't.done'");
  expect([turns, kept?.n]).toEqual([2, "1"]);
});

test("two senders at once send each message once; a slow connection stops no other", async () => {
  const [one, two] = await db.query<{ id: string }>(
    `insert into connector (tenant_id, name, kind, provider)
     values (1, 'A', 'warehouse', 'gc'), (1, 'B', 'carrier', 'express') returning id`,
  );
  const heard: string[] = [];
  let free = () => {};
  const slow = new Promise<void>((done) => {
    free = done;
  });
  const handler = onOutbox("t", {
    async send(_db, { key }) {
      if (key === "slow") await slow;
      heard.push(key);
    },
  });
  await say("slow", { connectorId: one?.id });
  const first = sendOutbox(db, [handler]);
  await expect.poll(async () => (await states())[0]).toMatchObject({ status: "sending" });
  for (const key of ["b1", "b2", "b3"]) await say(key, { connectorId: two?.id });
  const second = sendOutbox(db, [handler]);
  await expect.poll(() => heard).toEqual(["b1", "b2", "b3"]);
  free();
  await Promise.all([first, second]);
  expect(heard).toEqual(["b1", "b2", "b3", "slow"]);
});
