import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Office, openOffice, refused } from "./office.testing";

let office: Office;
beforeAll(async () => {
  office = await openOffice(["admin", "ops"]);
});
afterAll(() => office.close());

const add = (name: string, parentId: string | null = "1", more: object = {}) =>
  office.send("admin", "POST", "/admin/dept", { name, parentId, ...more });
const made = async (name: string, parentId?: string | null) => (await office.data(add(name, parentId))).id as string;
const read = (id: string) => office.data(office.get("admin", `/admin/dept/${id}`));
const put = async (id: string, body: object) =>
  office.send("admin", "PUT", "/admin/dept", { id, version: (await read(id)).version, ...body });
const del = (id: string) => office.send("admin", "DELETE", `/admin/dept/${id}`);

const CIRCLE = refused(409, "上级部门不能为自己或下级");
const USED = refused(409, "部门下存在子部门或用户");

describe("saving", () => {
  it("without a parent it is a root, with the declared order", async () => {
    const id = await made("新总部", null);
    expect(await read(id)).toMatchObject({ parentId: "0", sortOrder: 1, userCount: 0 });
    expect(await read(await made("新分部", id))).toMatchObject({ parentName: "新总部" });
  });

  it("names are unique among siblings, not in the whole company", async () => {
    const [a, b] = [await made("甲部"), await made("乙部")];
    const taken = refused(400, "同级部门名称已存在", "name");
    expect(await add("甲部")).toEqual(taken);
    await office.data(add("甲部", b));
    expect(await put(b, { name: "甲部" })).toEqual(taken);
    const below = await made("乙部", a);
    expect(await put(below, { parentId: "1" })).toEqual(taken);
  });

  it.each<[object, string, string]>([
    [{ name: "" }, "name", "请输入部门名称"],
    [{ name: "长".repeat(33) }, "name", "部门名称不能超过32个字"],
    [{ parentId: "987654" }, "parentId", "上级部门不存在"],
    [{ parentId: "-1" }, "parentId", "上级部门不存在"],
    [{ sortOrder: -1 }, "sortOrder", "排序不能小于0"],
    [{ sortOrder: "" }, "sortOrder", "请输入排序"],
    [{ leaderId: "1" }, "leaderId", "负责人必须属于本部门"],
  ])("%j is refused", async (body, field, msg) => {
    expect(await add("丙部", "1", body)).toEqual(refused(400, msg, field));
  });

  it("the leader belongs to the department", async () => {
    const id = await made("丁部");
    const outside = refused(400, "负责人必须属于本部门", "leaderId");
    expect(await put(id, { leaderId: await office.userId("ops") })).toEqual(outside);
    const unknown = refused(400, "负责人不存在", "leaderId");
    expect(await put(id, { leaderId: "987654" })).toEqual(unknown);
    const user = await office.hire("ding_lead", ["OPS"], { deptId: id });
    await office.data(put(id, { leaderId: user }));
    expect(await read(id)).toMatchObject({ leaderName: "ding_lead", userCount: 1 });
    await office.data(put(id, { sortOrder: 3 }));
    expect((await read(id)).leaderId).toBe(user);
  });
});

describe("moving", () => {
  it("never below itself", async () => {
    const a = await made("移一");
    const b = await made("移二", a);
    const c = await made("移三", b);
    for (const to of [a, b, c]) expect(await put(a, { parentId: to })).toEqual(CIRCLE);
    await office.data(put(c, { parentId: a }));
    expect(await put(a, { parentId: c })).toEqual(CIRCLE);
  });

  it("two at once cannot close a circle between them", async () => {
    const [a, b] = [await made("环一"), await made("环二")];
    for (let round = 0; round < 6; round++) {
      await office.db.query("update sys_dept set parent_id = 1, version = 0 where id in ($1, $2)", [a, b]);
      const move = (id: string, parentId: string) =>
        office.send("admin", "PUT", "/admin/dept", { id, version: 0, parentId });
      const answers = await Promise.all([move(a, b), move(b, a)]);
      expect(answers.map((x) => x.status).sort()).toEqual([200, 409]);
      expect(answers.find((x) => x.status === 409)).toEqual(CIRCLE);
    }
  });
});

describe("deleting", () => {
  it("not with children, not with people", async () => {
    const a = await made("删一");
    const b = await made("删二", a);
    expect(await del(a)).toEqual(USED);
    await office.data(del(b));
    const user = await office.hire("in_dept", ["OPS"], { deptId: a });
    expect(await del(a)).toEqual(USED);
    await office.data(office.send("admin", "DELETE", `/admin/user/${user}`));
    await office.data(del(a));
    expect(await add("删三", a)).toEqual(refused(400, "上级部门不存在", "parentId"));
  });

  it("while something comes in: it goes or is used, never both", async () => {
    const role = await office.roleId("OPS");
    for (let round = 0; round < 4; round++) {
      const id = await made(`争${round}`);
      const child = round % 2 === 0;
      const username = `comes_in_${round}`;
      const come = child
        ? add("孩子", id)
        : office.send("admin", "POST", "/admin/user", { username, displayname: "来", deptId: id, roleIds: [role] });
      const [gone, came] = await Promise.all([del(id), come]);
      expect([gone.status, came.status].filter((s) => s === 200)).toHaveLength(1);
      if (gone.status !== 200) expect(gone).toEqual(USED);
      else expect(came.body.msg).toBe(child ? "上级部门不存在" : "部门不存在");
    }
  });
});

describe("tree", () => {
  it("is nested in display order for everybody who is signed in, or level by level", async () => {
    const top = await made("树根", null);
    const low = await made("树叶", top);
    await office.data(add("树芽", top, { sortOrder: 0 }));
    const tree = await office.data(office.get("ops", "/admin/dept/tree"));
    const own = tree.find((n: { id: string }) => n.id === top);
    expect(own).toMatchObject({ label: "树根", parentId: "0" });
    expect(own.children.map((n: { label: string }) => n.label)).toEqual(["树芽", "树叶"]);
    const level = await office.data(office.get("ops", "/admin/dept/tree", { lazy: "true", parentId: top }));
    expect(level).toMatchObject([{ hasChildren: false }, { id: low, hasChildren: false }]);
    const rows = await office.data(office.get("admin", "/admin/dept/rows", { name: "树" }));
    expect(rows).toHaveLength(3);
    expect((await office.get("ops", "/admin/dept/rows")).status).toBe(403);
  });
});
