import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { rules } from "#backend/domain";
import { documents } from "#documents";
import { comesBack, type DocumentType, permissionOf } from "#documents/kit";
import { actAs } from "../../../../tests/acting";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { type Engine, openEngine } from "../engine.testing";
import { lockWhole } from "../reading/row";
import type { RuleContext } from "../rules";
import { undeleteOne } from "./undelete";
import { removeOne } from "./writes";

describe("a row that was just deleted", () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine();
  });
  afterAll(() => engine.close());

  const remove = ({ id, version }: { id: string; version: number }, who = "admin") =>
    engine.send(who, "DELETE", `${id}?version=${version}`);
  const back = (id: string, who = "admin", key?: string) => engine.send(who, "POST", `${id}/undelete`, {}, key);
  const read = async (id: string) => (await engine.get("admin", id)).body.data;

  it("comes back whole, once, and its history tells both", async () => {
    const row = await engine.add({ name: "撤销件", note: "留着", parts: [{ sku: "a", qty: 3 }] });
    await remove(row);
    expect((await engine.get("admin", row.id)).status).toBe(404);
    const first = await back(row.id, "admin", "undelete-once-1");
    expect(first.body.data).toMatchObject({ id: row.id });
    expect(await back(row.id, "admin", "undelete-once-1")).toEqual(first);
    const now = await read(row.id);
    expect(now).toMatchObject({ note: "留着", parts: [{ sku: "a", qty: 3 }], version: first.body.data.version });
    const { data } = (await engine.get("admin", `/admin/operlog/widget/${row.id}`)).body;
    expect(data.map((h: { action: string }) => h.action)).toEqual(["撤销删除", "删除", "新增"]);
    expect((await back(row.id)).status, "it is there").toBe(404);
  });

  it("comes back only to who deleted it, and only to who may delete", async () => {
    const row = await engine.add({ name: "别人的件", ownerId: engine.userId("promo") });
    await remove(row);
    expect((await back(row.id, "promo")).status).toBe(404);
    expect((await back(row.id, "ads")).status).toBe(403);
    expect((await back(row.id)).status).toBe(200);
  });

  it("comes back once, however often that is asked for at the same time", async () => {
    const row = await engine.add({ name: "争抢件" });
    await remove(row);
    const answers = await Promise.all([back(row.id), back(row.id), back(row.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    const { data } = (await engine.get("admin", `/admin/operlog/widget/${row.id}`)).body;
    expect(data.map((h: { action: string }) => h.action)).toEqual(["撤销删除", "删除", "新增"]);
  });

  it("does not come back after a minute", async () => {
    const row = await engine.add({ name: "过时件" });
    await remove(row);
    await engine.db.query("update test_widget set update_time = now() - interval '61 seconds' where id = $1", [row.id]);
    expect(await back(row.id)).toMatchObject({ status: 409, body: { msg: "删除已超过一分钟，不能撤销" } });
    expect((await engine.get("admin", row.id)).status).toBe(404);
  });

  it("does not come back where its name is taken, and says so", async () => {
    const row = await engine.add({ name: "同名件" });
    await remove(row);
    await engine.add({ name: "同名件" });
    expect(await back(row.id)).toMatchObject({ status: 400, body: { msg: "名称已存在" } });
    expect((await engine.get("admin", row.id)).status).toBe(404);
  });
});

describe("every document", () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await testBackend({}, {}, "demo");
  });
  afterAll(() => backend.close());

  const BY_TIME = new Set(["version", "updateTime", "updateBy", "updateByName", "updateName"]);
  const without = (row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => !BY_TIME.has(name)));
  const tried = new Set<string>();

  test.each(documents.filter((d) => comesBack(d) && !d.of).map((d): [string, DocumentType] => [d.name, d]))(
    "%s comes back as it was",
    async (name, document) => {
      const { db } = backend;
      const permissions = new Set(["purchase_price_view", permissionOf(document, "del")]);
      const inTurn = <T>(work: (c: RuleContext) => Promise<T>) => db.tx((sql) => work(actAs(sql, { permissions })));
      const own = rules[name] ?? {};
      const { field, deletable, editable = [] } = document.status ?? {};
      const states = field ? [...(deletable ?? editable)] : [null];
      for (const state of states) {
        const column = (field ?? "id").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        const rows = await db.query<{ id: string }>(
          `select id from ${document.table} where del_flag = 0 and ($1::text is null or ${column}::text = $1)
           order by id desc limit 4`,
          [state],
        );
        for (const { id } of rows) {
          const before = await inTurn((c) => lockWhole(c, document, id)).catch(() => null);
          const gone = await inTurn((c) => removeOne(c, document, own, id, undefined)).then(
            () => true,
            () => false,
          );
          if (!before || !gone) continue;
          tried.add(name);
          await inTurn((c) => undeleteOne(c, document, own, id));
          const after = await inTurn((c) => lockWhole(c, document, id));
          expect(without(after)).toEqual(without(before));
        }
      }
    },
  );

  it("of most there was one to try", () => {
    expect(tried.size).toBeGreaterThan(20);
  });
});
