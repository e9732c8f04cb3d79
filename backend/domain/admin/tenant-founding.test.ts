import { afterAll, beforeAll, expect, it } from "vitest";
import { call, passwordLogin } from "#backend/platform/auth/auth.testing";
import { today } from "#backend/platform/values/calendar";
import { type Office, openOffice } from "./office.testing";

let office: Office;
let token: string;
// biome-ignore lint/suspicious/noExplicitAny: what the backend answered
let made: any;

const branch = { name: "华东分公司", code: "east" };
const ask = async (path: string, params?: Record<string, string>) =>
  office.data(call(office, "GET", path, { token, params }));
const send = (path: string, body: object) => call(office, "POST", path, { token, body });
const names = (rows: { name: string }[]) => rows.map((r) => r.name);

beforeAll(async () => {
  office = await openOffice();
  made = await office.data(office.send("admin", "POST", "/admin/tenant", branch));
  const { status, body } = await passwordLogin(office, made.account, made.oneTimePassword);
  if (status !== 200) throw new Error(JSON.stringify(body));
  token = body.access_token;
});
afterAll(() => office.close());

it("the administrator signs in by name and tenant with the password shown once", async () => {
  expect(made.account).toBe("admin@east");
  expect(made.oneTimePassword).toMatch(/^\S{12}$/);
  const { sysUser } = await ask("/admin/user/info");
  expect(sysUser).toMatchObject({ username: "admin", tenantId: made.id, deptName: "华东分公司" });
  // The same name without a tenant is the first tenant's.
  expect((await passwordLogin(office, "admin", made.oneTimePassword)).status).toBe(426);
  expect((await passwordLogin(office, "admin@nobody", made.oneTimePassword)).status).toBe(426);
  const kept = await office.get("admin", `/admin/tenant/${made.id}`);
  expect(JSON.stringify(kept.body)).not.toContain(made.oneTimePassword);
});

it("menu, permissions, roles, dictionaries and parameters are the first tenant's", async () => {
  const same = async (path: string, pick: (data: never) => unknown) =>
    expect(pick((await ask(path)) as never)).toEqual(pick((await office.data(office.get("admin", path))) as never));
  await same("/admin/menu", names);
  await same("/admin/user/info", (d: { permissions: string[] }) => [...d.permissions].sort());
  await same("/admin/role/list", (d: { roleCode: string }[]) => d.map((r) => r.roleCode).sort());
  await same("/admin/dict/type/product_category", (d: { value: string }[]) => d.map((i) => i.value));
  await same("/admin/param/page?size=100", (d: { records: { paramKey: string }[] }) =>
    d.records.map((p) => p.paramKey).sort(),
  );
});

it("has its first month to close at once", async () => {
  const { records } = await ask("/finance/month/page");
  expect(records.map((m: { month: string }) => m.month)).toContain(today().slice(0, 7));
});

it("sees nobody of the first tenant", async () => {
  expect((await ask("/admin/user/page")).records).toMatchObject([{ username: "admin" }]);
  expect(await ask("/admin/dept/tree")).toMatchObject([{ name: "华东分公司" }]);
  expect((await ask("/admin/role/page", { size: "100" })).total).toBe(20);
  expect((await ask("/supplier/supplier/page")).records).toEqual([]);
});

it("makes no tenants itself", async () => {
  const answer = await send("/admin/tenant", { name: "分部的分部", code: "below" });
  expect([answer.status, answer.body.msg]).toEqual([403, "只有首个租户可以新建租户"]);
  expect((await ask("/admin/tenant/page")).records).toEqual([]);
});

it("sees no session but those of its own people", async () => {
  const { records } = await ask("/admin/token/page");
  expect(records.map((r: { username: string }) => r.username)).toEqual(["admin"]);
});

it("hires somebody, and the first document is number 0001", async () => {
  const roles: { id: string; roleCode: string }[] = await ask("/admin/role/list");
  const [dept] = await ask("/admin/dept/tree");
  const buyer = await office.data(
    send("/admin/user", {
      username: "buyer",
      displayname: "采购员",
      deptId: dept.id,
      roleIds: [roles.find((r) => r.roleCode === "BUYER")?.id],
    }),
  );
  expect((await passwordLogin(office, "buyer@east", buyer.oneTimePassword)).status).toBe(200);
  const one = await office.data(
    send("/supplier/supplier", {
      name: "本地供应商",
      supplierType: "service",
      address: "上海市示例路1号",
      buyerId: buyer.id,
      currency: "CNY",
      taxType: "none",
      settleMethod: "cod",
    }),
  );
  expect(one.no).toMatch(/^GY\d{6}0001$/);
  expect((await ask("/supplier/supplier/page")).records).toHaveLength(1);
});

it("what the menu gets later reaches every tenant", async () => {
  // The invented company alone can be brought back to its beginning.
  const marks = await office.db.query(
    "select count(*)::int as n from seed_menu where key not like '%/demo/reset%' group by tenant_id order by tenant_id",
  );
  expect(marks).toHaveLength(2);
  expect(marks[0]).toEqual(marks[1]);
});

it("two tenants made at the same time have their own", async () => {
  const make = (code: string) => office.data(office.send("admin", "POST", "/admin/tenant", { name: code, code }));
  const both = await Promise.all(["north", "south"].map(make));
  for (const { account, oneTimePassword } of both)
    expect((await passwordLogin(office, account, oneTimePassword)).status).toBe(200);
});
