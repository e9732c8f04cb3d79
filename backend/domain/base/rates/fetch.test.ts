import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { useStandIns as standInsAt } from "#backend/engine/connect/connector";
import type { Database } from "#backend/platform/db";
import { rateOf } from "#backend/platform/values";
import { type StandIns, startStandIns } from "../../../../standins";
import { testDatabase } from "../../../../tests/harness";
import { fetchRates } from "./fetch";

/* Two tenants at work with five currencies each, on Tuesday 2026-03-10 in the evening. */

const TODAY = "2026-03-10";
const now = new Date(`${TODAY}T17:00:00Z`);
/** CNY per unit, as somebody typed it on the days before. */
const TYPED = { USD: "7.10", EUR: "7.85", JPY: "0.049", AED: "1.93" };
const SAID = { USD: "1.1000", JPY: "160.00", CNY: "7.8000" };

let db: Database;
let source: StandIns;
let other: string;

async function secondTenant(): Promise<string> {
  const made = await db.one<{ id: string }>("insert into sys_tenant (name, code) values ('二', 'two') returning id");
  const id = made?.id ?? "";
  await db.query(
    `insert into sys_dict_item (tenant_id, dict_id, dict_type, value, label, sort_order)
     select $1, dict_id, dict_type, value, label, sort_order from sys_dict_item
     where tenant_id = 1 and dict_type = 'currency' and del_flag = 0`,
    [id],
  );
  return id;
}

const run = (at = now) => fetchRates(db, { now: at });
const rates = (tenant: string, from = TODAY) =>
  db.query<{ day: string; currency: string; rate: string; source: string | null }>(
    `select to_char(effective_date, 'YYYY-MM-DD') as day, currency, official_rate::text as rate, source
     from exchange_rate where tenant_id = $1 and effective_date >= $2 and del_flag = 0 order by 1, 2`,
    [tenant, from],
  );
const titles = async () =>
  (
    await db.query<{ title: string }>(
      `select title from sys_notification where biz_path = '/finance/rate/index' order by id`,
    )
  ).map((n) => n.title);
const asked = async () => (await source.heard("rates")).asked;

beforeAll(async () => {
  db = await testDatabase();
  source = await startStandIns({ seed: "rates" });
  standInsAt(source.url);
  await db.query(
    `update sys_dict_item set del_flag = 1
     where dict_type = 'currency' and value not in ('CNY', 'USD', 'EUR', 'JPY', 'AED')`,
  );
  other = await secondTenant();
});
afterAll(async () => {
  standInsAt(null);
  await source.stop();
  await db.close();
});

/** Everything typed up to yesterday. */
beforeEach(async () => {
  await source.control("rates", {
    down: false,
    garbage: false,
    jump: {},
    at: now.toISOString(),
    said: { [TODAY]: SAID },
  });
  await db.query("delete from exchange_rate");
  await db.query("delete from rate_told");
  await db.query("update sys_notification set biz_path = null, title = ''");
  await db.query("update sys_param set value = 'true' where param_key = 'rate_auto'");
  await db.query("update sys_param set value = null where param_key = 'month_close_until'");
  await db.query(
    `insert into exchange_rate (tenant_id, currency, effective_date, official_rate)
     select t, r.key, d, r.value::numeric from jsonb_each_text($1::jsonb) r, unnest($2::bigint[]) t,
       generate_series('2026-02-20'::date, '2026-03-09', '1 day') d`,
    [JSON.stringify(TYPED), ["1", other]],
  );
});

const NEW = [
  { day: TODAY, currency: "EUR", rate: "7.80000000", source: "欧洲央行" },
  { day: TODAY, currency: "JPY", rate: "0.04875000", source: "欧洲央行" },
  { day: TODAY, currency: "USD", rate: "7.09090909", source: "欧洲央行" },
];

test("every tenant has the day's rates by the daily file, and documents use them; again writes nothing", async () => {
  const before = Object(await asked());
  await run();
  expect(await rates("1")).toEqual(NEW);
  expect(await rates(other)).toEqual(NEW);
  expect(await rateOf(db, "1", "USD", "2026-03-15")).toBe("7.09090909");
  expect(await rateOf(db, "1", "AED", "2026-03-15")).toBe("1.93000000");
  expect(await asked()).toEqual({ daily: before.daily + 1, long: before.long });
  await run();
  expect(await rates("1")).toEqual(NEW);
  // Nothing lacks: nobody is asked.
  expect(await asked()).toEqual({ daily: before.daily + 1, long: before.long });
  expect(await titles()).toEqual([]);
});

test("a typed rate and an own one stay; who switched it off, or is still being set up, gets none", async () => {
  await db.query(
    `insert into exchange_rate (tenant_id, currency, effective_date, official_rate, my_rate)
     values (1, 'USD', $1, 7.20, 7.25)`,
    [TODAY],
  );
  await db.query("update sys_param set value = 'false' where param_key = 'rate_auto' and tenant_id = $1", [other]);
  await run();
  const typed = { day: TODAY, currency: "USD", rate: "7.20000000", source: null };
  expect(await rates("1")).toEqual([NEW[0], NEW[1], typed]);
  expect(await rateOf(db, "1", "USD", TODAY)).toBe("7.25000000");
  expect(await rates(other)).toEqual([]);
  await db.query("update sys_param set value = 'true' where param_key = 'rate_auto'");
  await db.query("update sys_tenant set phase = 'setup' where id = $1", [other]);
  await run();
  expect(await rates(other)).toEqual([]);
  await db.query("update sys_tenant set phase = 'live' where id = $1", [other]);
  await run();
  expect(await rates(other)).toEqual(NEW);
});

test("a jump of more than 20 % waits for a person, who is told once", async () => {
  // 7.8 / 1.375 = 5.67…: 20.1 % below 7.10.
  await source.control("rates", { said: { [TODAY]: { ...SAID, USD: "1.375" } } });
  await run();
  await run();
  expect(await rates("1")).toEqual([NEW[0], NEW[1]]);
  const told = await db.query<{ tenant: string; text: string; people: boolean }>(
    `select n.tenant_id as tenant, push_describe as text, target_count > 0 as people from sys_notification n
     where title = '汇率待确认：USD 2026-03-10' order by 1`,
  );
  // The second tenant has nobody who could be told.
  expect(told).toEqual([
    {
      tenant: "1",
      text: "欧洲央行2026-03-10的USD汇率5.67272727与2026-03-09的7.1相差超过20%，没有写入。请核对后在“财务管理 → 汇率”手工填写2026-03-10的汇率",
      people: true,
    },
  ]);
  // 7.8 / 1.3732 = 5.68…: exactly 20 % is 5.68.
  await source.control("rates", { said: { [TODAY]: { ...SAID, USD: "1.3732" } } });
  await run();
  expect((await rates("1"))[2]).toMatchObject({ currency: "USD", rate: "5.68016312" });
});

test("five days that lack are filled by the 90-day file, but for those of a closed month", async () => {
  const week = ["2026-03-04", "2026-03-05", "2026-03-06", "2026-03-09", TODAY];
  await db.query("delete from exchange_rate where effective_date >= '2026-03-04'");
  await source.control("rates", { said: Object.fromEntries(week.map((day) => [day, SAID])) });
  const before = Object(await asked());
  await run();
  const usd = (await rates("1", "2026-03-04")).filter((r) => r.currency === "USD");
  expect(usd.map((r) => r.day)).toEqual(week);
  expect(new Set(usd.map((r) => r.rate))).toEqual(new Set(["7.09090909"]));
  expect(await asked()).toEqual({ daily: before.daily, long: before.long + 1 });

  await db.query("delete from exchange_rate where effective_date between '2026-02-24' and '2026-03-03'");
  await db.query("update sys_param set value = '2026-02-28' where param_key = 'month_close_until' and tenant_id = 1");
  await run();
  const days = async (tenant: string) =>
    (await rates(tenant, "2026-02-24")).filter((r) => r.currency === "EUR" && r.day < "2026-03-04").map((r) => r.day);
  // Ten days back from today is 03-01.
  expect(await days("1")).toEqual(["2026-03-02", "2026-03-03"]);
  await db.query("update exchange_rate set source = '欧洲央行' where effective_date = '2026-02-23'");
  await db.query("delete from exchange_rate where effective_date > '2026-02-23'");
  await run();
  expect(await days("1")).toEqual(["2026-03-02", "2026-03-03"]);
  // Where rates of the source stop earlier, from there on.
  expect(await days(other)).toEqual([
    "2026-02-24",
    "2026-02-25",
    "2026-02-26",
    "2026-02-27",
    "2026-03-02",
    "2026-03-03",
  ]);
});

test("a source that is down or talks nonsense is the job's fault; after two days finance is told once", async () => {
  await source.control("rates", { down: true });
  await expect(run()).rejects.toThrow("欧洲央行返回503");
  await source.control("rates", { down: false, garbage: true });
  await expect(run()).rejects.toThrow("欧洲央行的回答无法解析");
  expect(await rates("1")).toEqual([]);
  expect(await titles()).toEqual([]);
  const tomorrow = new Date("2026-03-11T17:00:00Z");
  await expect(run(tomorrow)).rejects.toThrow("无法解析");
  await expect(run(tomorrow)).rejects.toThrow("无法解析");
  expect(await titles()).toEqual(["汇率没有更新：EUR、JPY、USD"]);
  // Typed by hand for one of them; the others come by themselves when the source is back.
  await db.query(
    "insert into exchange_rate (currency, effective_date, official_rate) values ('USD', '2026-03-11', 7.3)",
  );
  await source.control("rates", {
    garbage: false,
    at: tomorrow.toISOString(),
    said: { [TODAY]: SAID, "2026-03-11": SAID },
  });
  await run(tomorrow);
  expect((await rates("1")).map((r) => `${r.day} ${r.currency} ${r.rate}`)).toEqual([
    "2026-03-10 EUR 7.80000000",
    "2026-03-10 JPY 0.04875000",
    "2026-03-10 USD 7.09090909",
    "2026-03-11 EUR 7.80000000",
    "2026-03-11 JPY 0.04875000",
    "2026-03-11 USD 7.30000000",
  ]);
  expect(await titles()).toHaveLength(1);
});

test("an address in the company's own network, or none that answers, is a fault in words", async () => {
  await expect(fetchRates(db, { now, url: "http://127.0.0.1:1/x" })).rejects.toThrow("RATES_URL：不能连接内网地址");
  await expect(fetchRates(db, { now, url: "http://rates.example.com" })).rejects.toThrow("接口地址须以https://开头");
  standInsAt("http://127.0.0.1:9");
  await expect(run()).rejects.toThrow("无法连接欧洲央行");
  standInsAt(source.url);
});
