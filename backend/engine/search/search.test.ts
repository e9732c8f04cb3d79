import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "#backend/platform/http/endpoint";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { search as findIn, type SearchGroup } from "./search";

let backend: TestBackend;
let order: { id: string; no: string; supplier: string; buyer: string; sku: string };
beforeAll(async () => {
  backend = await testBackend({}, {}, "demo");
  const found = await backend.db.one<typeof order>(
    `select o.id, o.no, s.name as supplier, u.displayname as buyer, split_part(o.sku_codes, ' ', 1) as sku
     from purchase_order o join supplier s on s.id = o.supplier_id join sys_user u on u.id = o.buyer_id
     where o.del_flag = 0 and o.status = 'auditing' and o.currency = 'CNY' order by o.create_time desc, o.id desc limit 1`,
  );
  if (!found) throw new Error("the demonstration has no order");
  order = found;
});
afterAll(() => backend.close());

async function ask(path: string, who = "admin", method = "GET") {
  const headers = { authorization: `Bearer ${await login(backend.url, who)}` };
  const answer = await fetch(`${backend.url}${path}`, { method, headers });
  return { status: answer.status, ...(await answer.json()) };
}
const search = async (keyword: string, who?: string): Promise<SearchGroup[]> =>
  (await ask(`/search?keyword=${encodeURIComponent(keyword)}`, who)).data;
const orders = async (keyword: string, who?: string) =>
  (await search(keyword, who)).find((g) => g.type === "purchase_order");

describe("documents are found", () => {
  it("by their number, whatever the case, and no other kind is asked then", async () => {
    for (const typed of [order.no, ` ${order.no.toLowerCase()}`]) {
      const found = await search(typed);
      expect(found).toMatchObject([
        { type: "purchase_order", rows: [{ id: order.id, match: "exact", facts: expect.any(Array) }] },
      ]);
      expect(found).toHaveLength(1);
    }
  });

  it("by its beginning, the newest first and five at most; by its end; by its day", async () => {
    const begun = await orders(order.no.slice(0, 3));
    const numbers = begun?.rows.map((r) => r.name ?? "") ?? [];
    expect(begun).toMatchObject({ label: "采购单", more: true });
    expect(numbers).toEqual([...numbers].sort().reverse());
    expect(numbers).toHaveLength(5);
    for (const typed of [order.no.slice(-8), order.no.slice(2, 10)])
      expect((await orders(typed))?.rows.map((r) => r.name)).toContain(order.no);
  });

  it("by supplier, person and SKU; what they name comes first", async () => {
    const [first] = await search(order.supplier);
    expect(first).toMatchObject({ type: "supplier", rows: [{ name: order.supplier, match: "exact" }] });
    expect((await orders(order.supplier))?.rows[0]).toMatchObject({ match: "named" });
    expect((await orders(order.buyer))?.rows[0]?.facts).toContain(order.buyer);
    expect((await search(order.sku))[0]?.rows[0]).toMatchObject({ name: order.sku, match: "exact" });
    expect((await orders(order.sku))?.rows[0]?.facts.join()).toContain(order.sku);
  });

  it("by the number of their parcel", async () => {
    await backend.db.query(
      "update delivery set tracking_no = 'SF-9081726354' where id = (select min(id) from delivery)",
    );
    expect(await search("sf-9081726354")).toMatchObject([{ type: "delivery", rows: [{ match: "value" }] }]);
    expect(await search("908172")).toMatchObject([{ type: "delivery", rows: [{ match: "part" }] }]);
  });

  it("signs of a pattern stand for themselves, nonsense finds nothing, too much is refused", async () => {
    for (const typed of ["%%%", "___", "", " ", "'; --", "\\", "zzzzqq"]) expect(await search(typed)).toEqual([]);
    expect((await ask(`/search?keyword=${"a".repeat(101)}`)).status).toBe(400);
  });
});

describe("only what the caller may see", () => {
  it("kinds by permission, rows by data scope and tenant", async () => {
    expect(await search(order.no, "ads")).toEqual([]);
    const { db } = backend;
    const other = await db.one<{ no: string }>(
      `select no from purchase_requisition where create_by <> (select id from sys_user where username = 'ops')
         and dept_id <> (select dept_id from sys_user where username = 'ops') and del_flag = 0 limit 1`,
    );
    const no = other?.no ?? "";
    expect(await search(no)).toMatchObject([{ rows: [{ name: no }] }]);
    expect(await search(no, "ops")).toEqual([]);
    await db.query("update purchase_order set tenant_id = 2 where id = $1", [order.id]);
    expect(await search(order.no)).toEqual([]);
    await db.query("update purchase_order set tenant_id = 1 where id = $1", [order.id]);
  });

  it("amounts are for who may read them", async () => {
    expect((await orders(order.no))?.rows[0]?.amount).toMatch(/^\d/);
    const caller: Caller = {
      userId: "1",
      username: "",
      displayname: "",
      deptId: null,
      tenantId: "1",
      roles: [],
      permissions: new Set(["purchase_order_view"]),
      scope: { kind: "all" },
    };
    const [found] = await findIn({ sql: backend.db, caller, tenantId: "1" }, order.no);
    expect(found?.rows[0]).toMatchObject({ name: order.no, amount: null });
  });
});

it("a starred document is at hand until it is no longer starred, for who may see it", async () => {
  const path = `/search/star/purchase_order/${order.id}`;
  expect((await ask(path, "ads", "PUT")).status).toBe(404);
  expect((await ask(path, "purchase_manager")).data).toBe(false);
  expect((await ask(path, "purchase_manager", "PUT")).status).toBe(200);
  expect((await ask(path, "purchase_manager")).data).toBe(true);
  expect((await ask("/search/starred", "purchase_manager")).data).toMatchObject([{ name: order.no }]);
  expect((await ask("/search/starred")).data).toEqual([]);
  await ask(path, "purchase_manager", "DELETE");
  expect((await ask("/search/starred", "purchase_manager")).data).toEqual([]);
  const rows = `purchase_order:${order.id},purchase_order:999999,nothing:1`;
  expect((await ask(`/search/rows?rows=${rows}`)).data).toMatchObject([{ id: order.id }]);
});
