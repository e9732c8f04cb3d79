import { afterAll, beforeAll, expect, it } from "vitest";
import { type Engine, openEngine } from "../engine.testing";

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

interface Seen {
  id: string;
  version: number;
}
const set = (rows: Seen[], field: string, value: unknown, who = "admin", key?: string) =>
  engine.send(who, "PUT", "batch", { rows, field, value }, key);
const read = async (id: string) => (await engine.get("admin", id)).body.data;

it("sets one field of each row as an edit of its own, with a result for each", async () => {
  const one = await engine.add({ name: "甲件" });
  const stale = await engine.add({ name: "乙件" });
  await engine.send("admin", "PUT", "", { ...stale, note: "先改" });
  const done = await engine.add({ name: "丙件" });
  await engine.send("admin", "POST", `${done.id}/finish`, { version: 0, comment: "好" });
  const answer = await set([one, stale, { ...done, version: 1 }, { id: "987654", version: 0 }], "qty", 7);
  expect(answer.body.data).toEqual([
    { id: one.id, no: "甲件", ok: true, msg: null },
    { id: stale.id, no: "乙件", ok: false, msg: "单据已被他人修改，请刷新后重试" },
    { id: done.id, no: "丙件", ok: false, msg: "部件完成，不能修改" },
    { id: "987654", no: null, ok: false, msg: "单据不存在" },
  ]);
  expect(await read(one.id)).toMatchObject({ qty: 7, version: 1 });
  expect(await read(stale.id)).toMatchObject({ qty: 1, note: "先改", version: 1 });
  const { data } = (await engine.get("admin", `/admin/operlog/widget/${one.id}`)).body;
  expect(data[0]).toMatchObject({ action: "修改", diff: { qty: [1, 7] }, operator: "系统管理员" });
});

it("sent twice with one key it changes nothing more", async () => {
  const row = await engine.add({ name: "丁件" });
  const first = await set([row], "qty", 3, "admin", "bulk-once-0001");
  expect(await set([row], "qty", 3, "admin", "bulk-once-0001")).toEqual(first);
  expect(await read(row.id)).toMatchObject({ qty: 3, version: 1 });
});

it("keeps to scope and rights", async () => {
  const foreign = await engine.add({ name: "戊件" });
  const own = await engine.add({ name: "己件", ownerId: engine.userId("promo") });
  const { body } = await set([foreign, own], "note", "批量", "promo");
  expect(body.data).toEqual([
    { id: foreign.id, no: null, ok: false, msg: "单据不存在" },
    { id: own.id, no: "己件", ok: true, msg: null },
  ]);
  expect(await set([own], "note", "x", "ads")).toMatchObject({ status: 403 });
  const secret = await set([own], "secret", "x", "promo");
  expect(secret).toMatchObject({ status: 400, body: { msg: "这个字段不能批量修改" } });
});

it.each<[Seen[], string, unknown, string]>([
  [[], "qty", 1, "请先选择数据"],
  [[{ id: "x", version: 0 }], "qty", 1, "编号不正确"],
  [[{ id: "1", version: 0 }], "qty", 0, "数量不能小于1"],
  [Array.from({ length: 201 }, (_, i) => ({ id: `${i}`, version: 0 })), "qty", 1, "一次最多选择200条"],
])("refuses %j of %s with %j", async (rows, field, value, msg) => {
  expect(await set(rows, field, value)).toMatchObject({ status: 400, body: { msg } });
});

it("refuses a field that the declaration does not name", async () => {
  const row = await engine.add({ name: "庚件" });
  expect(await set([row], "name", "别名")).toMatchObject({ status: 400 });
});
