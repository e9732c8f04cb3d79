import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Engine, openEngine } from "#backend/engine/documents/engine.testing";

const BUSY = { status: 409, body: { code: 1, msg: "操作太频繁，请勿重复请求", data: null } };
const USED = { status: 409, body: { code: 1, msg: "这个页面的内容已提交过，请核对后再提交", data: null } };

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

const rows = async (name: string) =>
  (await engine.db.query("select 1 from test_widget where name = $1", [name])).length;
const post = (body: object, key: string, who = "admin") => engine.send(who, "POST", "", { kind: "a", ...body }, key);

describe("one key", () => {
  it("twice: the same answer and one row", async () => {
    const key = randomUUID();
    const first = await post({ name: "一次件", note: "同" }, key);
    const second = await post({ name: "一次件", note: "同" }, key);
    expect(first.status).toBe(200);
    expect(second).toEqual(first);
    expect(await rows("一次件")).toBe(1);
    const log = await engine.db.query("select 1 from sys_oper_log where biz_type = 'widget' and biz_id = $1", [
      first.body.data.id,
    ]);
    expect(log).toHaveLength(1);
  });

  it("at once: one row; the others get its answer or are asked to wait", async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => post({ name: "同时件" }, key)));
    const good = answers.filter((a) => a.status === 200);
    expect(good.length).toBeGreaterThan(0);
    expect(new Set(good.map((a) => a.body.data.id)).size).toBe(1);
    for (const a of answers.filter((x) => x.status !== 200)) expect(a).toEqual(BUSY);
    expect(await rows("同时件")).toBe(1);
  });

  it("with another body is refused", async () => {
    const key = randomUUID();
    await post({ name: "原来件" }, key);
    expect(await post({ name: "换了件" }, key)).toEqual(USED);
    expect(await rows("换了件")).toBe(0);
  });

  it("of a refused request is free again", async () => {
    const key = randomUUID();
    expect((await post({ name: "错误件", ownerId: "987654" }, key)).status).toBe(400);
    expect((await post({ name: "错误件" }, key)).status).toBe(200);
  });

  it("that is none is refused: nobody learns that he is not protected", async () => {
    const refused = await post({ name: "短键件" }, "k1");
    expect([refused.status, refused.body.msg]).toEqual([400, expect.stringContaining("Idempotency-Key 须为")]);
    expect(await rows("短键件")).toBe(0);
  });

  it("belongs to one person", async () => {
    const key = randomUUID();
    const mine = await post({ name: "我的件" }, key);
    const yours = await post({ name: "你的件" }, key, "promo");
    expect(mine.status).toBe(200);
    expect(yours.status).toBe(200);
    expect(yours.body.data.id).not.toBe(mine.body.data.id);
  });
});

describe("changes and actions", () => {
  it("with the same key happen once and answer the same", async () => {
    const { id } = await engine.add();
    const key = randomUUID();
    const change = () => engine.send("admin", "PUT", "", { id, version: 0, note: "改" }, key);
    const first = await change();
    expect(await change()).toEqual(first);
    expect(first.body.data).toEqual({ id, version: 1 });

    const next = randomUUID();
    const finish = (comment = "好") => engine.send("admin", "POST", `${id}/finish`, { version: 1, comment }, next);
    const done = await finish();
    expect(done.body.data).toEqual({ id, version: 2, finished: true });
    expect(await finish()).toEqual(done);
    expect(await finish("别的")).toEqual(USED);
    expect((await engine.get("admin", id)).body.data).toMatchObject({ version: 2, note: "好" });
  });

  it("a batch with the same key answers the same for each row", async () => {
    const ids = [(await engine.add()).id, (await engine.add()).id];
    const key = randomUUID();
    const run = () => engine.send("admin", "POST", "batch/finish", { ids, comment: "好" }, key);
    const first = await run();
    expect(first.body.data.every((r: { ok: boolean }) => r.ok)).toBe(true);
    expect(await run()).toEqual(first);
    const versions = await engine.db.query("select version from test_widget where id = any($1::bigint[])", [ids]);
    expect(versions).toEqual([{ version: 1 }, { version: 1 }]);
  });
});
