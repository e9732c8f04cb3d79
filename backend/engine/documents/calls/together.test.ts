import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Engine, openEngine } from "../engine.testing";

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

const end = (ids: string[], key?: string, who = "admin") => engine.send(who, "POST", "batch/end", { ids }, key);
const add = async (...names: string[]) => {
  const ids: string[] = [];
  for (const name of names) ids.push((await engine.add({ name })).id);
  return ids;
};
const rows = (ids: string[]) =>
  engine.db.query<{ name: string; state: string; note: string | null; version: number; logs: number }>(
    `select t.name, t.life_state as state, t.note, t.version, (select count(*)::int from sys_oper_log
       where biz_type = 'widget' and biz_id = t.id::text and action = '作完') as logs
     from test_widget t where id = any($1) order by id`,
    [ids],
  );

it("many are done by sets; who is refused takes no other along, and each has its own history", async () => {
  const ids = await add("好一", "缺一", "好二", "好三", "好四", "坏一", "好五", "好六");
  const answer = await end([...ids, "999999999"]);
  expect(answer.status).toBe(200);
  expect(answer.body.data.map((r: { no: string | null; msg: string | null }) => [r.no, r.msg])).toEqual([
    ["好一", null],
    ["缺一", "缺件不能完成"],
    ["好二", null],
    ["好三", null],
    ["好四", null],
    ["坏一", "坏件不能完成"],
    ["好五", null],
    ["好六", null],
    [null, "单据不存在"],
  ]);
  const now = await rows(ids);
  expect(now.map((r) => [r.name, r.state, r.version, r.logs])).toEqual([
    ["好一", "done", 1, 1],
    ["缺一", "draft", 0, 0],
    ["好二", "done", 1, 1],
    ["好三", "done", 1, 1],
    ["好四", "done", 1, 1],
    ["坏一", "draft", 0, 0],
    ["好五", "done", 1, 1],
    ["好六", "done", 1, 1],
  ]);
  // The first four are one set, of which one is refused; what a set with the bad one wrote is gone.
  expect(now[0]?.note).toBe("3件");
  expect(now[5]?.note).toBeNull();
});

it("the same call once more gets the same answer, and nothing is done twice", async () => {
  const ids = await add("再一", "再二", "坏二", "再三");
  const key = randomUUID();
  const first = await end(ids, key);
  const before = await rows(ids);
  const second = await end(ids, key);
  expect(second.body.data).toEqual(first.body.data);
  expect(await rows(ids)).toEqual(before);
  expect(before.map((r) => r.logs)).toEqual([1, 1, 0, 1]);
});

it("what the first call was refused may go with the second, by the same key", async () => {
  const ids = await add("缺二", "再四");
  const key = randomUUID();
  await end(ids, key);
  await engine.db.query("update test_widget set name = '有二' where id = $1", [ids[0]]);
  const answer = await end(ids, key);
  expect(answer.body.data.map((r: { ok: boolean }) => r.ok)).toEqual([true, true]);
  expect((await rows(ids)).map((r) => r.logs)).toEqual([1, 1]);
});

it("states and scope are heard of each row", async () => {
  const [own = "", done = ""] = await add("态一", "态二");
  await end([done]);
  const answer = await end([own, done]);
  expect(answer.body.data).toMatchObject([{ ok: true }, { ok: false, msg: expect.stringContaining("完成") }]);
  const hidden = (await engine.add({ name: "别人件" })).id;
  const other = await end([hidden, own], undefined, "promo");
  expect(other.body.data.map((r: { no: string | null; msg: string }) => [r.no, r.msg])).toEqual([
    [null, "单据不存在"],
    [null, "单据不存在"],
  ]);
});
