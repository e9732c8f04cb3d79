import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Engine, openEngine } from "../engine.testing";

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());
const put = (body: object) => engine.send("admin", "PUT", "", body);
const read = async (id: string) => (await engine.get("admin", id)).body.data;
const refusal = (field: string, msg: string) => ({
  status: 400,
  body: { code: 1, msg, data: null, fields: { [field]: msg } },
});

describe("changing", () => {
  it("part of a row leaves the rest", async () => {
    const parts = [{ sku: "a", qty: 2 }, { sku: "b" }];
    const { id } = await engine.add({ qty: 5, price: "3.30", note: "旧", parts });
    const before = await read(id);
    const { body } = await put({ id, version: 0, note: "新" });
    expect(body.data).toEqual({ id, version: 1 });
    const after = await read(id);
    expect(after).toMatchObject({ qty: 5, price: "3.30", note: "新", version: 1 });
    expect(after.parts).toEqual(before.parts);
    expect(after.updateByName).toBe("系统管理员");
    await put({ id, version: 1, note: null, price: "" });
    expect(await read(id)).toMatchObject({ note: null, price: null, qty: 5 });
  });

  it("a required value cannot be emptied, a wrong one is refused", async () => {
    const { id } = await engine.add();
    expect(await put({ id, version: 0, name: "" })).toEqual(refusal("name", "请输入名称"));
    expect(await put({ id, version: 0, qty: 0 })).toEqual(refusal("qty", "数量不能小于1"));
    expect((await read(id)).version).toBe(0);
  });

  it("who may not read a value does not wipe it out", async () => {
    const parts = [
      { sku: "a", cost: "3.30" },
      { sku: "b", cost: "4" },
    ];
    const { id } = await engine.add({ secret: "机密", deptId: engine.deptId("北美一部"), parts });
    const mine = (await engine.get("ops_manager", id)).body.data;
    expect(mine).not.toHaveProperty("secret");
    expect(mine.parts[0]).not.toHaveProperty("cost");
    const change = { id, version: 0, secret: "", parts: [{ ...mine.parts[0], sku: "a2" }] };
    expect((await engine.send("ops_manager", "PUT", "", change)).status).toBe(200);
    const after = await read(id);
    expect(after).toMatchObject({ secret: "机密", parts: [{ sku: "a2", cost: "3.30" }] });
    expect((await put({ id, version: 1, secret: "" })).status).toBe(200);
    expect((await read(id)).secret).toBeNull();
  });

  it("values of lines that are worked out cannot be sent, and stay", async () => {
    const { id } = await engine.add({ parts: [{ sku: "a", done: 5 }] });
    expect((await read(id)).parts).toMatchObject([{ done: 0 }]);
    await engine.db.query("update test_widget_part set done = 7 where widget_id = $1", [id]);
    const [part] = (await read(id)).parts;
    await put({ id, version: 0, parts: [{ ...part, done: 1, qty: 2 }] });
    expect((await read(id)).parts).toMatchObject([{ done: 7, qty: 2 }]);
  });

  it("lines: known ones change, new ones come, missing ones go, foreign ones become new", async () => {
    const one = await engine.add({ parts: [{ sku: "a", qty: 1 }, { sku: "b" }, { sku: "c" }] });
    const two = await engine.add({ parts: [{ sku: "z", qty: 9 }] });
    const [a, , c] = (await read(one.id)).parts;
    const [z] = (await read(two.id)).parts;
    const parts = [{ id: c.id, sku: "c2" }, { ...a, qty: 4 }, { sku: "new" }, { id: z.id, sku: "z2" }];
    expect((await put({ ...one, parts })).status).toBe(200);
    const after = (await read(one.id)).parts;
    expect(after.map((p: { sku: string }) => p.sku)).toEqual(["c2", "a", "new", "z2"]);
    expect(after.map((p: { qty: number }) => p.qty)).toEqual([1, 4, 1, 1]);
    expect(after[0].id).toBe(c.id);
    expect(after[3].id).not.toBe(z.id);
    expect((await read(two.id)).parts).toMatchObject([{ id: z.id, sku: "z", qty: 9 }]);
  });

  it.each([undefined, null, "", "abc", -1, 1.5])("needs a version: %j is none", async (version) => {
    const { id } = await engine.add();
    expect(await put({ id, version, note: "x" })).toEqual(refusal("version", "版本号不正确"));
  });

  it("a stale version is refused, also when two save at once", async () => {
    const stale = { status: 409, body: { code: 1, msg: "单据已被他人修改，请刷新后重试", data: null } };
    const { id } = await engine.add();
    expect((await put({ id, version: "0", note: "一" })).status).toBe(200);
    expect(await put({ id, version: 0, note: "二" })).toEqual(stale);
    expect(await engine.send("admin", "DELETE", `${id}?version=0`)).toEqual(stale);
    const at = { version: 0, comment: "好" };
    expect(await engine.send("admin", "POST", `${id}/finish`, at)).toEqual(stale);
    const both = await Promise.all(["甲", "乙", "丙"].map((note) => put({ id, version: 1, note })));
    expect(both.map((a) => a.status).sort()).toEqual([200, 409, 409]);
    expect(await read(id)).toMatchObject({ version: 2 });
  });

  it("deleting asks for the version that was seen", async () => {
    const { id } = await engine.add();
    const answer = await engine.send("admin", "DELETE", id);
    const fields = { version: "版本号不正确" };
    expect(answer).toMatchObject({ status: 400, body: { msg: "版本号不正确", fields } });
    expect(await read(id)).toMatchObject({ version: 0 });
  });

  it("only in the states that allow it", async () => {
    const { id } = await engine.add();
    await engine.send("admin", "POST", `${id}/finish`, { version: 0, comment: "好" });
    const refused = await put({ id, version: 1, note: "x" });
    expect(refused).toMatchObject({ status: 409, body: { msg: "部件完成，不能修改" } });
    const del = await engine.send("admin", "DELETE", `${id}?version=1`);
    expect(del).toMatchObject({ status: 409, body: { msg: "只有草稿或已驳回的部件可以删除" } });
  });
});

describe("deleting", () => {
  it("hides the row everywhere; a second time there is nothing", async () => {
    const { id } = await engine.add({ name: "要删件" });
    expect((await engine.send("admin", "DELETE", `${id}?version=0`)).body).toEqual({ code: 0, msg: null, data: true });
    for (const answer of [
      await engine.send("admin", "DELETE", `${id}?version=0`),
      await engine.get("admin", id),
      await put({ id, version: 1, note: "x" }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { msg: "单据不存在" } });
    expect(await engine.names("admin", { name: "要删件" })).toEqual([]);
    expect((await engine.get("admin", "options", { ids: id })).body.data).toEqual([]);
  });
});
