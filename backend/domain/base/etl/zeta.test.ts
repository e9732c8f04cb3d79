import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { startSeaTunnel } from "../../../../standins/seatunnel";
import { testDatabase } from "../../../../tests/harness";
import { EngineDown } from "./engine";
import { keeper, RATES } from "./etl.testing";
import { watchEtl } from "./watch";
import { zeta } from "./zeta";

let db: Database;
let engine: Awaited<ReturnType<typeof startSeaTunnel>>;
let k: ReturnType<typeof keeper>;
beforeAll(async () => {
  [db, engine] = await Promise.all([testDatabase(), startSeaTunnel()]);
  k = keeper(db);
});
afterAll(async () => {
  await db.close();
  await engine.stop();
});
afterEach(() => engine.behave({}));

const turn = () => watchEtl(db, zeta(engine.url));
const one = async (id: string) => (await k.runs(id)).at(-1);
const jobOf = async (id: string) => String((await one(id))?.jobId);
const streaming = { jobMode: "STREAMING", config: JSON.stringify({ ...RATES, env: { "job.mode": "STREAMING" } }) };

test("a run is what the engine reports; the number of its job keeps all digits", async () => {
  const { id } = await k.make("甲");
  await k.act(id, "run");
  await turn();
  const jobId = await jobOf(id);
  expect(BigInt(jobId) > 2n ** 53n).toBe(true);
  expect(engine.jobs.get(jobId)).toMatchObject({
    jobName: "甲",
    config: { source: [{ password: "p4ss" }], env: { parallelism: 2 } },
  });
  expect(await one(id)).toMatchObject({ status: "RUNNING" });
  engine.end(jobId, "FINISHED", { read: 12, written: 10 });
  await turn();
  expect(await one(id)).toMatchObject({ status: "FINISHED", read: "12", written: "10" });
  const kept = await db.one<{ log: string }>("select log from etl_run_log");
  expect(kept?.log).toBe(`log of job-${jobId}.log`);
  engine.end(jobId, "FAILED");
  await turn();
  expect(await one(id), "an end is the end").toMatchObject({ status: "FINISHED" });
});

test("an engine that fails, talks nonsense or breaks off gets each job once", async () => {
  const { id } = await k.make("乙");
  await k.act(id, "run");
  const before = engine.submits();
  for (const how of [{ fail: 1 }, { garbage: 1 }, { fail: 4 }]) {
    engine.behave(how);
    await turn();
  }
  expect(await one(id)).toMatchObject({ status: "SUBMITTING" });
  // Two calls look at the engine, one asks for the job, the fourth hands it over and is cut off.
  engine.behave({});
  const real = zeta(engine.url);
  await watchEtl(db, {
    ...real,
    async submit(job) {
      engine.behave({ cutOff: 1 });
      await real.submit(job);
    },
  });
  expect(await one(id)).toMatchObject({ status: "SUBMITTING" });
  await turn();
  await turn();
  expect(await one(id)).toMatchObject({ status: "RUNNING" });
  expect(engine.submits() - before).toBe(1);
  engine.end(await jobOf(id), "FINISHED");
  await turn();
});

test("while the engine is down nothing starts, and the page keeps what it said last", async () => {
  const { id } = await k.make("丙");
  engine.behave({ fail: 9 });
  await turn();
  expect(await db.one("select fault, overview ->> 'version' as v from etl_engine")).toEqual({
    fault: "ETL引擎出错（503）",
    v: "2.3.10",
  });
  await expect(k.act(id, "run")).rejects.toThrow("ETL引擎不可用");
  engine.behave({});
  await turn();
  await k.act(id, "run");
  await turn();
  engine.end(await jobOf(id), "FINISHED");
  await turn();
});

test("a stream stops at a savepoint and goes on from it as the same job", async () => {
  const { id } = await k.make("流", streaming);
  await k.act(id, "run");
  await turn();
  const jobId = await jobOf(id);
  await k.act(id, "stopSavepoint");
  await turn();
  await turn();
  expect(await one(id)).toMatchObject({ status: "SAVEPOINT_DONE" });
  await k.act(id, "restore");
  await turn();
  expect(await one(id)).toMatchObject({ jobId, status: "RUNNING", trigger: "savepoint" });
  expect(engine.jobs.get(jobId)?.restored).toBe(true);
  await k.act(id, "stop");
  await turn();
  await turn();
  expect(await one(id)).toMatchObject({ status: "CANCELED" });
  await expect(k.act(id, "restore")).rejects.toThrow("没有可恢复的保存点");
});

test("a job that the engine does not know any more is unknowable; what it refuses has failed", async () => {
  const { id } = await k.make("丁", { alarmUsers: ["1"] });
  await k.act(id, "run");
  await turn();
  engine.jobs.delete(await jobOf(id));
  await turn();
  await turn();
  expect(await one(id)).toMatchObject({ status: "RUNNING" });
  await turn();
  expect(await one(id)).toMatchObject({ status: "UNKNOWABLE", error: "引擎不认识该作业" });
  const late = await k.make("戊", { timeoutMin: 1, alarmUsers: ["1"] });
  await k.act(late.id, "run");
  await turn();
  await db.query("update etl_run set start_time = now() - interval '2 minutes' where task_id = $1", [late.id]);
  const job = engine.jobs.get(await jobOf(late.id));
  if (job) job.createTime = "2026-01-01 00:00:00";
  await turn();
  await turn();
  await turn();
  expect(await one(late.id)).toMatchObject({ status: "CANCELED" });
  const told = await db.query("select title from sys_notification where title like 'ETL任务%' order by id");
  expect(told).toEqual([{ title: "ETL任务“丁”未知" }, { title: "ETL任务“戊”超时" }]);
});

test("several are handed over and stopped in one call; one that is wrong fails alone", async () => {
  const made = [await k.make("批甲"), await k.make("批乙")];
  for (const { id } of made) await k.act(id, "run");
  const before = engine.batches();
  await turn();
  expect(engine.batches() - before).toBe(1);
  for (const { id } of made) {
    expect(await one(id)).toMatchObject({ status: "RUNNING" });
    expect(engine.jobs.get(await jobOf(id))?.config).toMatchObject({ source: [{ password: "p4ss" }] });
    await k.act(id, "stop");
  }
  await turn();
  await turn();
  expect(engine.batches() - before).toBe(2);
  for (const { id } of made) expect(await one(id)).toMatchObject({ status: "CANCELED" });

  const [good, bad] = [await k.make("批丙"), await k.make("批丁")];
  await db.query("update etl_task set config = '{' where id = $1", [bad.id]);
  for (const { id } of [good, bad]) await k.act(id, "run");
  await turn();
  expect(await one(good.id)).toMatchObject({ status: "RUNNING" });
  expect(await one(bad.id)).toMatchObject({ status: "FAILED", error: expect.stringContaining("JSON") });
  engine.end(await jobOf(good.id), "FINISHED");
  await turn();
});

test("a name and password in the address travel as a header", async () => {
  const withName = zeta(engine.url.replace("//", "//eng:p%40ss@"));
  expect((await withName.overview()).version).toBe("2.3.10");
  expect(engine.authorization()).toBe(`Basic ${btoa("eng:p@ss")}`);
});

test("an engine that answers for fewer jobs than it was given is asked again", async () => {
  const made = [await k.make("漏甲"), await k.make("漏乙")];
  for (const { id } of made) await k.act(id, "run");
  const real = zeta(engine.url);
  const before = engine.submits();
  await watchEtl(db, {
    ...real,
    async submitAll(jobs) {
      await real.submitAll?.(jobs);
      throw new EngineDown("ETL引擎没有答全部作业");
    },
  });
  expect(await one(made[0]?.id ?? "")).toMatchObject({ status: "SUBMITTING" });
  await turn();
  for (const { id } of made) {
    expect(await one(id)).toMatchObject({ status: "RUNNING" });
    engine.end(await jobOf(id), "FINISHED");
  }
  expect(engine.submits() - before).toBe(2);
  await turn();
});

test("passwords travel disguised as the engine does it, and open to one that cannot", async () => {
  const { id } = await k.make("伪装");
  await k.act(id, "run");
  await turn();
  expect(engine.heard("/submit-job")).toContain(`"password":"${btoa("p4ss")}"`);
  expect(engine.heard("/submit-job")).not.toContain("p4ss");
  expect(engine.jobs.get(await jobOf(id))?.config).toMatchObject({ source: [{ password: "p4ss" }] });
  engine.end(await jobOf(id), "FINISHED");
  await turn();
  engine.behave({ plain: true });
  await k.act(id, "run");
  await turn();
  expect(engine.heard("/submit-job")).toContain('"password":"p4ss"');
  engine.end(await jobOf(id), "FINISHED");
  await turn();
});
