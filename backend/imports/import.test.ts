import { readXlsx, writeXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Engine, openEngine } from "../documents/engine.testing";

type Cells = (string | number | boolean | Date | null)[][];
interface State {
  id: string;
  status: string;
  mapping: Record<string, number>;
  columns: { key: string; label: string; required: boolean; hint: string }[];
  errors: { row: number; column: string | null; letter: string | null; msg: string }[];
  errorCount: number;
  added: number;
  changed: number;
  total: number;
  made: { id: string; no: string }[];
}

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

const book = (rows: Cells) => writeXlsx({ sheets: [{ name: "a", rows }] });
let counter = 0;
const unique = (text: string) => `${text}${++counter}`;

async function upload(content: Uint8Array | string, fileName = "部件.xlsx", who = "admin") {
  const form = new FormData();
  form.append("file", new Blob([content as BlobPart]), fileName);
  return engine.form(who, "import", form);
}
async function uploaded(content: Uint8Array | string, fileName?: string, who?: string) {
  const answer = await upload(content, fileName, who);
  expect(answer.body.msg).toBeNull();
  return String(answer.body.data.id);
}
const step = async (id: string, name: string, body: object = {}, who = "admin") =>
  engine.send(who, "POST", `import/${id}/${name}`, body);
const state = async (answer: ReturnType<typeof step>): Promise<State> => {
  const { body } = await answer;
  expect(body.msg).toBeNull();
  return body.data;
};
const checked = async (rows: Cells, body: object = {}) =>
  state(step(await uploaded(await book(rows)), "check", body));
const count = async () =>
  Number((await engine.db.one<{ n: string }>("select count(*) n from test_widget"))?.n);
const log = async (id: string) =>
  engine.db.query("select action from sys_oper_log where biz_type = 'widget' and biz_id = $1", [
    id,
  ]);

describe("template and headings", () => {
  it("has a heading per field that a cell can hold, and says what may stand there", async () => {
    const answer = await engine.raw("admin", "import/template");
    const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
    const heads = sheets[0]?.rows[0];
    expect(heads).toContain("名称*");
    expect(heads).toContain("零件·货号*");
    expect(heads, "worked out by rules").not.toContain("零件·已完成");
    expect(heads, "the state is no input").not.toContain("状态");
    expect(sheets[1]?.rows.find((r) => r[0] === "种类")?.[2]).toBe("可填：甲、乙、丙");
  });

  it("offers no column that the caller may not read", async () => {
    const answer = await engine.raw("ops_manager", "import/template");
    const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
    expect(sheets[0]?.rows[0]).not.toContain("底价");
    expect(sheets[0]?.rows[0]).not.toContain("零件·成本");
  });

  it("finds the headings below an export's first line, in any order", async () => {
    const id = await uploaded(
      await book([
        ["筛选条件：全部", null],
        ["数量", " 名称 * "],
        [3, unique("件")],
      ]),
    );
    const { body } = await engine.get("admin", `import/${id}`);
    expect(body.data.mapping).toMatchObject({ name: 1, qty: 0 });
    expect(body.data.status).toBe("new");
  });

  it("is closed to people who may not add", async () => {
    expect((await engine.raw("ads", "import/template")).status).toBe(403);
    expect((await upload(await book([["名称"], ["x"]]), "a.xlsx", "ads")).status).toBe(403);
  });

  it("shows a file to nobody but the person who sent it", async () => {
    const id = await uploaded(await book([["名称"], [unique("件")]]));
    expect((await engine.get("promo", `import/${id}`)).status).toBe(404);
  });
});

describe("dry run", () => {
  it("names row, column and sentence of everything that is wrong, and writes nothing", async () => {
    const before = await count();
    const name = unique("件");
    const found = await checked([
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
    expect(await count()).toBe(before);
  });

  it("takes back what it tried: the same file is good afterwards, and a second time", async () => {
    const before = await count();
    const rows: Cells = [["名称"], [unique("件")], [unique("件")]];
    for (let i = 0; i < 2; i++)
      expect(await checked(rows)).toMatchObject({ status: "checked", added: 2, total: 2 });
    expect(await count()).toBe(before);
  });

  it("gives the file back with a column of errors", async () => {
    const found = await checked([
      ["名称", "数量"],
      [unique("件"), 1],
      [unique("件"), -1],
    ]);
    const answer = await engine.raw("admin", `import/${found.id}/errors`);
    const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
    const rows = sheets[0]!.rows;
    expect(rows[0]).toEqual(["名称", "数量", "错误"]);
    expect(rows[1]?.[2] ?? "").toBe("");
    expect(rows[2]?.[2]).toBe("数量不能小于1");
  });

  it("follows the columns that the person chose, none of them twice", async () => {
    const name = unique("件");
    const id = await uploaded(
      await book([
        ["甲栏", "乙栏"],
        [7, name],
      ]),
    );
    const twice = await step(id, "check", { mapping: { name: 1, note: 1 } });
    expect(twice.status).toBe(400);
    expect(twice.body.msg).toContain("只能对应一个字段");
    expect(await state(step(id, "check", { mapping: { name: 1, qty: 0 } }))).toMatchObject({
      status: "checked",
    });
  });
});

describe("commit", () => {
  it("writes every row with its entry in the audit log, once", async () => {
    const name = unique("件");
    const rows: Cells = [
      ["名称", "种类", "数量", "到期日", "角色", "加急", "品类"],
      [name, "乙", 3, new Date(Date.UTC(2026, 0, 31)), "系统管理员、运营专员", true, "红色"],
    ];
    const { id } = await checked(rows);
    const before = await count();
    const answers = await Promise.all([step(id, "commit"), step(id, "commit")]);
    expect(answers.map((a) => a.status).sort()).not.toEqual([409, 409]);
    const done = await state(step(id, "commit"));
    expect(done).toMatchObject({ status: "done", added: 1 });
    expect(await count()).toBe(before + 1);
    const made = done.made[0]?.id ?? "";
    expect((await engine.get("admin", made)).body.data).toMatchObject({
      name,
      kind: "b",
      qty: 3,
      due: "2026-01-31",
      urgent: true,
      tone: "red",
      roleNames: ["系统管理员", "运营专员"],
    });
    expect(await log(made)).toEqual([{ action: "新增" }]);
  });

  it("writes nothing when one row became wrong after the check", async () => {
    const name = unique("件");
    const { id } = await checked([["名称"], [unique("件")], [name]]);
    await engine.add({ name });
    const before = await count();
    const found = await state(step(id, "commit"));
    expect(found.status).toBe("refused");
    expect(found.errors).toMatchObject([{ row: 3, letter: "A", msg: "名称已存在" }]);
    expect(await count()).toBe(before);
  });

  it("needs a check without problems first", async () => {
    const id = await uploaded(await book([["名称"], [unique("件")]]));
    expect((await step(id, "commit")).status).toBe(409);
    const bad = await checked([["名称"], ["长".repeat(21)]]);
    expect((await step(bad.id, "commit")).body.msg).toBe("请先检查文件，没有问题才能导入");
  });

  it("joins rows of one key to one document with its lines", async () => {
    const name = unique("件");
    const head = ["名称", "备注", "零件·货号", "零件·数量", "零件·经手人"];
    const wrong = await checked([
      head,
      [name, "甲", "S1", 2, "叶初晴"],
      [name, "乙", null, 3, null],
    ]);
    expect(wrong.errors.map((e) => `${e.row}${e.letter} ${e.msg}`)).toEqual([
      "3B 备注与第2行不一致",
      "3C 请输入货号",
    ]);
    const good = await checked([
      head,
      [name, "甲", "S1", 2, "叶初晴"],
      [name, null, "S2", 3, null],
    ]);
    expect(good).toMatchObject({ status: "checked", total: 1 });
    const done = await state(step(good.id, "commit"));
    const { body } = await engine.get("admin", done.made[0]?.id ?? "");
    expect(body.data.parts.map((p: { sku: string; qty: number }) => [p.sku, p.qty])).toEqual([
      ["S1", 2],
      ["S2", 3],
    ]);
  });

  it("overwrites rows of a known key where that was asked for, and only what the file names", async () => {
    const name = unique("件");
    const { id } = await engine.add({ name, code: "B7", note: "旧" });
    const rows: Cells = [
      ["名称", "备注"],
      [name, "新"],
      [unique("件"), "增"],
    ];
    expect(await checked(rows)).toMatchObject({ status: "refused" });
    const good = await checked(rows, { existing: "update" });
    expect(good).toMatchObject({ status: "checked", added: 1, changed: 1 });
    await state(step(good.id, "commit"));
    expect((await engine.get("admin", id)).body.data).toMatchObject({ code: "B7", note: "新" });
    expect(await log(id)).toEqual([{ action: "新增" }, { action: "修改" }]);
  });

  it("does not overwrite a row whose state forbids it", async () => {
    const name = unique("件");
    const { id } = await engine.add({ name });
    await engine.send("admin", "POST", `${id}/finish`, { version: 0, comment: "好" });
    const found = await checked(
      [
        ["名称", "备注"],
        [name, "新"],
      ],
      { existing: "update" },
    );
    expect(found.errors).toMatchObject([{ row: 2, msg: "部件已提交，不能修改" }]);
  });
});

describe("files", () => {
  it("reads csv in UTF-8 and in the code page of Windows, dates and thousands as people write them", async () => {
    const name = unique("件");
    const text = `名称,单价,时间\r\n${name},"1,234.50",2026年1月5日 9:30\r\n`;
    const { id } = await state(step(await uploaded(text, "a.csv"), "check"));
    const done = await state(step(id, "commit"));
    expect((await engine.get("admin", done.made[0]?.id ?? "")).body.data).toMatchObject({
      price: "1234.50",
      at: "2026-01-05 09:30:00",
    });
    // 名称 / 部 in GB18030.
    const chinese = Uint8Array.from([0xc3, 0xfb, 0xb3, 0xc6, 0x0a, 0xb2, 0xbf, 0xb2, 0xbf, 0x0a]);
    const gb = await uploaded(chinese, "b.csv");
    expect((await engine.get("admin", `import/${gb}`)).body.data).toMatchObject({
      headers: ["名称"],
      samples: [["部部"]],
    });
  });

  it("refuses what is no table, an empty one, and one that is too long", async () => {
    const said = async (content: Uint8Array | string, name: string) =>
      (await upload(content, name)).body.msg;
    expect(await said("x", "a.pdf")).toBe("请上传xlsx或csv文件");
    expect(await said("PK\x03\x04 broken", "a.xlsx")).toBe(
      "文件无法读取，请另存为xlsx或csv后再上传",
    );
    expect(await said("名称\n", "a.csv")).toBe("文件没有数据");
    expect(await said(`名称\n${"x\n".repeat(5001)}`, "a.csv")).toBe("一次最多导入5000行");
  });

  it("tells of a long run by its progress, and of one that ended with the process", async () => {
    const id = await uploaded(await book([["名称"], [unique("件")]]));
    await engine.db.query(
      "update doc_import set status = 'checking', update_time = now() - interval '1 minute' where id = $1",
      [id],
    );
    expect((await engine.get("admin", `import/${id}`)).body.data.status).toBe("interrupted");
    expect(await state(step(id, "check"))).toMatchObject({ status: "checked" });
  });
});
