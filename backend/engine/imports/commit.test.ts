import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { book, type Cells, openImports, unique } from "./import.testing";

let t: Awaited<ReturnType<typeof openImports>>;
beforeAll(async () => {
  t = await openImports();
});
afterAll(() => t.engine.close());

describe("commit", () => {
  it("writes every row with its entry in the audit log, once", async () => {
    const name = unique("件");
    const rows: Cells = [
      ["名称", "种类", "数量", "到期日", "角色", "加急", "品类"],
      [name, "乙", 3, new Date(Date.UTC(2026, 0, 31)), "系统管理员、运营专员", true, "红色"],
    ];
    const { id } = await t.checked(rows);
    const before = await t.count();
    const answers = await Promise.all([t.step(id, "commit"), t.step(id, "commit")]);
    expect(answers.map((a) => a.status).sort()).not.toEqual([409, 409]);
    const done = await t.state(t.step(id, "commit"));
    expect(done).toMatchObject({ status: "done", added: 1 });
    expect(await t.count()).toBe(before + 1);
    const made = done.made[0]?.id ?? "";
    expect((await t.engine.get("admin", made)).body.data).toMatchObject({
      name,
      kind: "b",
      qty: 3,
      due: "2026-01-31",
      urgent: true,
      tone: "red",
      roleNames: ["系统管理员", "运营专员"],
    });
    expect(await t.log(made)).toEqual([{ action: "新增" }]);
  });

  it("writes nothing when one row became wrong after the check", async () => {
    const name = unique("件");
    const { id } = await t.checked([["名称"], [unique("件")], [name]]);
    await t.engine.add({ name });
    const before = await t.count();
    const found = await t.state(t.step(id, "commit"));
    expect(found.status).toBe("refused");
    expect(found.errors).toMatchObject([{ row: 3, letter: "A", msg: "名称已存在" }]);
    expect(await t.count()).toBe(before);
  });

  it("ends as failed, blaming no row, when the fault is not a refusal", async () => {
    const { db } = t.engine;
    await db.query(`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'no room'; end $$`);
    await db.query("create trigger full_up before insert on test_widget execute function no_room()");
    const found = await t.checked([["名称"], [unique("件")]]);
    await db.query("drop trigger full_up on test_widget");
    expect(found).toMatchObject({ status: "failed", errors: [] });
  });

  it("needs a check without problems first", async () => {
    const id = await t.uploaded(await book([["名称"], [unique("件")]]));
    expect((await t.step(id, "commit")).status).toBe(409);
    const bad = await t.checked([["名称"], ["长".repeat(21)]]);
    expect((await t.step(bad.id, "commit")).body.msg).toBe("请先检查文件，没有问题才能导入");
  });

  it("joins rows of one key to one document with its lines", async () => {
    const name = unique("件");
    const head = ["名称", "备注", "零件·货号", "零件·数量", "零件·经手人"];
    const wrong = await t.checked([head, [name, "甲", "S1", 2, "叶初晴"], [name, "乙", null, 3, null]]);
    expect(wrong.errors.map((e) => `${e.row}${e.letter} ${e.msg}`)).toEqual(["3B 备注与第2行不一致", "3C 请输入货号"]);
    const good = await t.checked([head, [name, "甲", "S1", 2, "叶初晴"], [name, null, "S2", 3, null]]);
    expect(good).toMatchObject({ status: "checked", total: 1 });
    const done = await t.state(t.step(good.id, "commit"));
    const { body } = await t.engine.get("admin", done.made[0]?.id ?? "");
    expect(body.data.parts.map((p: { sku: string; qty: number }) => [p.sku, p.qty])).toEqual([
      ["S1", 2],
      ["S2", 3],
    ]);
  });

  it("overwrites rows of a known key where that was asked for, and only what the file names", async () => {
    const name = unique("件");
    const { id } = await t.engine.add({ name, code: "B7", note: "旧" });
    const rows: Cells = [
      ["名称", "备注"],
      [name, "新"],
      [unique("件"), "增"],
    ];
    expect(await t.checked(rows)).toMatchObject({ status: "refused" });
    const good = await t.checked(rows, { existing: "update" });
    expect(good).toMatchObject({ status: "checked", added: 1, changed: 1 });
    await t.state(t.step(good.id, "commit"));
    expect((await t.engine.get("admin", id)).body.data).toMatchObject({ code: "B7", note: "新" });
    expect(await t.log(id)).toEqual([{ action: "新增" }, { action: "修改" }]);
  });

  it("does not overwrite a row whose state forbids it", async () => {
    const name = unique("件");
    const { id } = await t.engine.add({ name });
    await t.engine.send("admin", "POST", `${id}/finish`, { version: 0, comment: "好" });
    const found = await t.checked(
      [
        ["名称", "备注"],
        [name, "新"],
      ],
      { existing: "update" },
    );
    expect(found.errors).toMatchObject([{ row: 2, msg: "部件完成，不能修改" }]);
  });
});

describe("files", () => {
  it("reads csv in UTF-8 and in the code page of Windows, dates and thousands as people write them", async () => {
    const name = unique("件");
    const text = `名称,单价,时间\r\n${name},"1,234.50",2026年1月5日 9:30\r\n`;
    const { id } = await t.state(t.step(await t.uploaded(text, "a.csv"), "check"));
    const done = await t.state(t.step(id, "commit"));
    expect((await t.engine.get("admin", done.made[0]?.id ?? "")).body.data).toMatchObject({
      price: "1234.50",
      at: "2026-01-05 09:30:00",
    });
    // 名称 / 部 in GB18030.
    const chinese = Uint8Array.from([0xc3, 0xfb, 0xb3, 0xc6, 0x0a, 0xb2, 0xbf, 0xb2, 0xbf, 0x0a]);
    const gb = await t.uploaded(chinese, "b.csv");
    expect((await t.engine.get("admin", `import/${gb}`)).body.data).toMatchObject({
      headers: ["名称"],
      samples: [["部部"]],
    });
  });

  it("refuses what is no table, an empty one, and one that is too long", async () => {
    const said = async (content: Uint8Array | string, name: string) => (await t.upload(content, name)).body.msg;
    expect(await said("x", "a.pdf")).toBe("请上传xlsx或csv文件");
    expect(await said("PK\x03\x04 broken", "a.xlsx")).toBe("文件无法读取，请另存为xlsx或csv后再上传");
    expect(await said("名称\n", "a.csv")).toBe("文件没有数据");
    expect(await said(`名称\n${"x\n".repeat(5001)}`, "a.csv")).toBe("一次最多导入5000行");
  });

  it("tells of a long run by its progress, and of one that ended with the process", async () => {
    const id = await t.uploaded(await book([["名称"], [unique("件")]]));
    await t.engine.db.query(
      "update doc_import set status = 'checking', update_time = now() - interval '1 minute' where id = $1",
      [id],
    );
    expect((await t.engine.get("admin", `import/${id}`)).body.data.status).toBe("interrupted");
    expect(await t.state(t.step(id, "check"))).toMatchObject({ status: "checked" });
  });
});
