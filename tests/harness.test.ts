import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMonths, ORDER_TABLES } from "#backend/platform/db/month-parts";
import type { Database } from "#backend/platform/db/sql";
import { type TestBackend, testBackend, testDatabase } from "./harness";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

test("nothing runs by the clock in the backend of a test, not even once at its start", async () => {
  await sleep(1500);
  expect(await backend.db.query("select code from job_run")).toEqual([]);
});

/** Every row and number of a database: one word for each table and sequence. */
async function wholeOf(db: Database): Promise<Record<string, unknown>> {
  const relations = await db.query<{ name: string; kind: string }>(
    `select oid::regclass::text as name, relkind as kind from pg_class
     where relkind in ('r', 'S') and oid >= 16384 order by 1`,
  );
  const found: Record<string, unknown> = {};
  for (const { name, kind } of relations) {
    const word =
      kind === "r" ? "md5(string_agg(t::text, '|' order by t::text))" : "concat_ws(' ', last_value, is_called)";
    found[name] = (await db.one<{ word: string }>(`select ${word} as word from ${name} t`))?.word;
  }
  return found;
}

test("what a file wrote is taken back before the next file has its database, which is the same one", async () => {
  const first = await testDatabase();
  const before = await wholeOf(first);
  const name = await first.one<{ name: string }>("select current_database() as name");
  await first.query("update sys_user set version = version + 1");
  await first.query("delete from sys_dict_item");
  await first.query("truncate sys_role_menu");
  await first.query("insert into sys_dept (tenant_id, name) select 1, 'new ' || n from generate_series(1, 3) n");
  await makeMonths(first, ORDER_TABLES, "2019-01-31", "2019-02-01");
  await first.close();
  await expect(first.query("select 1")).rejects.toThrow("closed");

  const second = await testDatabase();
  expect(await second.one("select current_database() as name")).toEqual(name);
  expect(await wholeOf(second)).toEqual(before);
  await second.query("create table left_behind (id int)");
  await second.close();

  const third = await testDatabase();
  expect(await third.one("select current_database() as name"), "changed tables are not handed on").not.toEqual(name);
  await third.close();
});
