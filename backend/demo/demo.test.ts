import { afterAll, beforeAll, expect, test } from "vitest";
import { orderDifferences } from "#backend/domain/reports/profit/orders.testing";
import type { Database } from "#backend/platform/db/sql";
import { testDatabase } from "../../tests/harness";
import { insertPeople, seedDemo } from "./demo";
import { seeded, TODAY } from "./demo.testing";
import { readDemoOptions } from "./options";
import { Chance } from "./random";

/** The demonstration of all tests, which has the small profile. */
let full: Database;
/** The people of the profile that a company is shown. */
let whole: Database;

/** Who works here and what they did, as a first start makes them. */
const peopleAt = (db: Database, scale: number) =>
  db.tx(async (sql) => {
    const options = readDemoOptions({ today: TODAY, scale });
    const chance = new Chance(options.seed);
    await chance.install(sql);
    await insertPeople(sql, chance, options, async (_name, work) => void (await work()));
  });

beforeAll(async () => {
  full = await seeded();
  whole = await testDatabase();
  await peopleAt(whole, 1);
});
afterAll(() => whole?.close());

/** Everything but the salted password and the notices of approvals, which carry the clock's time. */
const picture = (db: Database) =>
  Promise.all(
    [
      "select to_jsonb(t) - 'password' as row from sys_user t",
      "select to_jsonb(t) as row from sys_notification t where not generated",
      `select to_jsonb(t) as row from sys_notification_target t
         join sys_notification n on n.id = t.notification_id where not n.generated`,
      "select to_jsonb(t) as row from sys_log t",
      "select to_jsonb(t) as row from sys_visit t",
    ].map((rows) => db.one(`select md5(string_agg(row::text, '' order by row::text)) from (${rows}) t`)),
  );

const count = async (sql: string, db = full) => Number((await db.one<{ n: string }>(sql))?.n);

test("orders have what settlements that were loaded say of them", async () => {
  const { differences, figures } = await orderDifferences(full);
  expect(differences).toEqual([]);
  expect(figures).toBeGreaterThan(50);
});

test("volumes and state mix of market.md §13", async () => {
  for (const db of [full, whole]) expect(await count("select count(*) n from sys_user", db)).toBe(120);
  const notices = "select count(*) n from sys_notification where not generated";
  expect(await count(notices, whole)).toBe(60);
  expect(await count(`${notices} and status = 'pushed'`, whole)).toBe(48);
  expect(await count(`${notices} and status = 'auditing'`, whole)).toBe(3);
  expect(await count("select count(*) n from sys_log", whole)).toBe(20_000);
  expect(await count("select count(*) n from sys_visit", whole)).toBe(6_000);
  // Five more are those that the guide leads through; the sixth is a set.
  expect(await count("select count(*) n from sku where sku_type = 'normal'")).toBe(405);
  expect(await count("select count(*) n from supplier where country = 'CN'")).toBe(41);
  expect(
    await count(`select count(*) n from ops_group g join sys_user u on u.id = g.leader_id
      where g.id = any (u.group_ids)`),
  ).toBe(60);
  // As more kinds of documents are made, more have numbers.
  expect(await count("select count(distinct prefix) n from doc_sequence")).toBeGreaterThan(24);
});

test("platform orders lie on the day of their own site", async () => {
  expect(await count("select count(*) n from platform_order")).toBeGreaterThan(500);
  expect(
    await count(`select count(*) n from platform_order
      where purchase_day <> (purchase_time at time zone time_zone)::date`),
  ).toBe(0);
});

test("a second run changes nothing", async () => {
  const first = await picture(full);
  expect(await seedDemo(full, { today: TODAY })).toBe(false);
  expect(await picture(full)).toEqual(first);
});

test("read counts are those of the targets; nobody reads before the push or after today", async () => {
  expect(
    await full.query(
      `select n.id from sys_notification n left join sys_notification_target t on t.notification_id = n.id
        group by n.id having n.target_count <> count(t.user_id)
          or (n.push_time is not null) <> (n.target_count > 0)
          or n.read_count <> count(*) filter (where t.is_read = '1')
          or bool_or(t.read_time < n.push_time or t.read_time > $1::date)`,
      [TODAY],
    ),
  ).toEqual([]);
  const rate = await full.one<{ low: number; high: number }>(
    `select min(read_count::float8 / target_count) low, max(read_count::float8 / target_count) high
       from sys_notification where target_count > 50 and push_time < $1::date - 10`,
    [TODAY],
  );
  expect(rate?.low).toBeGreaterThan(0.3);
  expect(rate?.high).toBeLessThan(1);
});

test("the administrator has unread news of this week", async () => {
  const unread = await count(
    `select count(*) n from sys_notification_target t join sys_notification n on n.id = t.notification_id
      where t.user_id = 1 and t.is_read = '0' and n.push_time > '${TODAY}'::date - 7`,
  );
  expect(unread).toBeGreaterThan(0);
});

test("the log is in order of time, ends before today, and is refused now and then", async () => {
  const row = await full.one<{ disordered: string; refused: string; last: string; blank: string }>(
    `select count(*) filter (where create_time < before) disordered,
       count(*) filter (where type = '9' and exception is not null) refused, max(create_time) as last,
       count(*) filter (where title is null or create_by is null or user_agent is null
         or request_uri like '%{%') blank
     from (select *, lag(create_time) over (order by id) as before from sys_log) t`,
  );
  expect(row).toMatchObject({ disordered: "0", blank: "0" });
  expect(Number(row?.refused)).toBeGreaterThan(25);
  expect(String(row?.last) < TODAY).toBe(true);
});

test("people visit only pages of their own menu, everyone may be addressed", async () => {
  expect(
    await full.query(
      `select v.id from sys_visit v where not exists (
         select 1 from sys_user_role ur join sys_role_menu rm using (role_id)
           join sys_menu m on m.id = rm.menu_id where ur.user_id = v.user_id and m.path = v.path)`,
    ),
  ).toEqual([]);
  expect(
    await full.query(
      `select username from sys_user
        where mobile !~ '^1\\d{10}$' or email !~ '@example\\.com$' or username !~ '^[a-zA-Z][\\w.]{2,31}$'
           or create_time > $1::date or last_login_time > $1::date`,
      [TODAY],
    ),
  ).toEqual([]);
});

test("options are read from the environment and bad ones refused", () => {
  const env = { DEMO_TODAY: TODAY, DEMO_PROFILE: "small", DEMO_SEED: "x" };
  expect(readDemoOptions({}, env)).toMatchObject({ today: TODAY, scale: 0.125, seed: "x" });
  expect(readDemoOptions({ today: "2026-01-02" }, env).today).toBe("2026-01-02");
  expect(() => readDemoOptions({}, { DEMO_TODAY: "tomorrow" })).toThrow("DEMO_TODAY");
  expect(() => readDemoOptions({}, { DEMO_PROFILE: "huge" })).toThrow("DEMO_PROFILE");
});
