import { afterAll, beforeAll, expect, test } from "vitest";
import { office, PRODUCT } from "#backend/domain/product/product.testing";
import type { PresetFound } from "#documents/base/setup";
import { type TestBackend, testBackend } from "../../../tests/harness";

// 清理预置主数据 and 清空示例品类 (company.md 1.1): rows of a database that an earlier DEMO=off filled.

let backend: TestBackend;
let o: ReturnType<typeof office>;
beforeAll(async () => {
  backend = await testBackend();
  o = office(backend);
});
afterAll(() => backend.close());

const send = async (method: "GET" | "POST", path: string, who = "admin") =>
  (await o.as(who).send(method, path, method === "POST" ? {} : undefined)).body;
const found = async (): Promise<PresetFound[]> => (await send("GET", "/setup/presets")).data;
const left = async (label: string) => (await found()).find((p) => p.label === label);
const count = async (sql: string) => (await backend.db.one<{ n: number }>(`select count(*)::int as n ${sql}`))?.n;

test("a demonstration has none of it", async () => {
  expect(await found()).toEqual([]);
  expect((await send("POST", "/setup/presets")).msg).toBe("没有预置主数据");
  expect(await count("from store where del_flag = 0")).toBe(24);
});

test("rows of those codes go where nothing names them; own rows of the same codes stay, and so does what is used", async () => {
  await backend.db.query("insert into seed_marker (name) values ('company')");
  // A warehouse of the company's own, by a code that was filled in.
  await backend.db.query("update warehouse set name = '我们的义乌仓' where code = 'WH-YW'");
  await backend.db.query(
    `insert into other_in (no, in_type, warehouse_id, status) select 'QR1', 'gain', id, 'draft' from warehouse where code = 'WH-SZ'`,
  );
  // In the last month that has rates: these rows may be a day old.
  await backend.db.query(
    `insert into purchase_order (no, currency, status, create_time)
     select 'CG1', 'USD', 'draft', max(effective_date) + interval '1 day' from exchange_rate`,
  );
  const before = await found();
  expect(before.map(({ label, free, kept }) => [label, free, kept])).toEqual([
    ["物流渠道", 24, 0],
    ["运营小组", 59, 1],
    ["仓库", 9, 1],
    ["店铺", 24, 0],
    ["公司主体", 2, 0],
    expect.arrayContaining(["部门"]),
    ["汇率", 242, 1],
    ["品牌", 3, 0],
  ]);
  // A group has a user, departments have those of the minimal seed.
  // Looking takes nothing away.
  expect(await count("from store where del_flag = 0")).toBe(24);
  expect((await send("POST", "/setup/presets", "finance")).msg).toBe("当前操作没有权限");
  expect((await send("POST", "/setup/presets")).data).toEqual(before);
  expect(await backend.db.query("select code from warehouse where del_flag = 0 order by id")).toEqual([
    { code: "WH-SZ" },
    { code: "WH-YW" },
  ]);
  expect(await count("from exchange_rate where del_flag = 0")).toBe(1);
  expect(
    await count("from sys_user u join sys_dept d on d.id = u.dept_id where u.del_flag = 0 and d.del_flag = 1"),
  ).toBe(0);
  expect(await left("仓库")).toEqual({ label: "仓库", free: 0, kept: 1 });
  expect((await send("POST", "/setup/presets")).msg).toBe("没有可以清理的预置主数据");
});

test("sample categories go until something has one, which is named", async () => {
  expect((await send("POST", "/setup/categories/clear")).msg).toBe("产品品类不是示例，没有可以清空的");
  await backend.db.query("update sys_dict set description = '产品品类（示例）' where dict_type = 'product_category'");
  const { id } = await o.as("product").add("/product/product", { ...PRODUCT, nameCn: "保温杯" });
  expect((await send("POST", "/setup/categories/clear")).msg).toMatch(/^产品 .+ 使用了品类“.+”，不能清空$/);
  expect(await count("from sys_dict_item where dict_type = 'product_category' and del_flag = 0")).toBeGreaterThan(20);
  await backend.db.query("update product set del_flag = 1 where id = $1", [id]);
  expect((await send("POST", "/setup/categories/clear")).data).toBeGreaterThan(20);
  expect(await count("from sys_dict_item where dict_type = 'product_category' and del_flag = 0")).toBe(0);
  const steps: { key: string; lacks: { text: string }[] }[] = (await send("GET", "/setup/steps")).data;
  expect(steps.find(({ key }) => key === "categories")?.lacks[0]?.text).toBe("还没有产品品类");
});

test("who has which role is on one sheet, and found right until something of it changes", async () => {
  const sheet = async () => (await send("GET", "/admin/role/matrix")).data;
  const first = await sheet();
  expect(first.confirmed).toBeNull();
  expect(first.users.find((u: { username: string }) => u.username === "finance")).toMatchObject({
    locked: false,
    roles: [{ name: "财务", dsType: "0" }],
  });
  await send("POST", "/admin/role/matrix");
  expect((await sheet()).confirmed).toMatchObject({ stands: true });
  await backend.db.query("update sys_role set ds_type = '4' where role_code = 'FINANCE'");
  expect((await sheet()).confirmed).toMatchObject({ stands: false });
  expect((await send("GET", "/admin/role/matrix", "buyer")).msg).toBe("当前操作没有权限");
});
