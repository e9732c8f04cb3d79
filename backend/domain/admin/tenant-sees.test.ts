import { afterAll, beforeAll, expect, it } from "vitest";
import { call, passwordLogin } from "#backend/platform/auth/auth.testing";
import { documents } from "#documents";
import { login, type TestBackend, testBackend } from "../../../tests/harness";

/* Beside the whole demonstration the administrator of a new tenant sees nothing of it. */

let backend: TestBackend;
let token: string;
let tenantId: string;

const get = (path: string, params?: Record<string, string>) => call(backend, "GET", path, { token, params });
const read = async (path: string, params?: Record<string, string>) => {
  const { status, body } = await get(path, params);
  expect(status, path).toBe(200);
  return body.data;
};

beforeAll(async () => {
  backend = await testBackend({}, {}, "demo");
  const made = await call(backend, "POST", "/admin/tenant", {
    token: await login(backend.url, "admin"),
    body: { name: "华东分公司", code: "east" },
  });
  const { id, account, oneTimePassword } = made.body.data;
  tenantId = id;
  token = (await passwordLogin(backend, account, oneTimePassword)).body.access_token;
});
afterAll(() => backend.close());

const lists = documents.filter((d) => !d.calls?.handwritten);
const COMES_WITH = { user: 1, dept: 1, site: 12, company: 1, warehouse: 1, exchange_rate: 0, contract_template: 2 };

it("comes with what a purchase needs, and sees no row of another tenant", async () => {
  const own = await backend.db.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'tenant_id'`,
  );
  const tables = new Set(own.map((t) => t.name));
  const seen: Record<string, number> = {};
  for (const { name, api, table } of lists) {
    const page = await read(`${api}/page`, { size: "100" });
    const options = await read(`${api}/options`);
    seen[name] = page.total;
    const ids = [...page.records, ...options].map((row: { id: string }) => row.id);
    if (!tables.has(table)) continue;
    const foreign = await backend.db.query(`select id from ${table} where id = any($1::bigint[]) and tenant_id <> $2`, [
      ids,
      tenantId,
    ]);
    expect(foreign, name).toEqual([]);
    const other = await backend.db.one<{ id: string }>(
      `select max(id) as id from ${table} where tenant_id = 1 and del_flag = 0`,
    );
    if (other?.id) expect((await get(`${api}/${other.id}`)).status, name).toBe(404);
  }
  expect(seen).toMatchObject(COMES_WITH);
  expect(lists.filter((d) => !tables.has(d.table)).map((d) => d.name)).toEqual([]);
});

it("works at no terminal, prices no transfer and does nothing to goods of another tenant", async () => {
  const foreign = async (table: string) =>
    (
      await backend.db.one<{ id: string }>(
        `select max(id)::text as id from ${table} where tenant_id = 1 and del_flag = 0`,
      )
    )?.id ?? "";
  const warehouseId = await foreign("warehouse");
  const places: { id: string }[] = await read("/wms/terminal/places");
  expect(places).toHaveLength(1);
  expect(places[0]?.id).not.toBe(warehouseId);
  for (const [path, params] of [
    ["/wms/terminal/receive", { warehouseId }],
    ["/wms/terminal/stock", { warehouseId, code: "A" }],
    ["/logistics/freight/quote", { transferId: await foreign("transfer") }],
  ] as const)
    expect((await get(path, params)).status, path).toBe(404);
  const body = { warehouseId, code: "A", key: "00000000-0000-4000-8000-000000000001" };
  const scan = await call(backend, "POST", "/wms/terminal/in/scan", { token, body });
  expect(scan.status).toBe(404);
  const acted: string[] = [];
  for (const { api, table, actions } of lists) {
    if (!/^\/(wms|logistics)\//.test(api)) continue;
    const id = await foreign(table);
    for (const action of id ? Object.keys(actions ?? {}) : []) {
      const path = `${api}/${id}/${action}`;
      const answer = await call(backend, "POST", path, { token, body: { version: 1 } });
      expect([400, 404], path).toContain(answer.status);
      if (answer.status === 404) acted.push(path);
    }
  }
  expect(acted.length).toBeGreaterThan(20);
});

it("sees how its own connections are, not how the installation is", async () => {
  const { rows } = await read("/admin/status");
  expect(rows.map(({ label, value }: { label: string; value: string }) => [label, value])).toEqual([
    ["发送队列", "待发 0，失败 0"],
    ["外部连接", "0 个，没有异常"],
    ["平台订单同步", "没有"],
    ["站内信收取", "没有"],
  ]);
});
