import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { call } from "#backend/platform/auth/auth.testing";
import { onClient } from "#backend/platform/db/client";
import { terminalView } from "#documents/wms/terminal/words";
import { login } from "../../../tests/harness";
import { waitingForLocks } from "../../../tests/harness-database";
import { twinOf } from "../../../tests/harness-twin";
import { openYard, TRANSFER, type Yard } from "../logistics/transfer/transfer.testing";

let y: Yard;
let twin: Awaited<ReturnType<typeof twinOf>>;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  y = await openYard();
  twin = await twinOf(y.backend);
  for (const who of ["admin", "warehouse"]) tokens[who] = await login(y.backend.url, who);
});
afterAll(async () => {
  expect(await ledgerFaults(y.db)).toEqual([]);
  await twin.close();
  await y.backend.close();
});

const T = "/wms/terminal";
const GONE = "数据库暂时不可用，请稍后刷新确认结果后再试";
const post = (at: { url: string }, path: string, body: object, key?: string, who = "admin") =>
  call(at, "POST", path, { token: tokens[who], body, headers: key ? { "idempotency-key": key } : {} });
const replicas = () => [y.backend, twin];
const everywhere = (path: string, body: object) => Promise.all(replicas().map((at) => post(at, path, body)));
const jobAt = async (kind: string, warehouseId: string) => {
  const view = await y.o.as("admin").send("GET", `${T}/${kind}`, undefined, { warehouseId });
  return terminalView.parse(y.o.good(view)).job;
};

/** A transfer to the warehouse abroad, on its way. */
async function underWay(qty: number) {
  const to = await y.place("OS-LA");
  await y.fill(0, qty, "10");
  const id = await y.approved(y.form([[0, qty]], { transferType: "2", toWarehouseId: to, shipmentId: null }));
  await y.done(id, "pack");
  await y.done(id, "ship");
  return { id, to, no: (await y.read(id)).no };
}

it("two replicas scan one job at once, each scan twice: every scan counts once", async () => {
  const { id, to, no } = await underWay(24);
  const scan = (code: string, key = randomUUID()) => everywhere(`${T}/receive/scan`, { warehouseId: to, code, key });
  const begun = await scan(no);
  expect(begun.map(({ body }) => body.data)).toEqual(Array(2).fill(begun[0]?.body.data));
  const answers = await Promise.all(Array.from({ length: 8 }, () => scan("4*TRF0001-01")));
  for (const [one, other] of answers) expect(one?.body).toEqual(other?.body);
  const tones = answers.map(([one]) => one?.body.data.tone).sort();
  expect(tones).toEqual([...Array(2).fill("bad"), ...Array(6).fill("good")]);
  const job = await jobAt("receive", to);
  const ends = await everywhere(`${T}/receive/finish`, { jobId: job?.id, values: {} });
  expect(ends.map(({ status }) => status)).toEqual([200, 200]);
  expect(ends[0]?.body.data).toEqual(ends[1]?.body.data);
  expect(await y.read(id)).toMatchObject({ status: "done", receivedQty: 24 });
});

it("two people open one document at two replicas: one has it, the other hears who", async () => {
  await y.fill(0, 30, "10");
  const id = await y.approved(y.form([[0, 30]]));
  const { no } = await y.read(id);
  const said = await Promise.all(
    ["admin", "warehouse"].map(async (who, i) => {
      const body = { warehouseId: y.from, code: no, key: randomUUID() };
      return (await post(replicas()[i] ?? twin, `${T}/pack/scan`, body, undefined, who)).body.data;
    }),
  );
  expect(said.map(({ tone }) => tone).sort()).toEqual(["bad", "good"]);
  expect(said.find(({ tone }) => tone === "bad").said).toMatch(new RegExp(`^${no}正由.+装箱$`));
});

it("a job that lay for half an hour goes to who scans its document next, with what was counted", async () => {
  await y.db.query("update terminal_job set status = 'dropped' where status = 'open'");
  await y.fill(0, 30, "10");
  const id = await y.approved(y.form([[0, 30]]));
  const { no } = await y.read(id);
  const scan = async (who: string, code: string) => {
    const body = { warehouseId: y.from, code, key: randomUUID() };
    return (await post(y.backend, `${T}/pack/scan`, body, undefined, who)).body.data;
  };
  const sku = String((await y.read(id)).items[0]?.$skuId);
  expect(await scan("warehouse", no)).toMatchObject({ tone: "good" });
  expect(await scan("warehouse", `5*${sku}`)).toMatchObject({ tone: "good" });
  expect(await scan("admin", no)).toMatchObject({ tone: "bad" });
  await y.db.query("update terminal_job set create_time = create_time - interval '1 hour'");
  await y.db.query("update terminal_scan set create_time = create_time - interval '1 hour'");
  expect((await scan("admin", no)).said).toMatch(new RegExp(`^接着.+装箱 ${no}，已扫5件$`));
  expect(await scan("admin", sku)).toMatchObject({ tone: "good", said: expect.stringMatching(/共6/) });
  expect((await scan("warehouse", no)).said).toMatch(new RegExp(`^${no}正由.+装箱$`));
});

/** The database takes nobody and lets nobody go on while `work` runs; whoever holds `pid` stays. */
async function gone(pid: number, work: () => Promise<void>) {
  const name = (await y.db.one<{ n: string }>("select current_database() as n"))?.n ?? "";
  await onClient(inject("postgres").admin, async (admin) => {
    const open = (yes: boolean) => admin.query(`alter database ${pg.escapeIdentifier(name)} allow_connections ${yes}`);
    await open(false);
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> $2", [
      name,
      pid,
    ]);
    await work().finally(() => open(true));
  });
}

it("a database gone in the middle of receiving leaves nothing; the same key then answers alike", async () => {
  const first = await underWay(10);
  const second = await underWay(20);
  const { to } = second;
  for (const code of [second.no, "20*TRF0001-01"])
    await post(y.backend, `${T}/receive/scan`, { warehouseId: to, code, key: randomUUID() });
  const job = await jobAt("receive", to);
  const { version } = await y.read(first.id);
  const key = randomUUID();
  const calls = [
    () => post(y.backend, `${TRANSFER}/${first.id}/receive`, { version }, key),
    () => post(twin, `${T}/receive/finish`, { jobId: job?.id, values: {} }),
  ];
  const stand = async () => [
    (await y.read(first.id)).status,
    (await y.read(second.id)).status,
    await y.pool(0, to),
    (await y.db.one<{ n: number }>("select count(*)::int as n from stock_move"))?.n,
  ];
  const before = await stand();
  // Their stock is somebody else's for now: both wait in the middle of their transaction.
  await y.db.tx(async (sql) => {
    const me = await sql.one<{ pid: number }>(
      "select pg_backend_pid() as pid from (select 1 from stock where warehouse_id = $1 for update) s",
      [to],
    );
    const cut = calls.map((send) => send());
    await expect.poll(async () => (await waitingForLocks(y.db)).length).toBe(2);
    await gone(me?.pid ?? 0, async () => {
      for (const answer of [
        ...(await Promise.all(cut)),
        ...(await everywhere(`${T}/receive/finish`, { jobId: job?.id, values: {} })),
      ])
        expect([answer.status, answer.body.msg]).toEqual([503, GONE]);
      for (const send of calls) expect((await send()).body.msg).toBe(GONE);
    });
  });
  expect(await stand()).toEqual(before);
  for (const send of calls) {
    const done = y.o.good(await send());
    expect(y.o.good(await send())).toEqual(done);
  }
  expect(await stand()).toMatchObject(["done", "done", { good: 54, way: 0 }, expect.any(Number)]);
});

const DECLARED = { customsType: "5", tradeTerm: "FOB" };
const FORMS: [api: string, lines: string, most: number, form: object][] = [
  [TRANSFER, "items", 500, { transferType: "1", fromWarehouseId: "1", toWarehouseId: "2" }],
  ["/logistics/customs", "items", 500, { ...DECLARED, transferId: "1", companyId: "1" }],
  ["/wms/fbaremoval", "rows", 1000, {}],
];

it.each(FORMS)("%s: too much text, too many %s are refused in words", async (api, lines, most, form) => {
  const large = await post(y.backend, api, { ...form, remark: "字".repeat(25 * 350_000) });
  expect([large.status, large.body.msg]).toEqual([413, "提交的内容过大"]);
  const many = await post(y.backend, api, { ...form, [lines]: Array(most + 1).fill({}) });
  expect([many.status, many.body.msg]).toEqual([400, expect.stringMatching(`最多${most}行`)]);
});
