import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Engine, openEngine } from "../engine.testing";

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

const post = (body: object) => engine.send("admin", "POST", "", { kind: "a", ...body });
const put = (body: object) => engine.send("admin", "PUT", "", body);
const read = async (id: string) => (await engine.get("admin", id)).body.data;
const total = async () => (await engine.db.one<{ n: number }>("select count(*)::int as n from test_widget"))?.n;
const refusal = (field: string, msg: string) => ({
  status: 400,
  body: { code: 1, msg, data: null, fields: { [field]: msg } },
});

describe("adding", () => {
  it("stores what is given and the declared defaults of what is not named", async () => {
    const { body } = await post({ name: "  默认件 ", kind: undefined });
    expect(body.data).toMatchObject({ id: expect.stringMatching(/^\d+$/), version: 0 });
    expect(await read(body.data.id)).toMatchObject({
      name: "默认件",
      kind: "a",
      qty: 1,
      price: null,
      urgent: false,
      roleIds: [],
      lifeState: "draft",
      parts: [],
      widgetId: body.data.id,
    });
  });

  it("reads forms too: empty text is no value, numbers with thousands", async () => {
    const { body } = await post({
      name: "表单件",
      price: "1,234.5",
      qty: "7",
      due: "",
      urgent: "on",
      at: "2026-03-01T08:30",
    });
    expect(await read(body.data.id)).toMatchObject({
      price: "1234.50",
      qty: 7,
      due: null,
      urgent: true,
      at: "2026-03-01 08:30:00",
    });
  });

  it("ignores what is not to be set from outside", async () => {
    const { body } = await post({
      name: "夹带件",
      id: "1",
      version: 9,
      lifeState: "done",
      tenantId: "2",
      createBy: "2",
      delFlag: 1,
    });
    const row = await read(body.data.id);
    expect(row).toMatchObject({ lifeState: "draft", version: 0, createByName: "系统管理员" });
  });

  it.each<[object, string, string]>([
    [{}, "name", "请输入名称"],
    [{ name: "   " }, "name", "请输入名称"],
    [{ name: "一" }, "name", "名称不能少于2个字"],
    [{ name: "字".repeat(21) }, "name", "名称不能超过20个字"],
    [{ name: 7 }, "name", "请输入名称"],
    [{ name: "对的", kind: "" }, "kind", "请选择种类"],
    [{ name: "对的", kind: "z" }, "kind", "请选择种类"],
    [{ name: "对的", code: "a1" }, "code", "编码以大写字母开头"],
    [{ name: "对的", qty: 0 }, "qty", "数量不能小于1"],
    [{ name: "对的", qty: 1001 }, "qty", "数量不能大于1000"],
    [{ name: "对的", qty: "多" }, "qty", "数量要填写整数"],
    [{ name: "对的", qty: 1.5 }, "qty", "数量要填写整数"],
    [{ name: "对的", price: "1.234" }, "price", "单价要填写数字，最多2位小数"],
    [{ name: "对的", price: "-1" }, "price", "单价不能小于0"],
    [{ name: "对的", price: 1e20 }, "price", "单价的整数部分不能超过14位"],
    [{ name: "对的", due: "2026-02-30" }, "due", "到期日要填写日期"],
    [{ name: "对的", at: "2026-02-30 10:00:00" }, "at", "时间要填写日期和时间"],
    [{ name: "对的", at: "2026-02-03 24:00:00" }, "at", "时间要填写日期和时间"],
    [{ name: "对的", note: "字".repeat(501) }, "note", "备注不能超过500个字"],
    [{ name: "对的", ownerId: "张三" }, "ownerId", "编号不正确"],
    [{ name: "对的", ownerId: "9999999999999999999" }, "ownerId", "编号不正确"],
    [{ name: "对的", parts: [{ qty: 1 }] }, "parts.0.sku", "请输入货号"],
    [{ name: "对的", parts: Array(6).fill({ sku: "x" }) }, "parts", "零件最多5行"],
  ])("refuses %j", async (body, field, msg) => {
    const before = await total();
    expect(await post(body)).toEqual(refusal(field, msg));
    expect(await total()).toBe(before);
  });

  it("names every wrong field at once", async () => {
    const { body } = await post({ qty: 0, price: "x" });
    expect(Object.keys(body.fields)).toEqual(["name", "qty", "price"]);
  });

  it("keeps texts as they are, without NUL", async () => {
    const odd = `<b>"'&\\ 😀 '); drop table test_widget; --`;
    const { body } = await post({ name: "怪\0字件", note: `${odd}\0` });
    expect(await read(body.data.id)).toMatchObject({ name: "怪字件", note: odd });
  });

  it.each([
    ["text/plain", "x"],
    ["application/json", "[1]"],
    ["application/json", "null"],
  ])("a body of %s %s has no name", async (type, text) => {
    const { url, token } = await whoIs();
    const answer = await fetch(`${url}/test/widget`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": type },
      body: text,
    });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { msg: string }).msg).toMatch(/\p{Script=Han}/u);
  });
});

async function whoIs() {
  return engine
    .raw("admin", "page")
    .then((answer) => ({ url: answer.url.replace(/\/test\/.*/, ""), token: engine.token("admin") }));
}

describe("references", () => {
  it.each([
    ["ownerId", "负责人不存在"],
    ["deptId", "部门不存在"],
  ])("%s of another tenant, deleted or unknown is refused", async (name, msg) => {
    const table = name === "ownerId" ? "sys_user" : "sys_dept";
    const extra = name === "ownerId" ? ", username, displayname" : ", name";
    const values = name === "ownerId" ? ", 'x' || $2::text, 'x'" : ", 'x' || $2::text";
    const made = (tenant: string, del: number) =>
      engine.db.one<{ id: string }>(
        `insert into ${table} (tenant_id, del_flag${extra}) values ($1, $3${values}) returning id`,
        [tenant, `${tenant}${del}`, del],
      );
    const rows = [await made("2", 0), await made("1", 1), { id: "123456789" }];
    for (const row of rows) expect(await post({ name: "引用件", [name]: row?.id })).toEqual(refusal(name, msg));
  });

  it("lists of references and lines are looked at too", async () => {
    expect(await post({ name: "引用件", roleIds: ["1", "987654"] })).toEqual(refusal("roleIds", "角色不存在"));
    const parts = [
      { sku: "a", userId: "1" },
      { sku: "b", userId: "987654" },
    ];
    expect(await post({ name: "引用件", parts })).toEqual(refusal("parts.1.userId", "经手人不存在"));
  });

  it("a dictionary value has to be enabled, but stays readable where it is", async () => {
    const message = "品类不存在或已停用";
    for (const tone of ["old", "unknown"])
      expect(await post({ name: "字典件", tone })).toEqual(refusal("tone", message));
    const { id } = await engine.add({ tone: "red" });
    await engine.db.query("update test_widget set tone = 'old' where id = $1", [id]);
    const kept = await put({ id, version: 0, tone: "old", note: "改" });
    expect(kept.status).toBe(200);
    expect(await read(id)).toMatchObject({ tone: "old", note: "改" });
  });
});

describe("unique values", () => {
  it("are refused with the declared sentence at their field, and free again after deletion", async () => {
    const { id } = await engine.add({ name: "唯一件" });
    expect(await post({ name: "唯一件" })).toEqual(refusal("name", "名称已存在"));
    const other = await engine.add({ name: "另一件" });
    expect(await put({ ...other, name: "唯一件" })).toEqual(refusal("name", "名称已存在"));
    expect((await put({ ...other, name: "另一件", note: "自己的名字" })).status).toBe(200);
    expect((await engine.send("admin", "DELETE", `${id}?version=0`)).status).toBe(200);
    expect((await post({ name: "唯一件" })).status).toBe(200);
  });

  it("two at once: one wins, the other hears the same sentence", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => post({ name: "并发件" })));
    expect(answers.map((a) => a.status).sort()).toEqual([200, 400, 400]);
    for (const a of answers.filter((x) => x.status === 400)) expect(a).toEqual(refusal("name", "名称已存在"));
  });

  it("another tenant may have the same name", async () => {
    const { id } = await engine.add({ name: "租户件" });
    await engine.db.query("update test_widget set tenant_id = 2 where id = $1", [id]);
    expect((await post({ name: "租户件" })).status).toBe(200);
  });
});
