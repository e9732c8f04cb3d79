import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import dayjs from "dayjs";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { recountStock } from "#backend/domain/wms/stock/recount";
import { backUp } from "#backend/engine/backup/backup";
import { digestOf, emptyTarget } from "#backend/engine/backup/backup.testing";
import { restore } from "#backend/engine/backup/command";
import { insertListings } from "#backend/ledgers/facts/listings.testing";
import { requireFacts } from "#backend/ledgers/facts/months";
import { postTradeFacts } from "#backend/ledgers/facts/post";
import { makeMonths, makeMonthsAhead } from "#backend/platform/db/month-parts";
import type { Database } from "#backend/platform/db/sql";
import { today } from "#backend/platform/values";
import { testDatabase } from "../../../tests/harness";
import { openAds } from "./ads/ads.testing";
import { archiveCommand } from "./archive";

const TRADE = ["--tables", "fact_trade_daily"];
let db: Database;
let dataDir: string;
beforeAll(async () => {
  db = await testDatabase();
  dataDir = mkdtempSync(path.join(inject("folder"), "archive-"));
  await insertListings(db, [{ storeId: 1, groupId: 1 }]);
  for (const day of ["2021-01-31", "2021-02-01", "2021-02-28", "2021-03-01"]) await post(day, "10.5000");
});
afterAll(() => db.close());
afterEach(() => db.query("delete from month_close"));

const post = (day: string, amount: string, no = day) =>
  db.tx((sql) =>
    postTradeFacts(sql, [
      {
        sourceType: "platformOrder",
        sourceNo: no,
        bizDate: day,
        storeId: "1",
        sellerSku: "S1",
        column: "item_sales",
        amount,
      },
    ]),
  );

async function archive(args: string[], url = db.direct) {
  const said: string[] = [];
  const place = { databaseUrl: url, dataDir, demo: false };
  const failed = await archiveCommand(place, args, (line) => said.push(line)).catch((error: Error) => error.message);
  return failed ? [...said, failed] : said;
}

const fileOf = (month: string) => path.join(dataDir, "archive", `fact_trade_daily-${month}.tar.gz`);
const parts = async () =>
  (
    await db.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'fact_trade_daily'::regclass
       and inhrelid::regclass::text < 'fact_trade_daily_2022' order by 1`,
    )
  ).map(({ name }) => name.slice(-6));

test("months go into files of their own, their sums stay, and they come back as they were", async () => {
  const before = await digestOf(db.direct);
  expect(await archive(["--before", "2021-03", ...TRADE])).toEqual([
    `已归档 fact_trade_daily 2021-01：1 行，${fileOf("2021-01")}`,
    `已归档 fact_trade_daily 2021-02：2 行，${fileOf("2021-02")}`,
  ]);
  expect(await parts()).toEqual(["202103"]);
  expect(await db.query("select month, item_sales from fact_trade_month order by 1")).toEqual([
    { month: "2021-01-01", item_sales: "10.5000" },
    { month: "2021-02-01", item_sales: "21.0000" },
    { month: "2021-03-01", item_sales: "10.5000" },
  ]);
  expect(await archive(["--before", "2021-03", ...TRADE])).toEqual(["没有早于 2021-03 的月份"]);
  // A name alone is looked for where they lie.
  for (const month of ["2021-01", "2021-02"])
    expect(await archive(["--restore", path.basename(fileOf(month))])).toHaveLength(1);
  expect(await digestOf(db.direct)).toEqual(before);
  expect(await parts()).toEqual(["202101", "202102", "202103"]);
  expect(await archive(["--restore", fileOf("2021-02")])).toEqual(["fact_trade_daily 2021-02 已有数据，没有恢复"]);
});

test("nothing is written to a month that is away, nor taken for nothing sold; its neighbours go on", async () => {
  await archive(["--before", "2021-02", ...TRADE]);
  const said = "2021-01的经营数据已归档，不能再登记或核对，请管理员先恢复归档";
  await expect(post("2021-01-15", "1", "late")).rejects.toMatchObject({ status: 409, message: said });
  await expect(requireFacts(db, "fact_trade_daily", "2021-01-31")).rejects.toMatchObject({ status: 409 });
  await requireFacts(db, "fact_trade_daily", "2021-02-01");
  expect(await post("2021-02-15", "1", "late")).toBe(1);
  await makeMonths(db, ["fact_trade_daily"], "2021-01-01", "2021-02-28");
  await makeMonthsAhead(db);
  expect(await parts(), "nobody makes it anew").toEqual(["202102", "202103"]);
  await archive(["--restore", fileOf("2021-01")]);
  expect(await post("2021-01-15", "1", "late")).toBe(1);
});

test("what somebody reads for longer than is waited for stays, and is said; its rows are all there", async () => {
  await db.tx(async (sql) => {
    await sql.query("select count(*) from fact_trade_daily");
    expect(await archive(["--before", "2021-02", ...TRADE])).toEqual([
      "fact_trade_daily 2021-01 正在使用，没有归档，请稍后再试",
      "1 个月没有归档，原因见上",
    ]);
  });
  expect(await parts()).toContain("202101");
  expect(await db.query("select * from archived_month")).toEqual([]);
  await archive(["--before", "2021-02", ...TRADE]);
  await db.tx(async (sql) => {
    await sql.query("lock table fact_trade_daily in share update exclusive mode");
    expect(await archive(["--restore", fileOf("2021-01")])).toEqual([
      "fact_trade_daily 2021-01 正在使用，没有恢复，请稍后再试",
    ]);
  });
  expect(await archive(["--restore", fileOf("2021-01")])).toHaveLength(1);
  expect(readdirSync(path.join(dataDir, "archive")).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("people read and write to the other months while one goes", async () => {
  let [going, reads] = [true, 0];
  const others = (async () => {
    for (; going; reads++) {
      expect(await db.one("select count(*)::int as n from fact_trade_daily where biz_date >= '2021-02-01'")).toEqual({
        n: expect.any(Number),
      });
      await post("2021-03-20", "1", `busy ${reads}`);
    }
  })();
  const said = await archive(["--before", "2021-02", ...TRADE]);
  going = false;
  await others;
  expect([said.length, reads > 0]).toEqual([1, true]);
  await archive(["--restore", fileOf("2021-01")]);
});

test.each([
  [
    "没有关账",
    "insert into month_close (tenant_id, month, end_date, status) values (1, '2020-12', '2020-12-31', 'open')",
  ],
  ["核对库存", "insert into fact_trade_late (store_id, biz_date) values (1, '2021-01-31')"],
])("a month that is still needed stays: %s", async (reason, insert) => {
  await db.query(insert);
  const [said] = await archive(["--before", "2021-02", ...TRADE]);
  expect(said).toMatch(new RegExp(`^fact_trade_daily 2021-01 没有归档：.*${reason}`));
  await db.query("delete from fact_trade_late");
  expect(await parts()).toContain("202101");
});

test("what must stay, is unknown or invented is refused", async () => {
  const last = dayjs(today()).startOf("month").subtract(24, "month").format("YYYY-MM");
  const after = dayjs(today()).startOf("month").subtract(20, "month").format("YYYY-MM");
  expect(await archive(["--before", after])).toEqual([
    `最近 25 个月（含本月）要保留，--before 最晚为 ${last}；要少保留，请加 --keep 月数`,
  ]);
  expect(await archive(["--before", "2021-02", "--tables", "platform_order"])).toEqual([
    expect.stringContaining("不能归档 platform_order，可用：fact_trade_daily、"),
  ]);
  for (const wrong of [[], ["--before", "2021-13"], ["--what"], ["--before", "2021-01", "--keep", "0"]])
    expect(await archive(wrong)).toEqual([expect.stringContaining("用法：")]);
  expect(await archive(["--restore", "none.tar.gz"])).toEqual(["归档文件 none.tar.gz 不存在"]);
  const demo = archiveCommand({ databaseUrl: db.direct, dataDir, demo: true }, ["--before", "2021-02"], () => {});
  await expect(demo).rejects.toThrow("演示数据不能归档");
});

test("a file that is cut, or is another one than was archived, brings nothing back", async () => {
  await archive(["--before", "2021-02", ...TRADE]);
  const whole = readFileSync(fileOf("2021-01"));
  const other = path.join(dataDir, "other.tar.gz");
  writeFileSync(other, whole.subarray(0, whole.length - 20));
  expect(await archive(["--restore", other])).toEqual([expect.stringMatching(/不完整|已损坏/)]);
  await db.query("update archived_month set sha256 = 'x'");
  expect(await archive(["--restore", fileOf("2021-01")])).toEqual([
    expect.stringContaining("不是归档 fact_trade_daily"),
  ]);
  expect([await parts(), await db.query("select rows from archived_month")]).toEqual([
    ["202102", "202103"],
    [{ rows: "2" }],
  ]);
  await db.query("delete from archived_month");
  expect(await archive(["--restore", fileOf("2021-01")]), "nobody says otherwise").toEqual([
    "已恢复 fact_trade_daily 2021-01：2 行",
  ]);
});

test("a column that came since then gets its default", async () => {
  await archive(["--before", "2021-02", ...TRADE]);
  await db.query("alter table fact_trade_daily add column since int not null default 7");
  expect(await archive(["--restore", fileOf("2021-01")])).toHaveLength(1);
  expect(await db.query("select distinct since from fact_trade_daily_202101")).toEqual([{ since: 7 }]);
  await archive(["--before", "2021-02", ...TRADE]);
  await db.query("alter table fact_trade_daily drop column since");
  expect(await archive(["--restore", fileOf("2021-01")])).toEqual([expect.stringContaining("已没有列 since")]);
  await db.query("alter table fact_trade_daily add column since int");
  await archive(["--restore", fileOf("2021-01")]);
  await db.query("alter table fact_trade_daily drop column since");
});

test("a backup without the month, restored elsewhere, takes it from its file; stock recounts", async () => {
  const before = await digestOf(db.direct);
  await archive(["--before", "2021-02", ...TRADE]);
  expect(await recountStock(db, false, () => {})).toBe(0);
  const file = path.join(dataDir, "backup.tar.gz");
  await backUp({ connectionString: db.direct, dataDir, file, log: () => {} });
  const target = await emptyTarget();
  await restore({ ...target, file, replace: false, log: () => {} });
  expect(await archive(["--restore", fileOf("2021-01")], target.connectionString)).toHaveLength(1);
  expect((await digestOf(target.connectionString)).tables).toEqual(before.tables);
});

test("a report of days that are away says so instead of 0, in either period", async () => {
  const ads = await openAds();
  const dir = mkdtempSync(path.join(inject("folder"), "ads-"));
  const [from, till] = [0, 6].map((n) =>
    dayjs().startOf("month").subtract(11, "month").add(n, "day").format("YYYY-MM-DD"),
  );
  const next = dayjs().startOf("month").subtract(10, "month").format("YYYY-MM");
  const ask = (path: string, more: object) =>
    ads.send("admin", path, { startDate: `${from}`, endDate: `${till}`, ...more });
  try {
    expect((await ask("rptcampaigns/report", {})).status).toBe(200);
    const args = ["--before", next, "--keep", "11", "--tables", "fact_ad_campaign_daily"];
    const said: string[] = [];
    await archiveCommand({ databaseUrl: ads.db.direct, dataDir: dir, demo: false }, args, (line) => said.push(line));
    expect(said.length).toBeGreaterThan(1);
    expect(existsSync(path.join(dir, "archive"))).toBe(true);
    const month = from?.slice(0, 7);
    const sentence = `${month}及以前的广告数据已归档，请选择之后的日期，或请管理员恢复归档`;
    expect(await ask("rptcampaigns/report", {})).toMatchObject({ status: 400, body: { msg: sentence } });
    const compared = { startDate: `${next}-01`, endDate: `${next}-07` };
    expect(await ask("rptcampaigns/report", compared)).toMatchObject({
      status: 400,
      body: { msg: `对比周期中${sentence}` },
    });
    expect((await ask("rptcampaignkeywords/keywordChange", {})).status, "keywords are there").toBe(200);
  } finally {
    await ads.close();
  }
});
