import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

const asked = async (who: string, path: string): Promise<number> => {
  const headers = { authorization: `Bearer ${await login(backend.url, who)}` };
  return (await fetch(`${backend.url}${path}/options`, { headers })).status;
};

it.each([
  ["buyer", "/supplier/supplier", 200],
  ["buyer", "/admin/menu", 403],
  ["buyer", "/admin/role", 403],
  ["ads", "/supplier/supplier", 403],
  ["ads", "/purchase/order", 403],
  ["admin", "/admin/menu", 200],
])("options ask whether %s views %s or names it somewhere: %i", async (who, path, status) => {
  expect(await asked(who, path)).toBe(status);
});

it("of people, those who hold a permission and may sign in", async () => {
  const headers = { authorization: `Bearer ${await login(backend.url, "admin")}` };
  const names = async (query: string): Promise<string[]> => {
    const answer = await fetch(`${backend.url}/admin/user/options?${query}`, { headers });
    return (await answer.json()).data.map((one: { label: string }): string => one.label);
  };
  const [all, buyers] = [await names(""), await names("holds=purchase_order_add")];
  const nameOf = async (who: string) =>
    (await backend.db.one<{ name: string }>("select displayname as name from sys_user where username = $1", [who]))
      ?.name ?? "";
  expect(all).toEqual(expect.arrayContaining(buyers));
  expect(buyers).toContain(await nameOf("buyer"));
  expect(buyers).not.toContain(await nameOf("ads"));
  expect(all).toContain(await nameOf("ads"));
  await backend.db.query("update sys_user set lock_flag = '9' where username = 'buyer'");
  expect(await names("holds=purchase_order_add")).not.toContain(await nameOf("buyer"));
  await backend.db.query("update sys_user set lock_flag = '0' where username = 'buyer'");
  expect(await names("holds=no_such_thing")).toEqual([]);
});

describe("what is said of a SKU where it is chosen", () => {
  const say = async (who: string, query: string) => {
    const headers = { authorization: `Bearer ${await login(backend.url, who)}` };
    const answer = await fetch(`${backend.url}/product/sku/options?${query}`, { headers });
    return (await answer.json()).data[0]?.facts;
  };
  beforeAll(async () => {
    const { db } = backend;
    await db.query(
      `insert into sku (sku_code, name, sku_type, unit, status, purchase_price, moq, attrs, images)
       values ('FACT-1', '会说话的SKU', 'normal', 'pcs', 'approved', 12.5, 40, '{"颜色": "黑"}', '{}')`,
    );
    await db.query(
      `insert into stock (warehouse_id, sku_id, good_qty, bad_qty, reserved_qty, transit_qty)
       select w.id, k.id, 10 * w.n, 0, 1, w.n from sku k,
         (select id, row_number() over (order by id)::int as n from warehouse limit 2) w
       where k.sku_code = 'FACT-1'`,
    );
  });

  it("name, words and figures; more for a line, in its warehouse", async () => {
    const option = { name: "会说话的SKU", specText: "颜色:黑", unit: "pcs", availableQty: 28 };
    const seen = await say("buyer", "keyword=FACT&facts=option");
    expect(seen).toMatchObject({ ...option, purchasePrice: "12.5000" });
    expect(seen).not.toHaveProperty("moq");
    expect(await say("buyer", "labels=fact-1&facts=line")).toMatchObject({
      ...option,
      moq: 40,
      sales30d: 0,
      inTransitQty: 3,
      onOrderQty: 0,
    });
    const first = await backend.db.one<{ id: string }>("select min(id) as id from warehouse");
    const there = await say("buyer", `labels=FACT-1&facts=line&warehouseId=${first?.id}`);
    expect(there).toMatchObject({ availableQty: 9, inTransitQty: 1 });
  });

  it("nothing unless it is asked for, and no price for who may not see prices", async () => {
    expect(await say("buyer", "keyword=FACT")).toBeUndefined();
    for (const facts of ["option", "line"]) {
      const seen = await say("warehouse", `labels=FACT-1&facts=${facts}`);
      expect(seen).toMatchObject({ name: "会说话的SKU", availableQty: 28 });
      expect(seen).not.toHaveProperty("purchasePrice");
      expect(seen).not.toHaveProperty("lastPrice");
    }
  });
});
