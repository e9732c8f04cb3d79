import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { book, type Cells, openImports, unique } from "./import.testing";

let t: Awaited<ReturnType<typeof openImports>>;
beforeAll(async () => {
  t = await openImports();
});
afterAll(() => t.engine.close());

describe("template and headings", () => {
  it("has a heading per field that a cell can hold, and says what may stand there", async () => {
    const answer = await t.engine.raw("admin", "import/template");
    const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
    const heads = sheets[0]?.rows[0];
    expect(heads).toContain("名称*");
    expect(heads).toContain("零件·货号*");
    expect(heads, "worked out by rules").not.toContain("零件·已完成");
    expect(heads, "the state is no input").not.toContain("状态");
    expect(sheets[1]?.rows.find((r) => r[0] === "种类")?.[2]).toBe("可填：甲、乙、丙");
  });

  it("offers no column that the caller may not read", async () => {
    const answer = await t.engine.raw("ops_manager", "import/template");
    const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
    expect(sheets[0]?.rows[0]).not.toContain("底价");
    expect(sheets[0]?.rows[0]).not.toContain("零件·成本");
  });

  it("finds the headings below an export's first line, in any order", async () => {
    const id = await t.uploaded(
      await book([
        ["筛选条件：全部", null],
        ["数量", " 名称 * "],
        [3, unique("件")],
      ]),
    );
    const { body } = await t.engine.get("admin", `import/${id}`);
    expect(body.data.mapping).toMatchObject({ name: 1, qty: 0 });
    expect(body.data.status).toBe("new");
  });

  it("is closed to people who may not add", async () => {
    expect((await t.engine.raw("ads", "import/template")).status).toBe(403);
    expect((await t.upload(await book([["名称"], ["x"]]), "a.xlsx", "ads")).status).toBe(403);
  });

  it("shows a file to nobody but the person who sent it", async () => {
    const id = await t.uploaded(await book([["名称"], [unique("件")]]));
    expect((await t.engine.get("promo", `import/${id}`)).status).toBe(404);
  });
});

describe("dry run", () => {
  it("names row, column and sentence of everything that is wrong, and writes nothing", async () => {
    const before = await t.count();
    const name = unique("件");
    const found = await t.checked([
      ["名称", "编码", "种类", "数量", "到期日", "负责人"],
      [name, "A1", "甲", 5, "2026/1/31", "叶初晴"],
      [unique("件"), "1A", "丁", 0, "31.1.2026", "没有人"],
      [null, null, "乙", "多", null, null],
      [name, null, "甲", 1, null, null],
    ]);
    expect(found.status).toBe("refused");
    const said = found.errors.map((e) => `${e.row}${e.letter ?? ""} ${e.msg}`);
    expect(said).toEqual(
      expect.arrayContaining([
        "3B 编码以大写字母开头",
        "3C 种类没有“丁”，可填：甲、乙、丙",
        "3D 数量不能小于1",
        "3E 到期日要填写日期",
        "3F 找不到用户“没有人”",
        "4A 请输入名称",
        "4D 数量要填写整数",
        "5D 数量与第2行不一致",
      ]),
    );
    expect(found.errorCount).toBe(said.length);
    expect(await t.count()).toBe(before);
  });

  it("takes back what it tried: the same file is good afterwards, and a second time", async () => {
    const before = await t.count();
    const rows: Cells = [["名称"], [unique("件")], [unique("件")]];
    for (let i = 0; i < 2; i++) expect(await t.checked(rows)).toMatchObject({ status: "checked", added: 2, total: 2 });
    expect(await t.count()).toBe(before);
  });

  it("gives the file back with a column of errors", async () => {
    const found = await t.checked([
      ["名称", "数量"],
      [unique("件"), 1],
      [unique("件"), -1],
    ]);
    const answer = await t.engine.raw("admin", `import/${found.id}/errors`);
    const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
    const rows = sheets[0]!.rows;
    expect(rows[0]).toEqual(["名称", "数量", "错误"]);
    expect(rows[1]?.[2] ?? "").toBe("");
    expect(rows[2]?.[2]).toBe("数量不能小于1");
  });

  it("follows the columns that the person chose, none of them twice", async () => {
    const name = unique("件");
    const id = await t.uploaded(
      await book([
        ["甲栏", "乙栏"],
        [7, name],
      ]),
    );
    const twice = await t.step(id, "check", { mapping: { name: 1, note: 1 } });
    expect(twice.status).toBe(400);
    expect(twice.body.msg).toContain("只能对应一个字段");
    expect(await t.state(t.step(id, "check", { mapping: { name: 1, qty: 0 } }))).toMatchObject({ status: "checked" });
  });
});
