import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call, PIG } from "#backend/platform/auth/auth.testing";
import { documents } from "#documents";
import { encryptPassword } from "../../../tests/harness-login";
import { type Office, openOffice, refused } from "./office.testing";

let office: Office;
let branch: string;
let password: string;
let token: string;

/** A second company. */
async function foundBranch() {
  const made = await office.data(office.send("admin", "POST", "/admin/tenant", { name: "分公司", code: "branch" }));
  branch = made.id;
  password = made.oneTimePassword;
}

const signIn = (tenant: string) =>
  call(office, "POST", "/auth/oauth/token", {
    params: {
      username: "admin",
      password: encryptPassword(tenant === "1" ? "123456" : password),
      grant_type: "password",
    },
    headers: { authorization: PIG, "TENANT-ID": tenant },
  });

beforeAll(async () => {
  office = await openOffice(["admin"]);
  await foundBranch();
  await office.db.query(
    "insert into pii_access_log (tenant_id, document, document_id, reason) values (1, 'sales_order', 1, '核对地址')",
  );
  token = (await signIn(branch)).body.access_token;
});
afterAll(() => office.close());

const gone = refused(404, "单据不存在");
const read = (id: string) => office.data(office.get("admin", `/admin/tenant/${id}`));
const put = async (id: string, body: object) =>
  office.send("admin", "PUT", "/admin/tenant", { id, version: (await read(id)).version, ...body });

describe("saving", () => {
  it.each<[object, string, string]>([
    [{ name: "" }, "name", "请输入名称"],
    [{ code: "a" }, "code", "编码为2到32位字母、数字、横线或下划线"],
    [{ code: "main" }, "code", "租户编码已存在"],
    [{ state: "1" }, "state", "请选择状态"],
    [{ expireDate: "2026-13-01" }, "expireDate", "到期要填写日期"],
  ])("%j is refused", async (body, field, msg) => {
    const whole = { name: "又一家", code: "another", ...body };
    expect(await office.send("admin", "POST", "/admin/tenant", whole)).toEqual(refused(400, msg, field));
  });

  it("its 套餐 decides which menus and rights there are", async () => {
    const codes = async () => (await call(office, "GET", "/admin/user/info", { token })).body.data.permissions;
    const paths = async () =>
      (await call(office, "GET", "/admin/menu", { token })).body.data.map((m: { path: string }) => m.path);
    expect(await paths()).toContain("/order");
    expect((await put(branch, { menuPackageId: "supply" })).status).toBe(200);
    expect(await paths()).not.toContain("/order");
    expect(await paths()).toContain("/purchase");
    expect(await codes()).not.toContain("om_order_view");
    expect(await codes()).toContain("purchase_order_view");
    expect((await put(branch, { menuPackageId: "full" })).status).toBe(200);
    expect(await codes()).toContain("om_order_view");
  });

  it("the own tenant stays open", async () => {
    expect(await put("1", { state: "9" })).toEqual(refused(409, "不能停用当前租户"));
    expect(await put("1", { expireDate: "2020-01-01" })).toEqual(refused(409, "当前租户的到期日期不能早于今天"));
    expect(await office.send("admin", "DELETE", "/admin/tenant/1")).toEqual(refused(409, "不能删除当前租户"));
    await office.data(put("1", { expireDate: "2999-12-31", contact: "张三" }));
    expect((await office.get("admin", "/admin/user/info")).status).toBe(200);
  });
});

describe("two tenants", () => {
  const engines = documents.filter((d) => !d.calls?.handwritten && d.module === "admin");

  it("the header selects the company at sign-in", async () => {
    const { body } = await call(office, "GET", "/admin/user/info", { token });
    expect(body.data.sysUser).toMatchObject({ displayname: "系统管理员", tenantId: branch });
    expect((await signIn("1")).body.tenant_id).toBe("1");
    // A signed-in person does not change company by a header.
    const other = await call(office, "GET", "/admin/user/info", { token, headers: { "TENANT-ID": "1" } });
    expect(other.body.data.sysUser.tenantId).toBe(branch);
  });

  it.each(engines.map((d) => [d.label, d] as const))("%s of one are not found by the other", async (_, d) => {
    const rows = (tenant: string) =>
      office.db.query<{ id: string }>(
        `select id from ${d.table} where tenant_id = $1 and del_flag = 0 order by id limit 1`,
        [tenant],
      );
    const [theirs] = await rows("1");
    const own = (await rows(branch)).length;
    expect(theirs).toBeDefined();
    const at = `${d.api}/${theirs?.id}`;
    expect(await call(office, "GET", at, { token })).toEqual(gone);
    if (d.can?.edit !== false)
      expect(await call(office, "PUT", d.api, { token, body: { id: theirs?.id, version: 0 } })).toEqual(gone);
    if (d.can?.del !== false) expect(await call(office, "DELETE", at, { token })).toEqual(gone);
    for (const name of Object.keys(d.actions ?? {})) {
      const body = { version: 0, roleIds: ["1"], menuIds: [] };
      expect(await call(office, "POST", `${at}/${name}`, { token, body })).toEqual(gone);
    }
    const page = await call(office, "GET", `${d.api}/page`, { token, params: { size: "100" } });
    expect(page.body.data.records.length > 0).toBe(own > 0);
    const ids = page.body.data.records.map((r: { id: string }) => r.id);
    expect(ids).not.toContain(theirs?.id);
    const options = await call(office, "GET", `${d.api}/options`, { token, params: { ids: String(theirs?.id) } });
    expect(options.body.data).toEqual([]);
  });

  it("neither by references, trees, lists nor logs", async () => {
    const ask = (path: string) => call(office, "GET", path, { token });
    const send = (path: string, body: object) => call(office, "POST", path, { token, body });
    expect(await send("/admin/role", { roleName: "x", roleCode: "XX", dsType: "1", dsScope: ["1"] })).toEqual(
      refused(400, "自定义部门不存在", "dsScope"),
    );
    expect(await send("/admin/dept", { name: "x", parentId: "1" })).toEqual(refused(400, "上级部门不存在", "parentId"));
    const user = { username: "xxx", displayname: "x", deptId: "1", roleIds: ["1"] };
    expect(await send("/admin/user", user)).toEqual(refused(400, "部门不存在", "deptId"));
    expect((await ask("/admin/dept/tree")).body.data).toHaveLength(1);
    const roles = (await ask("/admin/role/list")).body.data;
    const first = (await office.get("admin", "/admin/role/list")).body.data;
    const ids = (rows: { id: string }[]) => rows.map((r) => r.id);
    expect(ids(roles).filter((id) => ids(first).includes(id))).toEqual([]);
    const log = (await ask("/admin/log/page")).body.data.records;
    expect(log.every((r: { createBy: string | null }) => r.createBy !== null)).toBe(true);
    expect(await ask("/admin/operlog/tenant/1")).toMatchObject({ body: { data: [] } });
  });

  it("names may be the same in both", async () => {
    const body = { dictType: "own_dict", description: "自己的字典" };
    expect((await office.send("admin", "POST", "/admin/dict", body)).status).toBe(200);
    expect((await call(office, "POST", "/admin/dict", { token, body })).status).toBe(200);
  });

  it("a closed tenant has no sessions and no sign-in", async () => {
    await office.data(put(branch, { state: "9" }));
    expect((await call(office, "GET", "/admin/user/info", { token })).status).toBe(401);
    expect(await signIn(branch)).toEqual(refused(426, "租户已停用或已到期，请联系管理员"));
    await office.data(put(branch, { state: "0", expireDate: "2020-01-01" }));
    expect((await signIn(branch)).status).toBe(426);
    await office.data(put(branch, { expireDate: null }));
    expect((await signIn(branch)).status).toBe(200);
    expect((await office.get("admin", "/admin/user/info")).status).toBe(200);
  });
});
