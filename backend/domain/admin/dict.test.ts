import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { syncTables } from "#backend/engine/documents/tables/table";
import { widget } from "#backend/engine/documents/widget.testing";
import { documents } from "#documents";
import { type Office, openOffice, refused } from "./office.testing";

let office: Office;
beforeAll(async () => {
  office = await openOffice(["admin", "ops"]);
  await syncTables(office.db, [widget]);
  documents.push(widget);
});
afterAll(async () => {
  documents.splice(documents.indexOf(widget), 1);
  await office.close();
});

interface Item {
  value: string;
  label: string;
  [field: string]: unknown;
}
const item = (value: string, more: object = {}): Item => ({ value, label: `项${value}`, ...more });
const add = (dictType: string, items: Item[] = [], more: object = {}) =>
  office.send("admin", "POST", "/admin/dict", { dictType, description: "测试字典", items, ...more });
const read = (id: string) => office.data(office.get("admin", `/admin/dict/${id}`));
const put = async (id: string, body: object) =>
  office.send("admin", "PUT", "/admin/dict", { id, version: (await read(id)).version, ...body });
const typed = (type: string, who = "ops") => office.get(who, `/admin/dict/type/${type}`);

const USED = refused(409, "字典项已被使用，只能停用");

describe("saving", () => {
  it("stores items in their order with defaults; the type is for ever", async () => {
    const { id } = await office.data(add("kept_type", [item("b", { sortOrder: 2 }), item("a", { listClass: "red" })]));
    expect(await read(id)).toMatchObject({
      systemFlag: "0",
      itemCount: 2,
      items: [
        { value: "a", listClass: "red", sortOrder: 1, disabled: false },
        { value: "b", sortOrder: 2 },
      ],
    });
    await office.data(put(id, { dictType: "other_type", systemFlag: "1", remarks: "改" }));
    expect(await read(id)).toMatchObject({ dictType: "kept_type", systemFlag: "0", remarks: "改", itemCount: 2 });
  });

  it.each<[string, Item[], string, string]>([
    ["Bad", [], "dictType", "字典类型由小写字母、数字和下划线组成，以字母开头"],
    ["", [], "dictType", "请输入字典类型"],
    ["currency", [], "dictType", "字典类型已存在"],
    ["items_bad", [{ value: "", label: "x" }], "items.0.value", "请输入值"],
    ["items_bad", [item("a"), { value: "b", label: " " }], "items.1.label", "请输入标签"],
    ["items_bad", [item("a", { listClass: "pink" })], "items.0.listClass", "请选择颜色"],
    ["items_bad", [item("a", { sortOrder: "x" })], "items.0.sortOrder", "排序要填写整数"],
  ])("%s %j is refused", async (type, items, field, msg) => {
    expect(await add(type, items)).toEqual(refused(400, msg, field));
  });

  it("values are unique in the type, parents are values of the type", async () => {
    expect(await add("twice", [item("a"), item("a")])).toEqual(refused(400, "字典值a重复"));
    expect(await add("orphan", [item("a", { parentValue: "z" })])).toEqual(refused(400, "上级值z不存在"));
    const { id } = await office.data(add("swap", [item("a"), item("b")]));
    const [a, b] = (await read(id)).items;
    // One statement changes all of them: two that change places meet on the way.
    const swapped = await put(id, {
      items: [
        { ...a, value: "b" },
        { ...b, value: "a" },
      ],
    });
    expect(swapped).toEqual(refused(400, "字典项值重复", "_"));
    await office.data(put(id, { items: [b, item("a", { label: "新" })] }));
    const [kept, fresh] = (await read(id)).items;
    expect(kept).toMatchObject({ id: b.id, value: "b" });
    expect(fresh).toMatchObject({ label: "新", value: "a" });
    expect(fresh.id).not.toBe(a.id);
  });

  it("the same type at once: one of them", async () => {
    const answers = await Promise.all([add("race"), add("race"), add("race")]);
    expect(answers.map((a) => a.status).sort()).toEqual([200, 400, 400]);
    expect(answers.find((a) => a.status === 400)).toEqual(refused(400, "字典类型已存在", "dictType"));
  });
});

describe("values in use", () => {
  it("can be disabled, not removed or renamed; others can", async () => {
    const { id } = await office.data(add("test_tone", [item("red"), item("blue"), item("old")]));
    await office.db.query(
      `insert into test_widget (name, kind, life_state, tone, del_flag)
       values ('用红', 'a', 'draft', 'red', 0), ('曾用旧', 'a', 'draft', 'old', 1)`,
    );
    const [red, blue, old] = (await read(id)).items;
    expect(await put(id, { items: [blue, old] })).toEqual(USED);
    expect(await put(id, { items: [{ ...red, value: "rot" }, blue, old] })).toEqual(USED);
    expect(await office.send("admin", "DELETE", `/admin/dict/${id}`)).toEqual(USED);
    expect((await read(id)).items).toHaveLength(3);

    await office.data(put(id, { items: [{ ...red, disabled: true, label: "赤" }] }));
    expect((await read(id)).items).toMatchObject([{ value: "red", disabled: true, label: "赤" }]);
    await office.db.query("update test_widget set tenant_id = 2");
    await office.data(office.send("admin", "DELETE", `/admin/dict/${id}`));
    expect((await typed("test_tone")).body.data).toEqual([]);
  });

  it("of a system dictionary: it cannot be deleted", async () => {
    const row = await office.db.one<{ id: string }>("select id from sys_dict where dict_type = 'currency'");
    expect(await office.send("admin", "DELETE", `/admin/dict/${row?.id}`)).toEqual(
      refused(409, "系统内置字典不能删除"),
    );
  });
});

describe("items of a type", () => {
  it("are options for everybody who is signed in: nested, disabled ones marked", async () => {
    const items = [item("cn", { sortOrder: 2 }), item("gd", { parentValue: "cn" }), item("us", { disabled: true })];
    await office.data(add("region", items));
    const options = await office.data(typed("region"));
    expect(options).toMatchObject([
      { value: "us", label: "项us", type: "region", disabled: true, children: [] },
      { value: "cn", disabled: false, children: [{ value: "gd", children: [] }] },
    ]);
    expect(options[0]).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      dictId: expect.stringMatching(/^\d+$/),
      sort: 1,
    });
    expect(await office.data(typed("no_such_type"))).toEqual([]);
    expect((await typed("Bad-Type")).status).toBe(400);
    expect((await typed("region", "nobody")).status).toBe(401);
  });
});
