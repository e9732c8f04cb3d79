import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { openSecret } from "#backend/platform/personal/open";
import { etlTask } from "#documents/base/etl/task";
import { testDatabase } from "../../../../tests/harness";
import { embedded, embeddedFault } from "./embedded";
import { keeper, RATES } from "./etl.testing";
import { lastRuns } from "./runs";
import { watchEtl } from "./watch";

let db: Database;
let k: ReturnType<typeof keeper>;
beforeAll(async () => {
  db = await testDatabase();
  k = keeper(db);
});
afterAll(() => db.close());

const turn = () => watchEtl(db, embedded(db));

test("the embedded engine moves staged rows, and its report is the run", async () => {
  await db.query("insert into etl_stage_rate values ('USD', '2031-01-01', 7.5), ('EUR', '2031-01-01', 8.5)");
  const { id } = await k.make("汇率甲");
  await k.act(id, "run");
  await expect(k.act(id, "run")).rejects.toThrow("任务正在运行，不能重复提交");
  await expect(k.remove(id)).rejects.toThrow("任务正在运行，不能删除");
  const [lastRun] = await db.tx((sql) => lastRuns(sql, id));
  expect(lastRun).toMatchObject({ status: "SUBMITTING", trigger: "manual", error: null });
  await turn();
  await turn();
  expect(await k.runs(id)).toMatchObject([{ status: "FINISHED", read: "2", written: "2", error: null }]);
  const rates =
    "select currency, official_rate::text as rate from exchange_rate where effective_date = '2031-01-01' order by 1";
  expect(await db.query(rates)).toEqual([
    { currency: "EUR", rate: "8.50000000" },
    { currency: "USD", rate: "7.50000000" },
  ]);
  const log = await db.one<{ log: string }>("select log from etl_run_log");
  expect(log?.log).toContain("读取 etl_stage_rate 2 行");
  await k.act(id, "run");
  await turn();
  expect(await db.query(rates)).toHaveLength(2);
  expect((await db.one<{ last: string }>("select last_state as last from etl_task where id = $1", [id]))?.last).toBe(
    "FINISHED",
  );
});

test("staged reports belong to the first tenant: no other runs their jobs", async () => {
  await db.query("insert into etl_stage_rate values ('GBP', '2031-02-01', 9.5)");
  const job = { jobId: "77", jobName: "汇率", config: RATES, restore: false, secret: false };
  const foreign = embedded(db).submit({ ...job, tenantId: "2" });
  await expect(foreign).rejects.toThrow("内置引擎的报表只属于主租户");
  expect(embeddedFault(RATES, "2")).toContain("主租户");
  const moved = "select 1 from exchange_rate where effective_date = '2031-02-01'";
  expect(await db.query(moved)).toEqual([]);
  await embedded(db).submit({ ...job, tenantId: "1" });
  expect(await db.query(moved)).toHaveLength(1);
  await db.query("delete from etl_stage_rate where currency = 'GBP'");
});

test("passwords are kept apart and reach the engine", async () => {
  const { id } = await k.make("密码");
  const row = await db.one<{ config: string; secrets: string }>("select config, secrets from etl_task where id = $1", [
    id,
  ]);
  expect(row?.config).toContain('"password": "******"');
  expect(`${row?.config}${row?.secrets}`).not.toContain("p4ss");
  expect(await openSecret(db, etlTask, "secrets", id)).toBe('{"source[0].password":"p4ss"}');
});

test("what cannot be a task is refused where it is wrong", async () => {
  const { source, ...sourceless } = RATES;
  const say = (config: object | string, more = {}) =>
    k.make("x", { config: typeof config === "string" ? config : JSON.stringify(config), ...more });
  await expect(say("{")).rejects.toThrow("不是正确的JSON");
  await expect(say(sourceless)).rejects.toThrow("配置缺少source或sink");
  const lined = JSON.stringify({ ...RATES, source: [{}], sink: [{}] }, null, 1);
  await expect(say(lined)).rejects.toThrow(
    "第6行 source[0].plugin_name：须填写插件名称；第9行 sink[0].plugin_name：须填写插件名称",
  );
  await expect(say(lined.replace(",", ""))).rejects.toThrow("第5行第2列不是正确的JSON");
  await expect(say(RATES, { jobMode: "STREAMING" })).rejects.toThrow("第1行 env.job.mode：须与作业模式一致");
  await expect(say(RATES, { cron: "61 * * * *" })).rejects.toThrow("Cron表达式不正确");
});

test("what the embedded engine cannot do fails with a reason, is tried as often as it says, and is told", async () => {
  const { id } = await k.make("别的", {
    retryTimes: 1,
    alarmUsers: ["1"],
    config: JSON.stringify({ ...RATES, sink: [{ plugin_name: "Jdbc", table: "sys_user" }] }),
  });
  await expect(k.act(id, "check")).rejects.toThrow("内置引擎不能执行 etl_stage_rate → sys_user");
  await k.act(id, "run");
  await turn();
  await turn();
  expect(await k.runs(id)).toMatchObject([
    { status: "FAILED", trigger: "manual", attempt: 1 },
    { status: "FAILED", trigger: "retry", attempt: 2, error: expect.stringContaining("内置引擎不能执行") },
  ]);
  const told = await db.query("select 1 from sys_notification where title = 'ETL任务“别的”失败'");
  expect(told).toHaveLength(1);
});

test("a task whose time has come runs once, and not while it is switched off", async () => {
  const { id } = await k.make("定时", { cron: "30 2 * * *" });
  await expect(k.act((await k.make("无调度")).id, "enable")).rejects.toThrow("请先填写调度");
  await k.act(id, "enable");
  const past = "update etl_task set next_run = now() - interval '3 days' where id = $1";
  await db.query(past, [id]);
  await turn();
  await turn();
  expect(await k.runs(id)).toMatchObject([{ status: "FINISHED", trigger: "cron" }]);
  await expect(k.remove(id)).rejects.toThrow("只有停用的ETL任务可以删除");
  await k.act(id, "disable");
  expect(await db.one("select next_run from etl_task where id = $1", [id])).toEqual({ next_run: null });
});
