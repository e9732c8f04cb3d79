import dayjs from "dayjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "#backend/platform/auth/auth.testing";
import type { Coverage, DataCell, DataStatus, DataWaiting } from "#documents/base/data-status";
import { actAs } from "../../../../tests/acting";
import { given } from "../../../../tests/given";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";
import { AD_KINDS } from "../ads/kinds";
import { openAccount } from "../figures.testing";
import { matrixOf } from "./matrix";

let backend: TestBackend;
let token = "";
let us = "";
let de = "";
let today = "";
const connectors: Record<string, string> = {};
/** Days ago at the site of F-US. */
const ago = (n: number) => dayjs(today).subtract(n, "day").format("YYYY-MM-DD");

beforeAll(async () => {
  backend = await testBackend();
  const { db } = backend;
  ({ us, de } = await openAccount(backend));
  token = await login(backend.url);
  const now = await db.one<{ day: string }>("select (now() at time zone 'America/Los_Angeles')::date::text as day");
  today = given(now).day;
  for (const kind of ["marketplace", "ads"])
    connectors[kind] = given(
      await db.one<{ id: string }>(
        `insert into connector (name, kind, provider, store_id, enabled, synced_to, create_time)
         values ($1, $1, 'amazon', $2, true, now() - interval '3 days', now() - interval '60 days') returning id`,
        [kind, us],
      ),
    ).id;
  await db.query("select ensure_fact_partitions(current_date - 40, current_date)");
  const fact = (storeId: string, day: string, orders: number, spend: string) =>
    db.query(
      `insert into fact_trade_daily (biz_date, store_id, seller_sku, site_code, region_code, group_id, dept_id, division_id,
         sku_code, model_code, currency, orders, ad_spend) values ($1, $2, 'A-US', 'US', 'NA', 1, 1, 1, 'FA', 'FA', 'USD', $3, $4)`,
      [day, storeId, orders, spend],
    );
  await fact(us, ago(29), 1, "0");
  await fact(us, ago(5), 3, "6.15");
  await fact(us, ago(1), 3, "0");
  await fact(de, ago(5), 1, "0");
  for (const type of Object.keys(AD_KINDS))
    await db.query(
      `insert into ad_report (tenant_id, connector_id, store_id, report_type, start_date, end_date, state, end_time, error)
       values (1, $1, $2, $3, $4, $5, 'done', now(), null), (1, $1, $2, $3, $6, $6, $7, null, $8)`,
      [connectors.ads, us, type, ago(10), ago(4), ago(3), type === "spCampaigns" ? "failed" : "done", "FATAL"],
    );
  await db.query(
    "insert into ad_feed (connector_id, tenant_id, next_plan, last_14, last_60) values ($1, 1, now() + interval '8 hours', now(), now())",
    [connectors.ads],
  );
  await db.query(
    "insert into report_feed (connector_id, tenant_id, next_run) values ($1, 1, now() + interval '4 hours')",
    [connectors.marketplace],
  );
  const settled = (no: string, from: string, to: string, status: string) =>
    db.query(
      `insert into settlement (tenant_id, no, settlement_no, account_key, store_id, currency, start_time, end_time, status, changed)
       values (1, $1, $1, $1, $2, 'USD', $3, $4, $5, $6)`,
      [no, us, `${from}T19:00:00Z`, `${to}T19:00:00Z`, status, status === "draft"],
    );
  await settled("JS1", ago(60), ago(29), "posted");
  await settled("JS2", ago(25), ago(22), "draft");
});
afterAll(() => backend.close());

const get = async <T>(path: string, who = token): Promise<T> => {
  const { body } = await call(backend, "GET", path, { token: who });
  if (body.code !== 0) throw new Error(JSON.stringify(body));
  return body.data;
};
const lineOf = ({ stores }: DataStatus, id: string, kind: string) =>
  given(stores.find((s) => s.id === id)?.lines.find((line) => line.kind === kind));

test("each store and day says what has come, also without a connection", async () => {
  const status = await get<DataStatus>("/base/datastatus");
  expect(status.days).toHaveLength(31);
  const at = (id: string, kind: string, n: number) => lineOf(status, id, kind).cells[status.days.indexOf(ago(n))];
  expect([29, 6, 5, 3, 1, 0].map((n) => at(us, "orders", n))).toEqual([
    "done",
    "empty",
    "done",
    "missing",
    "early",
    "early",
  ]);
  expect([11, 6, 5, 3, 2, 0].map((n) => at(us, "ads", n))).toEqual([
    "missing",
    "empty",
    "done",
    "failed",
    "missing",
    "early",
  ]);
  expect([29, 27, 23, 20, 5, 1].map((n) => at(us, "settlement", n))).toEqual([
    "done",
    "missing",
    "estimated",
    "missing",
    "estimated",
    "estimated",
  ]);
  expect(lineOf(status, us, "feePreview").cells).toEqual(["missing"]);
  expect([6, 5].map((n) => at(de, "orders", n))).toEqual(["empty", "done"]);
  expect(at(de, "ads", 5)).toBe("off");
  expect(lineOf(status, de, "orders")).toMatchObject({ connected: false, came: ago(5) });
  expect(status.rates.map((r) => r.currency)).toContain("EUR");
});

test("a store is read by how far it was read; a failed turn is a failure", async () => {
  await backend.db.query(
    `insert into feed_run (tenant_id, source, connector_id, store_id, status, error, end_time)
     values (1, 'x', $1, $2, 'failed', '授权已失效', now())`,
    [connectors.marketplace, us],
  );
  const cell = await get<DataCell>(`/base/datastatus/cell?storeId=${us}&kind=orders&day=${ago(2)}`);
  expect(cell).toMatchObject({ state: "failed", fetches: true });
  expect(cell.says).toContain("授权已失效");
  expect(cell.links.map(({ href }) => href)).toContain("/baseSetup/reportFile/index?kind=orderCheck&v=0");
  const ads = await get<DataCell>(`/base/datastatus/cell?storeId=${us}&kind=ads&day=${ago(3)}`);
  expect(ads.says).toContain("spCampaigns：FATAL");
  const settled = await get<DataCell>(`/base/datastatus/cell?storeId=${us}&kind=settlement&day=${ago(23)}`);
  expect(settled).toMatchObject({ state: "estimated", fetches: true });
  expect(settled.links.map(({ label }) => label)).toContain("结算单 JS2");
  expect(settled.links.map(({ href }) => href)).toContain(`/baseSetup/reportFile/index?storeId=${us}`);
  const { body } = await call(backend, "GET", `/base/datastatus/cell?storeId=999&kind=ads&day=${ago(3)}`, { token });
  expect(body.msg).toBe("店铺不存在或没有权限查看");
});

test("what lies between settlements is a gap, and what waits is counted", async () => {
  const { rows } = await get<Coverage>(`/base/datastatus/coverage?storeId=${us}`);
  expect(rows.map(({ no, state, firstDay, days }) => [no, state, firstDay, days])).toEqual([
    [null, "missing", ago(21), 22],
    ["JS2", "estimated", ago(25), 4],
    [null, "missing", ago(28), 3],
    ["JS1", "done", ago(60), 32],
  ]);
  const waiting = await get<DataWaiting>("/base/datastatus/waiting");
  expect(Object.fromEntries(waiting.rows.map(({ label, count }) => [label, count]))).toMatchObject({
    有变更的结算单: 1,
    未过账的结算单: 1,
    失败的报告文件: 0,
  });
});

test("it is asked for anew, soon; what no connection reads is not", async () => {
  const fetchOf = (storeId: string, kind: string, day: string) =>
    call(backend, "POST", "/base/datastatus/fetch", { token, body: { storeId, kind, day } });
  expect((await fetchOf(us, "orders", ago(5))).body.code).toBe(0);
  const turn = await backend.db.one(
    `select to_char(from_time at time zone 'America/Los_Angeles', 'YYYY-MM-DD HH24:MI') as first, by_hand as "byHand"
     from feed_run where status = 'queued'`,
  );
  expect(turn).toEqual({ first: `${ago(5)} 00:00`, byHand: true });
  expect((await fetchOf(us, "orders", ago(5))).body.msg).toBe("同步任务进行中，请稍后");
  expect((await fetchOf(us, "settlement", ago(20))).body.code).toBe(0);
  expect((await fetchOf(de, "settlement", ago(20))).body.code).toBe(0);
  expect((await fetchOf(us, "ads", ago(10))).body.code).toBe(0);
  expect(
    await backend.db.one(
      `select r.next_run <= now() as settlement, a.next_plan <= now() as ads, a.last_14 is null as fortnight,
         a.last_60 is null as all from report_feed r, ad_feed a`,
    ),
  ).toEqual({ settlement: true, ads: true, fortnight: true, all: false });
  expect((await fetchOf(de, "ads", ago(5))).body.msg).toContain("没有接入");
});

test("a snapshot is asked for anew on its day alone, by the connection of its store", async () => {
  const stockOf = (day: string) =>
    call(backend, "POST", "/base/datastatus/fetch", { token, body: { storeId: us, kind: "stock", day } });
  expect((await stockOf(ago(1))).body.msg).toContain("只能取今天的");
  expect((await stockOf(ago(0))).body.code).toBe(0);
  const tasks = () =>
    backend.db.query("select kind, state, start_date::text as day, asked_day::text as asked from report_task");
  // It is of no day of the plan, which asks for its own.
  expect(await tasks()).toEqual([{ kind: "stock", state: "due", day: ago(0), asked: null }]);
  expect((await stockOf(ago(0))).body.code).toBe(0);
  expect(await tasks()).toHaveLength(1);
  await backend.db.query("update report_task set state = 'failed', error = 'FATAL'");
  const cell = await get<DataCell>(`/base/datastatus/cell?storeId=${us}&kind=stock&day=${ago(0)}`);
  expect(cell).toMatchObject({ state: "failed", fetches: true });
  expect(cell.says).toContain("FATAL");
  expect(cell.links.map(({ label }) => label)).toEqual(["FBA库存", "取数任务", "报告文件"]);
  expect((await stockOf(ago(0))).body.code).toBe(0);
  expect(await tasks()).toMatchObject([{ state: "failed" }, { state: "due" }]);
});

test("listings are asked for of today alone, fees of goods that lie for long of last month", async () => {
  await backend.db.query("delete from report_task");
  const fetchOf = (kind: string, day: string) =>
    call(backend, "POST", "/base/datastatus/fetch", { token, body: { storeId: us, kind, day } });
  expect((await fetchOf("listings", ago(1))).body.msg).toBe(
    "店铺商品是当天的快照，只能取今天的；过去的请上传当天下载的报告",
  );
  expect((await fetchOf("listings", ago(0))).body.code).toBe(0);
  expect((await fetchOf("agedStorage", ago(0))).body.code).toBe(0);
  const month = dayjs(ago(0)).subtract(1, "month");
  expect(
    await backend.db.query(
      'select kind, start_date::text as start, end_date::text as "end" from report_task order by kind',
    ),
  ).toEqual([
    {
      kind: "agedStorage",
      start: month.startOf("month").format("YYYY-MM-DD"),
      end: month.endOf("month").format("YYYY-MM-DD"),
    },
    { kind: "listings", start: ago(0), end: ago(0) },
  ]);
  await backend.db.query("update report_task set state = 'failed', error = 'FATAL'");
  const cellOf = (kind: string, day = ago(0)) =>
    get<DataCell>(`/base/datastatus/cell?storeId=${us}&kind=${kind}&day=${day}`);
  const listed = await cellOf("listings");
  expect(listed).toMatchObject({ state: "failed", fetches: true });
  expect(listed.links.map(({ label }) => label)).toEqual(["店铺商品", "取数任务", "报告文件"]);
  expect((await cellOf("listings", ago(1))).fetches).toBe(false);
  const aged = await cellOf("agedStorage");
  expect(aged).toMatchObject({ state: "failed", fetches: true });
  expect(aged.says).toContain("FATAL");
  expect(aged.links.map(({ label }) => label)).toEqual(["FBA长期仓储费", "取数任务", "报告文件"]);
});

test("figures say up to which day they are", async () => {
  const upTo = await get("/cockpit/profitmsku/overview");
  expect(upTo).toMatchObject({ day: ago(4), store: "F-US", stores: 1, opens: true });
});

test("a connection of today misses nothing yet, and never snapshots of days before it", async () => {
  const cells = async (kind: string) => lineOf(await get<DataStatus>("/base/datastatus"), us, kind).cells;
  const stock = async (...days: number[]) => {
    const status = await get<DataStatus>("/base/datastatus");
    return days.map((n) => lineOf(status, us, "stock").cells[status.days.indexOf(ago(n))]);
  };
  const made = (days: number) =>
    backend.db.query("update connector set create_time = now() - make_interval(days => $1)", [days]);
  await backend.db.query("delete from report_task");
  await made(0);
  for (const kind of [
    "orders",
    "ads",
    "settlement",
    "feePreview",
    "stock",
    "ledger",
    "traffic",
    "listings",
    "agedStorage",
  ])
    expect(await cells(kind), kind).not.toContain("missing");
  await made(4);
  expect(await stock(9, 5, 4, 2, 1, 0)).toEqual(["off", "off", "missing", "missing", "early", "early"]);
  expect(await cells("feePreview")).toEqual(["missing"]);
  const { body } = await call(backend, "POST", "/base/datastatus/fetch", {
    token,
    body: { storeId: us, kind: "feePreview", day: ago(3) },
  });
  expect(body.code).toBe(0);
  expect(await backend.db.query("select kind, start_date::text as day from report_task")).toEqual([
    { kind: "feePreview", day: ago(0) },
  ]);
  await made(60);
});

test("a caller sees the stores of the own scope alone", async () => {
  const seen = async (scope: Parameters<typeof actAs>[1]) =>
    (await matrixOf(actAs(backend.db, scope), {})).stores.map((s) => s.id).filter((id) => [us, de].includes(id));
  await backend.db.query("update store set dept_id = 7 where id = $1", [de]);
  expect(await seen({ scope: { kind: "depts", deptIds: ["7"] } })).toEqual([de]);
  const group = given(
    await backend.db.one<{ id: string }>("select group_id as id from sku_listing where store_id = $1 limit 1", [us]),
  );
  expect((await seen({ scope: { kind: "groups", groupIds: [group.id] } })).sort()).toEqual([us, de].sort());
  expect(await seen({ scope: { kind: "groups", groupIds: ["999"] } })).toEqual([]);
  expect(await seen({ tenantId: "2" })).toEqual([]);
});

test("who may see it and who may ask for anew", async () => {
  const ops = await login(backend.url, "ops");
  expect((await call(backend, "GET", "/base/datastatus", { token: ops })).status).toBe(403);
  const finance = await login(backend.url, "finance");
  expect((await call(backend, "GET", "/base/datastatus", { token: finance })).status).toBe(200);
  const waiting = await get<DataWaiting>("/base/datastatus/waiting", finance);
  expect(waiting.rows.filter(({ href }) => !href).map(({ label }) => label)).toEqual(["待映射的平台SKU"]);
  const body = { storeId: us, kind: "ads", day: ago(5) };
  expect((await call(backend, "POST", "/base/datastatus/fetch", { token: finance, body })).status).toBe(403);
});
