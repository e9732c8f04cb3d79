import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesBelow } from "../../../tests/architecture-imports";
import { testDatabase } from "../../../tests/harness";
import { FACT_TABLES, makeMonths, makeMonthsAhead, needMonths, ORDER_TABLES } from "./month-parts";
import type { Database } from "./sql";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const partsOf = async (table: string) =>
  (
    await db.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
      [table],
    )
  ).map((r) => r.name);

test("this month and the next three of every table that lies apart are made ahead", async () => {
  await makeMonthsAhead(db);
  const now = new Date();
  const wanted = [0, 1, 2, 3].map((n) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + n, 1));
    return month.toISOString().slice(0, 7).replace("-", "");
  });
  const apart = await db.query<{ name: string }>(
    `select partrelid::regclass::text as name from pg_partitioned_table
     where partrelid::regclass::text !~ '\\.' order by 1`,
  );
  expect(apart.map((t) => t.name)).toEqual([...FACT_TABLES, ...ORDER_TABLES].sort());
  for (const { name } of apart)
    expect(await partsOf(name)).toEqual(expect.arrayContaining(wanted.map((m) => `${name}_${m}`)));
});

test("a month is made while others write to the table, and takes rows as any other", async () => {
  await db.tx(async (sql) => {
    await sql.query("lock table platform_order, platform_order_line in row exclusive mode");
    await makeMonths(db, ORDER_TABLES, "2019-01-31", "2019-02-01");
  });
  expect(await partsOf("platform_order")).toContain("platform_order_201902");
  const store = await db.one<{ id: string }>("select id from store order by id limit 1");
  await db.query(
    `insert into platform_order (tenant_id, platform_order_no, store_id, status, purchase_time,
       purchase_day, currency) values (1, 'M-1', $1, 'Shipped', '2019-02-28T23:59:59Z', '2019-02-28', 'USD')`,
    [store?.id],
  );
  expect(await db.one("select count(*)::int as n from platform_order_201902")).toEqual({ n: 1 });
});

test("work that finds months missing is run again with them, and holds nothing while they are made", async () => {
  let runs = 0;
  await db.tx(async (sql) => {
    runs += 1;
    await sql.query("lock table fact_trade_daily in row exclusive mode");
    await needMonths(sql, FACT_TABLES, "2018-01-31", "2018-03-01");
    await sql.query("insert into seed_marker (name) values ('months')");
  });
  expect(runs).toBe(2);
  expect(await partsOf("fact_trade_daily")).toEqual(
    expect.arrayContaining(["201801", "201802", "201803"].map((m) => `fact_trade_daily_${m}`)),
  );
});

test("nobody else makes a part", () => {
  const makers = filesBelow("backend", /\.ts$/)
    .filter((file) => !/\.test(ing)?\.ts$/.test(file))
    .filter((file) => /partition of|attach partition|ensure_fact_partitions/i.test(readFileSync(file, "utf8")));
  // A restore makes those of the backup, in an empty database.
  expect(makers).toEqual(["backend/engine/backup/command.ts", "backend/platform/db/month-parts.ts"]);
});
