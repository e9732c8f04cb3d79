import dayjs from "dayjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { given } from "../../../../tests/given";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { openAccount } from "../figures.testing";
import { tellData } from "./tell";

// Who has to do with data that does not come is told of it, once (figures.md D.8).

let backend: TestBackend;
let us: string;
let connector: string;
let ads: string;
const ago = (n: number) => dayjs().subtract(n, "day").format("YYYY-MM-DD");

beforeAll(async () => {
  backend = await testBackend();
  const { db } = backend;
  ({ us } = await openAccount(backend));
  await db.query("update site set timezone = 'Asia/Shanghai' where site_code = 'US'");
  const connect = async (kind: string) =>
    given(
      await db.one<{ id: string }>(
        `insert into connector (name, kind, provider, store_id, enabled, synced_to, create_time)
         values ($1, $1, 'amazon', $2, true, now(), now() - interval '60 days') returning id`,
        [kind, us],
      ),
    ).id;
  connector = await connect("marketplace");
  ads = await connect("ads");
  await db.query("update store set dept_id = (select dept_id from sys_user where username = 'ops') where id = $1", [
    us,
  ]);
});
afterAll(() => backend.close());

/** Titles that somebody was told, and the last part of the page that each leads to. */
const told = async (username: string) =>
  (
    await backend.db.query<{ title: string; page: string; text: string }>(
      `select n.title, n.biz_path as page, n.push_describe as text
       from sys_notification n join sys_user u on u.id = any(n.scope_ids)
       where u.username = $1 and (n.title like '%缺失%' or n.title like '%连续失败%') order by n.id`,
      [username],
    )
  ).map(({ title, page, text }) => ({ title, page, text }));
const titles = async (username: string) => (await told(username)).map(({ title }) => title);
const task = (kind: string, state: string, day: string) =>
  backend.db.query(
    `insert into report_task (tenant_id, connector_id, store_id, kind, start_date, end_date, state, error)
     values (1, $1, $2, $3, $4, $4, $5, 'FATAL') returning id`,
    [connector, us, kind, day, state],
  );
const day = (table: string, n: number) =>
  backend.db.query(`insert into ${table} (tenant_id, store_id, day) values (1, $1, $2)`, [us, ago(n)]);

test("a missing day is told to IT and to operators of the store, once", async () => {
  for (const n of [1, 2, 4, 5, 6, 7, 8, 9, 10]) await day("sales_traffic", n);
  await day("sales_traffic", 31);
  await tellData(backend.db);
  const [first] = await told("it_staff");
  expect(first).toMatchObject({ title: "广告缺失：F-US" });
  const before = await titles("it_staff");
  expect(before).toContain("流量缺失：F-US");
  expect((await told("ops")).filter(({ title }) => title.startsWith("流量"))).toMatchObject([
    {
      title: "流量缺失：F-US",
      page: `/logistics/fbaReport/traffic?storeId=${us}&v=0`,
      text: expect.stringMatching(/^IT已同时收到提醒。F-US：/),
    },
  ]);
  expect(await titles("ads")).toEqual(["广告缺失：F-US"]);
  expect(await titles("finance")).toEqual([]);
  await tellData(backend.db);
  expect(await titles("it_staff")).toEqual(before);
  // Another day is another notice, of that day alone.
  await backend.db.query("delete from sales_traffic where day = $1", [ago(7)]);
  await tellData(backend.db);
  const after = await told("it_staff");
  expect(after).toHaveLength(before.length + 1);
  expect(after.at(-1)).toMatchObject({ title: "流量缺失：F-US", text: expect.stringContaining(`F-US：${ago(7)}`) });
});

test("one failure is nothing, two in a row are told to whom the report is for", async () => {
  const count = async () => (await titles("it_staff")).length;
  const before = await count();
  await task("returns", "failed", ago(3));
  await tellData(backend.db);
  expect(await count()).toBe(before);
  await task("returns", "failed", ago(2));
  await task("storage", "failed", ago(2));
  await task("storage", "done", ago(2));
  await task("storage", "failed", ago(1));
  await tellData(backend.db);
  expect((await titles("it_staff")).slice(before)).toEqual(["FBA买家退货连续失败：F-US"]);
  expect(await titles("ops")).toContain("FBA买家退货连续失败：F-US");
  expect((await told("ops")).at(-1)?.text).toContain("FATAL");
  // It goes on failing: they know.
  await task("returns", "failed", ago(1));
  await tellData(backend.db);
  expect(await count()).toBe(before + 1);
});

test("settlements are of finance, advertising of those who advertise", async () => {
  await backend.db.query(
    "insert into report_feed (connector_id, tenant_id, attempts, error) values ($1, 1, 2, '授权已失效')",
    [connector],
  );
  for (const n of [3, 2])
    await backend.db.query(
      `insert into ad_report (tenant_id, connector_id, store_id, report_type, start_date, end_date, state, error)
       values (1, $1, $2, 'spCampaigns', $3, $3, 'failed', 'FATAL')`,
      [ads, us, ago(n)],
    );
  const others = await titles("cashier");
  await tellData(backend.db);
  expect(await told("finance")).toMatchObject([
    { title: "结算连续失败：F-US", page: "/baseSetup/dataStatus/index", text: expect.stringContaining("授权已失效") },
  ]);
  expect(await titles("ads")).toEqual(["广告缺失：F-US", "广告连续失败：F-US"]);
  expect(await titles("ops")).not.toContain("广告连续失败：F-US");
  expect(await titles("cashier")).toEqual(others);
  await tellData(backend.db);
  expect(await titles("finance")).toHaveLength(1);
});
