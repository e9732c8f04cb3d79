import { describe, expect, it } from "vitest";
import { documents } from "../..";
import { completeDocument, defineDocument } from "..";
import { can, wordOf } from "../derive/permit";
import { filterNames, querySchema } from "../derive/query";
import { field } from "../field/field";
import { allFields, type DocumentType, labelName, permissionOf } from "./document";

const base = {
  name: "paper",
  label: "纸",
  module: "t",
  api: "/t/paper",
  table: "t_paper",
  permission: "t_paper",
  display: "title",
  fields: {
    title: field.text("标题", { filter: "like" }),
    size: field.int("大小", { filter: "range" }),
    createTime: field.datetime("写于", { computed: true, filter: "range" }),
  },
  screens: { list: "/t/paper" },
} as const;

const paper: DocumentType = defineDocument({
  ...base,
  keyword: ["title"],
  status: {
    field: "state",
    initial: "draft",
    editable: ["draft"],
    values: { draft: { label: "草稿" }, done: { label: "完成" } },
  },
  fields: { ...base.fields, state: field.text("状态") },
  actions: {
    finish: { label: "完成", permission: "finish", from: ["draft"], to: "done", unless: ["size", 0, "纸是空的"] },
    burn: { label: "烧毁", permission: "other_paper_burn" },
  },
});

describe("declarations", () => {
  it("derive table, permission and call from module and name unless they say otherwise", () => {
    const { table: _, permission: __, api: ___, ...short } = base;
    expect(defineDocument({ ...short, name: "t_wide_paper" })).toMatchObject({
      table: "t_wide_paper",
      permission: "t_widepaper",
      api: "/t/widepaper",
    });
    expect(defineDocument(base)).toMatchObject(base);
  });

  it.each([
    { display: "nothing" },
    { keyword: ["nothing"] },
    { list: { sort: [{ by: "nothing" }] } },
    { status: { field: "nothing", initial: "a", values: {}, editable: [] } },
  ])("that name an unknown field are refused: %j", (part) => {
    expect(() => completeDocument({ ...base, ...part })).toThrow("paper: no field named nothing");
  });

  it("whose queues name an unknown filter are refused", () => {
    const queues = [{ label: "待写", where: { nothing: "1" } }];
    expect(() => completeDocument({ ...base, glance: { queues } })).toThrow("no filter or field named nothing");
  });

  it("have one value to a name: what a reference is called is none of its neighbours", () => {
    const fields = { ...base.fields, skuId: field.ref("SKU", { to: "sku" }), skuName: field.text("品名") };
    expect(() => completeDocument({ ...base, fields })).toThrow("paper: skuName travels twice");
    const scans = { scans: field.files("扫描件"), scansName: field.text("x") };
    expect(() => completeDocument({ ...base, fields: { ...base.fields, ...scans } })).toThrow(
      "paper: scansName travels twice",
    );
  });

  it("name the readable twin of a reference", () => {
    expect(["deptId", "roleIds", "createBy"].map(labelName)).toEqual(["deptName", "roleNames", "createByName"]);
  });

  it("have the common fields last, unless they say otherwise themselves", () => {
    const fields = allFields(paper);
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(["createBy", "updateTime"]));
    expect(fields.createTime?.label).toBe("写于");
  });

  it("call a code of their own otherwise than their number", () => {
    const numbered = documents.filter((d) => d.number && d.fields.code);
    expect(numbered.map((d) => d.name)).toContain("supplier");
    for (const d of numbered) expect(d.fields.code?.label).not.toBe(allFields(d).no?.label);
  });

  it("of the product have names and addresses of their own", () => {
    const names = documents.map((d) => d.name);
    expect(new Set(names).size).toBe(names.length);
    for (const d of documents) expect(d.api).toMatch(/^(\/[A-Za-z]+)+$/);
  });
});

describe("permissions", () => {
  const all = new Set(["view", "edit", "del", "finish"].map((a) => `t_paper_${a}`));
  const say = (operation: string, row?: object, held = all) => {
    const verdict = can(held, paper, operation, row as never);
    return verdict.ok ? "ok" : verdict.reason;
  };

  it("derive from the prefix, or are whole codes", () => {
    expect(permissionOf(paper, "edit")).toBe("t_paper_edit");
    expect(permissionOf(paper, "finish")).toBe("t_paper_finish");
    expect(permissionOf(paper, "burn")).toBe("other_paper_burn");
  });

  it.each<[string, object | undefined, string]>([
    ["view", undefined, "ok"],
    ["add", undefined, "当前操作没有权限"],
    ["burn", undefined, "当前操作没有权限"],
    ["edit", { state: "draft" }, "ok"],
    ["edit", { state: "done" }, "纸完成，不能修改"],
    ["del", { state: "done" }, "只有草稿或已驳回的纸可以删除"],
    ["finish", { state: "draft" }, "ok"],
    ["finish", { state: "done" }, "完成状态不能完成"],
    ["finish", { state: "odd" }, "odd状态不能完成"],
    ["finish", { state: "draft", size: 0 }, "纸是空的"],
    ["finish", { state: "draft", size: 1 }, "ok"],
  ])("%s on %j: %s", (operation, row, expected) => {
    expect(say(operation, row)).toBe(expected);
  });

  it("look at values that the documents have", () => {
    const odd = documents.flatMap((d) =>
      Object.values(d.actions ?? {}).filter((a) => a.unless && !(a.unless[0] in d.fields)),
    );
    expect(odd).toEqual([]);
  });

  it("come before the state", () => {
    expect(say("edit", { state: "done" }, new Set())).toBe("当前操作没有权限");
  });

  it("have a word for people", () => {
    expect(["add", "edit", "del", "finish", "odd"].map((o) => wordOf(paper, o))).toEqual([
      "新增",
      "修改",
      "删除",
      "完成",
      "odd",
    ]);
  });
});

describe("list queries", () => {
  const read = (raw: object) => querySchema(paper).parse(raw);

  it("know the names of the filters", () => {
    expect(filterNames(paper)).toEqual(["keyword", "title", "sizeFrom", "sizeTo", "createTimeFrom", "createTimeTo"]);
  });

  it.each<[object, object]>([
    [{}, { current: 1, size: 20 }],
    [
      { current: "3", size: "50" },
      { current: 3, size: 50 },
    ],
    [
      { current: "-1", size: "101" },
      { current: 1, size: 100 },
    ],
    [
      { current: "many", size: {} },
      { current: 1, size: 20 },
    ],
    [
      { title: " x ", keyword: "" },
      { title: "x", keyword: "" },
    ],
    [{ title: ["a", "", "b"] }, { title: "a,b" }],
    [{ ids: "1".repeat(9000) }, { ids: "0" }],
  ])("%j is read as %j", (raw, expected) => {
    expect(read(raw)).toMatchObject(expected);
  });

  it("ignore what is no filter", () => {
    expect(read({ other: "x", "name; drop": "1" })).toEqual({ current: 1, size: 20 });
  });
});

it("what takes an action back starts where that ended, and leads to where it began", () => {
  const pairs = documents.flatMap((d) =>
    Object.entries(d.actions ?? {}).flatMap(([name, a]) =>
      a.undo ? [[d, name, a, d.actions?.[a.undo]] as const] : [],
    ),
  );
  expect(pairs.length).toBeGreaterThan(30);
  for (const [d, name, a, opposite] of pairs) {
    const at = `${d.name}.${name}`;
    expect(opposite, at).toBeDefined();
    if (!a.to || !opposite?.to) continue;
    expect(opposite.from, at).toContain(a.to);
    expect(a.from, at).toContain(opposite.to);
  }
});

it("a declaration does not take an action back with one that asks for something", () => {
  const wrong = { ...base, actions: { open: { label: "开" }, shut: { label: "关", undo: "reopen" } } };
  expect(() => completeDocument(wrong)).toThrow("actions.shut.undo: reopen");
  const asks = { comment: field.text("说明", { required: true }) };
  const asking = { ...base, actions: { open: { label: "开", input: asks }, shut: { label: "关", undo: "open" } } };
  expect(() => completeDocument(asking)).toThrow("actions.shut.undo: open");
});
