import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { useStandIns as answeredAt } from "#backend/engine/connect/connector";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { page } from "#backend/engine/documents/reading/list";
import { call } from "#backend/platform/auth/auth.testing";
import { today as shanghaiDay } from "#backend/platform/values";
import { adReport, reportTask } from "#documents/base/report-task";
import { type StandIns, startStandIns } from "../../../standins";
import { actAs } from "../../../tests/acting";
import { given } from "../../../tests/given";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { askReports } from "./ask";
import { connectAccount } from "./figures.testing";
import { takeReports } from "./take";

// What jobs ask of platforms is seen, asked for anew and called off by who may fetch (figures.md A.1).

let backend: TestBackend;
let standIns: StandIns;
let token: string;
let us: string;
let connector: string;
/** The store's day: its site keeps the time of Shanghai here. */
const today = shanghaiDay();

interface TaskKept {
  id: string;
  version: number;
  state: string;
}

beforeAll(async () => {
  backend = await testBackend();
  standIns = await startStandIns({
    seed: "task",
    sellers: [{ name: "F", country: "US", account: "F", marketplaceId: "ATVPDKIKX0DER", currency: "USD" }],
  });
  answeredAt(standIns.url);
  ({ us } = await connectAccount(backend));
  const { db } = backend;
  await db.query("update site set marketplace_id = 'ATVPDKIKX0DER', timezone = 'Asia/Shanghai' where site_code = 'US'");
  await db.query("update connector set enabled = store_id = $1 where kind = 'marketplace'", [us]);
  connector = given(await db.one<{ id: string }>("select id from connector where enabled and store_id = $1", [us])).id;
  token = await login(backend.url);
});
afterAll(async () => {
  answeredAt(null);
  await standIns.stop();
  await backend.close();
});

const made = async (kind: string, state: string, day = today, more = "null::text") =>
  given(
    await backend.db.one<{ id: string }>(
      `insert into report_task (tenant_id, connector_id, store_id, kind, start_date, end_date, state, error)
       values (1, $1, $2, $3, $4, $4, $5, ${more}) returning id`,
      [connector, us, kind, day, state],
    ),
  ).id;
const kept = async (id: string) =>
  given(await backend.db.one<TaskKept>("select id, version, state from report_task where id = $1", [id]));
const act = async (id: string, action: string, who = token, api = reportTask.api) => {
  const { version } = await kept(id);
  return (await call(backend, "POST", `${api}/${id}/${action}`, { token: who, body: { id, version } })).body;
};
const rows = (where = "true") =>
  backend.db.query<{ kind: string; state: string; who: string; day: string | null }>(
    `select kind, state, asked_by as who, asked_day::text as day from report_task where ${where} order by id`,
  );
async function turns(count = 3) {
  for (let n = 0; n < count; n++) {
    await backend.db.query("update report_task set next_run = now() where state in ('due', 'waiting', 'downloading')");
    await askReports(backend.db, engine, backend.config);
  }
}
const empty = () => backend.db.query("delete from report_task");
/** What was asked for besides has ended. */
const alone = (kind: string) => backend.db.query("update report_task set state = 'empty' where kind <> $1", [kind]);

test("what is asked for is a list with its states, days, file and whose wish it was", async () => {
  const failed = await made("returns", "failed", "2026-08-10", "'FATAL'");
  await made("stock", "due");
  await made("traffic", "done", "2026-08-12");
  const list = async (query: string, who = token) =>
    (await call(backend, "GET", `${reportTask.api}/page?${query}`, { token: who })).body;
  const { data } = await list("states=true");
  expect(data.states).toEqual({ failed: 1, due: 1, done: 1 });
  const { data: one } = await list("state=failed&kind=returns&startDateFrom=2026-08-10&startDateTo=2026-08-10");
  expect(one.records).toMatchObject([
    { id: failed, storeName: "F-US", period: "2026-08-10", error: "FATAL", askedBy: "job", nextTime: null },
  ]);
  expect((await list(`storeId=${us}&state=due`)).data.records[0].nextTime).not.toBeNull();
  const finance = await login(backend.url, "finance");
  expect((await list("", finance)).data.total).toBe(3);
  expect(await act(failed, "again", finance)).toMatchObject({ code: 1, msg: "当前操作没有权限" });
  const ops = await login(backend.url, "ops");
  expect((await call(backend, "GET", `${reportTask.api}/page`, { token: ops })).status).toBe(403);
  const foreign = actAs(backend.db, { tenantId: "2", permissions: new Set(["base_data_view", "base_data_fetch"]) });
  const rules = given(engine.book.get(reportTask.name)).rules;
  expect((await page(foreign, reportTask, { current: 1, size: 10 }, rules)).records).toEqual([]);
  await expect(
    backend.db.tx((sql) => perform({ ...foreign, sql }, reportTask, failed, "cancel", {})),
  ).rejects.toMatchObject({ status: 404 });
  await empty();
});

test("a report is asked for anew at once, before others, and the plan asks for its own all the same", async () => {
  const failed = await made("stock", "failed");
  await made("returns", "due", "2026-08-10");
  expect(await act(failed, "again")).toMatchObject({ code: 0 });
  expect(await rows("kind = 'stock'")).toEqual([
    { kind: "stock", state: "failed", who: "job", day: null },
    { kind: "stock", state: "due", who: "person", day: null },
  ]);
  const maker = await backend.db.one(
    "select create_by is not null as known from report_task where asked_by = 'person'",
  );
  expect(maker).toEqual({ known: true });
  expect(await act(failed, "again")).toMatchObject({ code: 1, msg: "这些日期正在取数，请稍候" });
  // The one call that is answered is the person's.
  await standIns.control("marketplace", { papers: { account: "F", throttle: 0 } });
  await askReports(backend.db, engine, backend.config);
  const first = await backend.db.one<{ who: string }>(
    "select asked_by as who from report_task where state = 'waiting' order by platform_no limit 1",
  );
  expect(first).toEqual({ who: "person" });
  // A person's wish is of no day of the plan: all kinds were asked for, the quarter of a new connection too.
  const planned = await backend.db.query<{ kind: string; n: number }>(
    "select kind, count(*)::int as n from report_task where asked_day is not null group by 1 order by 1",
  );
  expect(planned.map(({ kind }) => kind)).toEqual([
    "agedStorage",
    "feePreview",
    "ledger",
    "listings",
    "orderCheck",
    "reimbursements",
    "returns",
    "stock",
    "storage",
    "traffic",
  ]);
  await empty();
});

test("two people at once, or a double click, ask for one", async () => {
  const [a, b] = [await made("traffic", "failed", "2026-08-14"), await made("traffic", "done", "2026-08-14")];
  const answers = await Promise.all([act(a, "again"), act(b, "again"), act(a, "again")]);
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(await rows("state = 'due'")).toHaveLength(1);
  await empty();
});

test("what cannot be had says why", async () => {
  const old = await made("stock", "failed", "2026-08-14");
  expect((await act(old, "again")).msg).toContain("只能取今天的");
  expect((await act(old, "cancel")).msg).toBe("已经结束的任务不能取消");
  const due = await made("returns", "due", "2026-08-14");
  expect((await act(due, "again")).msg).toBe("这些日期正在取数，请稍候");
  await backend.db.query("update connector set enabled = false where id = $1", [connector]);
  const failed = await made("traffic", "failed", "2026-08-14");
  expect((await act(failed, "again")).msg).toContain("请先在“外部连接”启用");
  await backend.db.query("update connector set enabled = true where id = $1", [connector]);
  await empty();
});

test("what is called off is asked for no more, and what is on its way is not kept", async () => {
  await turns(1);
  await alone("stock");
  const { id } = given(await backend.db.one<{ id: string }>("select id from report_task where kind = 'stock'"));
  await standIns.control("marketplace", { papers: { account: "F", truncate: 1 } });
  await turns(2);
  expect(await kept(id)).toMatchObject({ state: "downloading" });
  expect(await act(id, "cancel")).toMatchObject({ code: 0 });
  const files = () => backend.db.query("select id from report_file where origin = 'api'");
  const before = await files();
  await turns(2);
  expect(await kept(id)).toMatchObject({ state: "cancelled" });
  expect(await files()).toEqual(before);
  // Called off while the job is at it: what it has does not count.
  await backend.db.query("update report_task set state = 'waiting', document_no = null where id = $1", [id]);
  const holds = backend.db.tx(async (sql) => {
    await sql.query("update report_task set state = 'cancelled' where id = $1", [id]);
    await new Promise((done) => setTimeout(done, 1500));
  });
  await askReports(backend.db, engine, backend.config);
  await holds;
  expect(await kept(id)).toMatchObject({ state: "cancelled" });
  expect(await files()).toEqual(before);
  await empty();
});

test("its file and what became of it stand beside a report that came", async () => {
  await turns(1);
  await alone("feePreview");
  await turns(2);
  await takeReports(backend.db, engine, backend.config);
  const { body } = await call(backend, "GET", `${reportTask.api}/page?kind=feePreview`, { token });
  expect(body.data.records).toMatchObject([{ state: "done", reportFileName: expect.stringMatching(/^BG/) }]);
  expect(["done", "failed"]).toContain(body.data.records[0].fileState);
  await empty();
});

test("a report of advertising that tells of less than half waits, and is taken when somebody says so", async () => {
  const ad = async (state: string, days: string) =>
    given(
      await backend.db.one<{ id: string }>(
        `insert into ad_report (tenant_id, connector_id, store_id, report_type, start_date, end_date, state, platform_no)
         values (1, $1, $2, 'spCampaigns', $3, $3, $4, 'NO-1') returning id`,
        [connector, us, days, state],
      ),
    ).id;
  const held = await ad("held", "2026-08-10");
  const done = await ad("done", "2026-08-11");
  const send = async (id: string, action: string) => {
    const row = await backend.db.one("select id, version from ad_report where id = $1", [id]);
    return (await call(backend, "POST", `${adReport.api}/${id}/${action}`, { token, body: row })).body;
  };
  expect((await send(held, "again")).msg).toBe("请先确认采用或取消");
  expect((await send(done, "accept")).msg).toBe("没有要确认的内容");
  expect((await send(held, "accept")).code).toBe(0);
  expect((await send(done, "again")).code).toBe(0);
  expect((await send(done, "again")).msg).toBe("这些日期正在取数，请稍候");
  const list = await call(backend, "GET", `${adReport.api}/page?states=true`, { token });
  expect(list.body.data.states).toEqual({ waiting: 1, done: 1, due: 1 });
  expect(await backend.db.query("select accepted from ad_report where id = $1", [held])).toEqual([{ accepted: true }]);
});
