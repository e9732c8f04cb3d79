import { afterAll, beforeAll, expect, it } from "vitest";
import { testDatabase } from "../../../tests/harness";
import type { Database } from "../db/sql";
import { keptNote, sweepLogs } from "./keep";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await db.query("insert into sys_tenant (name, code) values ('分公司', 'branch')");
  // The least that a parameter may hold is too much for a test.
  await set("log_keep_rows", "3");
  await set("error_log_keep_rows", "3");
  await set("visit_keep_rows", "3");
});
afterAll(() => db.close());

const set = (key: string, value: string) =>
  db.query("update sys_param set value = $2 where param_key = $1 and tenant_id = 1", [key, value]);
const branch = "(select id from sys_tenant where code = 'branch')";

const ADD: Record<string, string> = {
  sys_log: "type, title, service_id) select '0', title, 'erp-backend'",
  sys_error_log: "message, create_by) select title, 'ops'",
  sys_visit: "path, user_id, remote_addr) select title, 1, ''",
};
const NAME: Record<string, string> = { sys_log: "title", sys_error_log: "message", sys_visit: "path" };

/** Rows of so many days ago, named by them. */
const add = (table: string, tenant: string, days: readonly number[]) =>
  db.query(
    `insert into ${table} (tenant_id, create_time, ${(ADD[table] ?? "").replace(" select ", ` select ${tenant}, now() - make_interval(days => d), `)}
     from (select d, d::text as title from unnest($1::int[]) d) given`,
    [days],
  );
const left = async (table: string, tenant: string) =>
  (
    await db.query<{ name: string }>(
      `select ${NAME[table]} as name from ${table} where tenant_id = ${tenant} order by create_time desc`,
    )
  ).map((r) => Number(r.name));

it.each([
  ["sys_log", 180],
  ["sys_error_log", 90],
  ["sys_visit", 180],
])("%s: what is older, or more, than the parameters say goes, the oldest first", async (table, days) => {
  await db.query(`delete from ${table}`);
  await add(table, "1", [0, 1, 2, 3, 4, days + 1]);
  await add(table, branch, [0, 1, 2, 3, days - 1, days + 1]);
  await sweepLogs(db);
  expect(await left(table, "1")).toEqual([0, 1, 2]);
  expect(await left(table, branch)).toEqual([0, 1, 2, 3, days - 1]);
  await sweepLogs(db);
  expect(await left(table, "1")).toEqual([0, 1, 2]);
});

it("rows under numbers that no tenant has count together, however many numbers", async () => {
  await db.query("delete from sys_log");
  for (const tenant of ["987001", "987002", "987003"]) await add("sys_log", tenant, [1, 200]);
  await sweepLogs(db);
  expect(await left("sys_log", "987002")).toEqual([1]);
});

it("the history of documents stays", async () => {
  await db.query(
    `insert into sys_oper_log (biz_type, biz_id, action, time)
     values ('sku', '1', '新增', now() - interval '20 years')`,
  );
  await sweepLogs(db);
  expect(await db.query("select biz_id from sys_oper_log where biz_type = 'sku'")).toEqual([{ biz_id: "1" }]);
});

it("the page says what is kept", async () => {
  expect(await keptNote(db, "1")).toBe(
    "操作日志保留180天，最多3条；前端日志保留90天，最多3条；访问记录保留180天，最多3条。超出的自动清理，在系统参数中设置。",
  );
});
