import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Engine, openEngine } from "../engine.testing";

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

const act = (id: string, name: string, body: object = {}, who = "admin") =>
  engine.send(who, "POST", `${id}/${name}`, { version: 0, ...body });
const read = async (id: string) => (await engine.get("admin", id)).body.data;

describe("one row", () => {
  it("moves to its new state, once", async () => {
    const { id } = await engine.add();
    const first = await act(id, "finish", { comment: "做完了" });
    expect(first.body).toEqual({ code: 0, msg: null, data: { id, version: 1, finished: true } });
    expect(await read(id)).toMatchObject({ lifeState: "done", version: 1, note: "做完了" });
    const again = await engine.send("admin", "POST", `${id}/finish`, { version: 1, comment: "x" });
    expect(again).toMatchObject({ status: 409, body: { msg: "完成状态不能完成" } });
  });

  it("asks for what the action needs, and for the version", async () => {
    const { id } = await engine.add();
    const cases: [object, string, string][] = [
      [{}, "comment", "请输入说明"],
      [{ comment: "字".repeat(11) }, "comment", "说明不能超过10个字"],
      [{ comment: "好", version: null }, "version", "版本号不正确"],
    ];
    for (const [body, field, msg] of cases)
      expect(await act(id, "finish", body)).toMatchObject({ status: 400, body: { msg, fields: { [field]: msg } } });
    expect(await read(id)).toMatchObject({ lifeState: "draft", version: 0 });
  });

  it("several people at once: one of them does it", async () => {
    const { id } = await engine.add();
    const all = await Promise.all([1, 2, 3, 4].map(() => act(id, "finish", { comment: "好" })));
    expect(all.map((a) => a.status).sort()).toEqual([200, 409, 409, 409]);
    expect((await read(id)).version).toBe(1);
  });

  it("a defect of the rule writes nothing and shows nothing of itself", async () => {
    const { id } = await engine.add();
    const answer = await act(id, "finish", { comment: "fail" });
    const unknown = { code: 1, msg: "系统未知错误,请反馈给管理员", data: null };
    expect(answer).toEqual({ status: 500, body: unknown });
    expect(engine.logged.at(-1)).toContain("a defect of the rule");
    expect(await read(id)).toMatchObject({ lifeState: "draft", version: 0, note: null });
    const bad = await act(id, "break");
    expect(bad).toMatchObject({ status: 400, body: { msg: "提交的内容有误" } });
  });

  it("an action that is not declared does not exist", async () => {
    const { id } = await engine.add();
    expect((await act(id, "constructor")).status).toBe(404);
    expect((await act(id, "edit")).status).toBe(404);
    expect((await engine.send("admin", "POST", "batch/break", { ids: [id] })).status).toBe(404);
  });
});

describe("several rows", () => {
  it("each in its own transaction, with a result and a name for each", async () => {
    const one = await engine.add({ name: "第一件" });
    const done = await engine.add({ name: "第二件" });
    await act(done.id, "finish", { comment: "好" });
    const three = await engine.add({ name: "第三件" });
    const answer = await engine.send("admin", "POST", "batch/finish", {
      ids: [one.id, done.id, "987654", three.id, one.id],
      comment: "批量",
    });
    expect(answer.body.data).toEqual([
      { id: one.id, no: "第一件", ok: true, msg: null },
      { id: done.id, no: "第二件", ok: false, msg: "完成状态不能完成" },
      { id: "987654", no: null, ok: false, msg: "单据不存在" },
      { id: three.id, no: "第三件", ok: true, msg: null },
    ]);
    expect(await read(one.id)).toMatchObject({ lifeState: "done", note: "批量" });
    expect(await read(three.id)).toMatchObject({ lifeState: "done", version: 1 });
    expect(await read(done.id)).toMatchObject({ note: "好", version: 1 });
  });

  it.each<[object, string]>([
    [{ comment: "好" }, "请先选择数据"],
    [{ ids: [], comment: "好" }, "请先选择数据"],
    [{ ids: "1", comment: "好" }, "请先选择数据"],
    [{ ids: ["x"], comment: "好" }, "编号不正确"],
    [{ ids: Array.from({ length: 201 }, (_, i) => String(i)), comment: "好" }, "一次最多选择200条"],
    [{ ids: ["1"] }, "请输入说明"],
  ])("refuses %j", async (body, msg) => {
    const answer = await engine.send("admin", "POST", "batch/finish", body);
    expect(answer).toMatchObject({ status: 400, body: { msg } });
  });
});

describe("history", () => {
  const history = async (id: string) => (await engine.get("admin", `/admin/operlog/widget/${id}`)).body.data;

  it("has one row for every write, with what changed", async () => {
    const parts = [{ sku: "a" }];
    const { id } = await engine.add({ name: "历史件", price: "3", qty: 2, parts });
    await engine.send("admin", "PUT", "", { id, version: 0, price: "3.00", qty: 2, note: "加" });
    await engine.send("admin", "PUT", "", { id, version: 0, note: "过期的" });
    await engine.send("admin", "POST", `${id}/finish`, { version: 1, comment: "好" });
    const [finish, edit, add, ...none] = await history(id);
    expect(none).toEqual([]);
    expect(finish).toMatchObject({
      action: "完成",
      fromState: "draft",
      toState: "done",
      diff: { comment: [null, "好"] },
      operator: "系统管理员",
      operatorId: engine.userId("admin"),
    });
    expect(edit).toMatchObject({ action: "修改", diff: { note: [null, "加"] } });
    expect(edit.diff).not.toHaveProperty("price");
    expect(add).toMatchObject({
      action: "新增",
      diff: { name: [null, "历史件"], price: [null, "3"], parts: [null, [{ sku: "a" }]] },
    });
  });

  it("can be neither changed nor removed", async () => {
    const { id } = await engine.add();
    await engine.send("admin", "DELETE", `${id}?version=0`);
    const { db } = engine;
    await expect(db.query("update sys_oper_log set action = 'x'")).rejects.toThrow(/append only/);
    await expect(db.query("delete from sys_oper_log")).rejects.toThrow(/append only/);
    await expect(db.query("truncate sys_oper_log")).rejects.toThrow(/append only/);
    expect((await history(id)).map((h: { action: string }) => h.action)).toEqual(["删除", "新增"]);
  });
});
