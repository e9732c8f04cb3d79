import { describe, expect, it } from "vitest";
import { documentNamed } from "#documents";
import { readIntent } from "./intent";

const user = documentNamed("user");
const order = documentNamed("purchase_order");

function posted(document: typeof user, ...fields: [string, string][]) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return readIntent(form, document);
}

describe("a form asks for", () => {
  it("an action of one row, by the button in it or by its dialog", () => {
    const rows = [{ id: "12", version: 3 }];
    const target = { name: "lock", rows, key: "k" };
    expect(posted(user, ["_row", "lock:12:3"], ["_key", "k"])).toEqual({ kind: "action", target });
    expect(posted(user, ["_do", "lock"], ["_id", "12:3"], ["_key", "k"])).toEqual({ kind: "action", target });
    expect(posted(user, ["_do", "del"], ["_id", "12:3"])).toMatchObject({ kind: "delete" });
  });

  it("a batch where it names several rows; a row's own button counts for that row only", () => {
    const ids: [string, string][] = [
      ["_id", "12:3"],
      ["_id", "13:0"],
      ["_id", "x"],
    ];
    expect(posted(user, ["_do", "lock"], ...ids)).toMatchObject({
      kind: "batch",
      target: {
        rows: [
          { id: "12", version: 3 },
          { id: "13", version: 0 },
        ],
      },
    });
    expect(posted(user, ["_row", "lock:14:1"], ...ids)).toMatchObject({
      kind: "action",
      target: { rows: [{ id: "14", version: 1 }] },
    });
  });

  it("taking back what was done to rows, which are named where they are several", () => {
    const undone = (...ids: string[]) => {
      const fields = ids.map((id): [string, string] => ["_id", id]);
      return posted(user, ["_undo", "lock"], ["_key", "k"], ["_back", "/x"], ...fields);
    };
    const target = { name: "lock", key: "k", back: "/x" };
    const one = [{ id: "12", version: 3, label: "12" }];
    expect(undone("12:3")).toEqual({ kind: "undo", target: { ...target, rows: one } });
    const rows = [
      { id: "12", version: 3, label: "甲：1\n号" },
      { id: "13", version: 0, label: "乙:2" },
    ];
    expect(undone("12:3:甲：1\n号", "13:0:乙:2", "x:1:丙", "14")).toEqual({
      kind: "undo",
      target: { ...target, rows },
    });
  });

  it("saving, submitting, or another number of lines", () => {
    const row = { mode: "edit", id: "7", version: 2, state: "draft", key: "k" };
    const edit: [string, string][] = [
      ["_do", "edit"],
      ["_id", "7"],
      ["_version", "2"],
      ["_state", "draft"],
      ["_key", "k"],
    ];
    expect(posted(order, ...edit)).toEqual({ kind: "save", target: row });
    const lines = (button: string) => posted(order, ...edit, ["_line", button]);
    expect(lines("add:items")).toEqual({ kind: "addLine", target: { ...row, lines: "items", index: -1, rows: 1 } });
    const more = (rows: string) => posted(order, ...edit, ["_line", "more:items"], ["_rows.items", rows]).target;
    expect([more("12"), more("0"), more("101"), more("x")]).toMatchObject([
      { lines: "items", rows: 12 },
      { rows: 5 },
      { rows: 5 },
      { rows: 5 },
    ]);
    expect(lines("copy:items:2")).toMatchObject({ kind: "copyLine", target: { index: 2 } });
    expect(lines("remove:items:3")).toEqual({
      kind: "removeLine",
      target: { ...row, lines: "items", index: 3, rows: 1 },
    });
    expect(lines("fill:items").kind).toBe("fillLines");
    const both = documentNamed("notification");
    expect(posted(both, ["_do", "add"], ["_submit", "1"]).kind).toBe("submit");
    expect(posted(user, ["_do", "add"], ["_submit", "1"])).toMatchObject({
      kind: "save",
      target: { mode: "add", id: undefined, version: undefined },
    });
  });

  it("what lists and detail pages offer beside it", () => {
    expect(posted(order, ["_action", "columns"]).kind).toBe("columns");
    expect(posted(order, ["_action", "inline"], ["id", "5"], ["version", "1"])).toEqual({
      kind: "inline",
      target: { id: "5", version: 1, key: "" },
    });
    expect(posted(order, ["_do", "comment"], ["content", " 好 "], ["_key", "k"])).toEqual({
      kind: "comment",
      target: { content: "好", key: "k" },
    });
    expect(posted(order, ["_action", "view"], ["op", "add"], ["name", "我的"], ["share", "all"])).toEqual({
      kind: "view",
      target: { op: "add", id: "", name: "我的", share: "all", isDefault: false, columns: false },
    });
    const mapping: [string, string][] = [
      ["map.no", "0"],
      ["map.remark", ""],
    ];
    expect(posted(order, ["_action", "import"], ["step", "check"], ...mapping)).toEqual({
      kind: "import",
      target: { step: "check", existing: undefined, mapping: { no: 0, remark: -1 } },
    });
  });

  it.each([
    [["_do", "nonsense"]],
    [["_row", "nonsense:1:2"]],
    [
      ["_action", "view"],
      ["op", "nonsense"],
    ],
    [["_action", "import"]],
    [["name", "x"]],
  ] as [string, string][][])("nothing that is offered: %j is refused", (...fields) => {
    expect(() => posted(user, ...fields)).toThrow(expect.objectContaining({ status: 400 }));
  });
});
