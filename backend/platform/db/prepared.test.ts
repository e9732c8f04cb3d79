import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { ownDatabase } from "../../../tests/harness";
import { type Database, keepPlans, openDatabase } from "./sql";

let db: Database;
beforeAll(async () => {
  db = await ownDatabase();
});
afterAll(() => db.close());

const KEPT = "select statement from pg_prepared_statements where from_sql = false order by 1";

it("plans what a connection runs often once, and no more than it may keep", async () => {
  const before = keepPlans(128);
  onTestFinished(() => void keepPlans(before));
  const kept = await db.tx(async (sql) => {
    const often = "select $1::int + 1 as n";
    for (let i = 0; i < 6; i++) expect(await sql.one(often, [i])).toEqual({ n: i + 1 });
    for (let i = 0; i < 2; i++) await sql.one("select $1::int + 2 as n", [i]);
    expect(await sql.query(KEPT)).toEqual([{ statement: often }]);
    for (let text = 0; text < 130; text++)
      for (let i = 0; i < 6; i++) expect(await sql.one(`select $1::int + ${text} as m`, [i])).toEqual({ m: i + text });
    return sql.query(KEPT);
  });
  expect(kept).toHaveLength(128);
});

it("plans what is asked beside transactions once as well", async () => {
  const one = openDatabase(db.pool.options.connectionString ?? "", 1);
  for (let i = 0; i < 3; i++) expect(await one.one("select $1::int + 3 as n", [i])).toEqual({ n: i + 3 });
  expect(await one.query(KEPT)).toEqual([{ statement: "select $1::int + 3 as n" }]);
  await one.close();
});

it("goes on when a table has got a column since a plan was made", async () => {
  await db.query("create table grown (id int, n int)");
  await db.query("insert into grown values (1, 2)");
  const ask = "select * from grown where id = $1";
  for (let i = 0; i < 12; i++) await Promise.all([db.one(ask, [1]), db.tx((sql) => sql.one(ask, [1]))]);
  await db.query("alter table grown add more int default 3");
  const both = await Promise.all([db.one(ask, [1]), db.tx((sql) => sql.one(ask, [1]))]);
  expect(both).toEqual([
    { id: 1, n: 2, more: 3 },
    { id: 1, n: 2, more: 3 },
  ]);
});

it("keeps some connections open while nobody asks, with what they have learnt", async () => {
  const idle = openDatabase(db.pool.options.connectionString ?? "", 6);
  idle.pool.options.idleTimeoutMillis = 20;
  const opened = vi.fn();
  idle.pool.on("connect", opened);
  await Promise.all([1, 2, 3, 4, 5, 6].map((n) => idle.query("select pg_sleep(0.05), $1::int", [n])));
  expect(opened).toHaveBeenCalledTimes(6);
  await expect.poll(() => idle.pool.totalCount).toBe(4);
  await sleep(60);
  expect(idle.pool.totalCount).toBe(4);
  await idle.close();
});

it("lets a connection go that has learned much, unless the pool is busy", async () => {
  const own = openDatabase(db.pool.options.connectionString ?? "", 6);
  const pid = (seconds = 0) =>
    own.tx(
      async (sql) => (await sql.one<{ pid: number }>("select pg_backend_pid() as pid, pg_sleep($1)", [seconds]))?.pid,
    );
  const first = await pid();
  expect(await pid()).toBe(first);
  expect(await pid(1.1)).toBe(first);
  expect(await pid(), "a new one").not.toBe(first);
  const many = await Promise.all(Array.from({ length: 6 }, () => pid(1.1)));
  expect(own.pool.totalCount, "those that were busy are there").toBeGreaterThan(0);
  expect(many).toContain(await pid());
  await own.close();
});
