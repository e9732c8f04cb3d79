import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Engine, openEngine } from "../engine.testing";
import { sweepExports } from "./store";

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
  const { add, db, userId } = engine;
  await add({ name: "促销的", kind: "b", qty: 3, secret: "机密", ownerId: userId("promo") });
  await db.query(
    `insert into test_widget (tenant_id, name, kind, life_state)
     select 1, 'x' || g, 'a', 'draft' from generate_series(1, 3000) g`,
  );
});
afterAll(() => engine.close());

const start = (body: object, who = "admin") => engine.send(who, "POST", "export", body);
const state = async (id: string, who = "admin") => (await engine.get(who, `/admin/exports/${id}`)).body;
async function finished(id: string) {
  await expect.poll(async () => (await state(id)).data.status, { timeout: 20_000 }).toBe("done");
  return (await state(id)).data;
}
const rowsOf = async (fileId: string, who = "admin") => {
  const answer = await engine.raw(who, `/download/${fileId}`);
  return (await readXlsx(new Uint8Array(await answer.arrayBuffer()))).sheets[0]!.rows;
};

it("makes the file of the list in the background, with the chosen columns in their order", async () => {
  const { body } = await start({ name: "x1", columns: "qty,name,nothing", ascs: "id" });
  const made = await finished(body.data.id);
  expect(made).toMatchObject({ fileName: "部件.xlsx", total: 1111, done: 1111, filter: "名称：x1" });
  const rows = await rowsOf(made.fileId);
  expect(rows.slice(0, 3)).toEqual([
    ["演示数据　筛选条件：名称：x1", null],
    ["数量", "名称"],
    [null, "x1"],
  ]);
  expect(rows.length).toBe(1111 + 2);
  const own = (await engine.get("admin", "/admin/exports")).body.data;
  expect(own[0]).toMatchObject({ id: made.id, status: "done", size: made.size });
});

it("is its maker's alone and has what the maker may read", async () => {
  const { body } = await start({ columns: "name,secret" }, "ops_manager");
  const { id } = body.data;
  await expect.poll(async () => (await state(id, "ops_manager")).data.status, { timeout: 20_000 }).toBe("done");
  const { fileId } = (await state(id, "ops_manager")).data;
  expect((await rowsOf(fileId, "ops_manager"))[1]).toEqual(["名称"]);
  expect(await state(id)).toMatchObject({ msg: "导出不存在或已过期" });
  expect((await engine.raw("promo", `/download/${fileId}`)).status).toBe(403);
  expect(await start({}, "ads")).toMatchObject({ status: 403 });
});

it("two of one person run at a time", async () => {
  await engine.db.query(
    `insert into doc_export (document, label, file_name, filter, total, create_by)
     select 'widget', '部件', 'x.xlsx', '', 1, $1 from generate_series(1, 2)`,
    [engine.userId("promo")],
  );
  expect(await start({}, "promo")).toMatchObject({
    status: 409,
    body: { msg: "已有2个导出正在进行，请等其中一个完成后再试" },
  });
  await engine.db.query("update doc_export set update_time = now() - interval '3 minutes' where total = 1");
  const { data } = (await engine.get("promo", "/admin/exports")).body;
  expect(data.map((e: { status: string }) => e.status)).toEqual(["interrupted", "interrupted"]);
});

it("goes with its file after a week", async () => {
  const { body } = await start({ kind: "b" });
  const { id, fileId } = await finished(body.data.id);
  const { db } = engine;
  await db.query("update doc_export set create_time = now() - interval '8 days' where id = $1", [id]);
  await sweepExports(db);
  expect((await state(id)).msg).toBe("导出不存在或已过期");
  expect((await engine.raw("admin", `/download/${fileId}`)).status).toBe(404);
});
