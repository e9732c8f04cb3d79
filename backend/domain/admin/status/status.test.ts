import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "#backend/platform/auth/auth.testing";
import type { StatusRow } from "#documents/admin/status";
import { login, type TestBackend, testBackend } from "../../../../tests/harness";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend({ demo: false, backups: { folder: "/nowhere", keepDays: 14 } });
});
afterAll(() => backend.close());

async function rows(): Promise<Map<string, StatusRow>> {
  const token = await login(backend.url, "admin");
  const { status, body } = await call(backend, "GET", "/admin/status", { token });
  expect(status).toBe(200);
  return new Map(body.data.rows.map((row: StatusRow) => [row.label, row]));
}

const job = (code: string, title: string, state: string, ok: string | null) =>
  backend.db.query(
    `insert into job_run (tenant_id, code, title, cron, state, last_ok) values (1, $1, $2, '0 0 * * *', $3, now() - $4::interval)
     on conflict (tenant_id, code) where del_flag = 0 do update set state = excluded.state, last_ok = excluded.last_ok`,
    [code, title, state, ok],
  );

test("a program at rest has nothing to do but its first backup", async () => {
  await job("backup", "自动备份", "none", null);
  const all = await rows();
  expect([...all.values()].filter(({ state }) => state === "bad").map(({ label }) => label)).toEqual(["自动备份"]);
  expect(all.get("自动备份")).toMatchObject({ value: "还没有成功过", href: "/baseSetup/jobs/index" });
  expect(all.get("备库")).toMatchObject({ value: "没有", state: "none" });
  await job("backup", "自动备份", "ok", "3 hours 5 minutes");
  expect((await rows()).get("自动备份")).toMatchObject({ value: "3小时5分钟前，保留14天", state: "ok", advice: null });
  await job("backup", "自动备份", "ok", "40 hours");
  expect((await rows()).get("自动备份")).toMatchObject({ value: "1天16小时前，保留14天", state: "bad" });
});

test("what failed is named, with what to do and where", async () => {
  await job("checkStock", "库存对账", "failed", "2 days");
  await backend.db.query(
    `insert into outbox (tenant_id, kind, key, payload, status) values (1, 'ping', 'status-1', '{}', 'dead')`,
  );
  const all = await rows();
  expect(all.get("后台任务")).toMatchObject({
    value: "失败：库存对账",
    state: "bad",
    advice: "查看错误，处理后立即执行",
    href: "/baseSetup/jobs/index?state=failed",
  });
  expect(all.get("发送队列")).toMatchObject({ value: "待发 0，失败 1", state: "bad" });
});

test("a transaction that stays open is seen", async () => {
  const client = await backend.db.pool.connect();
  await client.query("begin; select 1");
  const { value, state } = (await rows()).get("最长的事务") ?? {};
  await client.query("rollback");
  client.release();
  expect([value, state]).toEqual(["不到1分钟", "ok"]);
});

test("a copy of another version, and one that says nothing, are named", async () => {
  const copy = (host: string, version: string, silent: string) =>
    backend.db.query(
      `insert into replica (id, host, pid, version, started_at, seen_at)
       values (gen_random_uuid(), $1, 7, $2, now() - interval '2 hours 1 minute', now() - $3::interval)`,
      [host, version, silent],
    );
  expect((await rows()).get("副本")).toMatchObject({ value: "—", state: "none" });
  const { program } = backend.config;
  await copy("erp-a", program, "3 seconds");
  expect((await rows()).get("副本")).toMatchObject({ value: `1 个，版本 ${program}`, state: "ok" });
  await copy("erp-b", "0.0.9", "3 seconds");
  await copy("erp-c", program, "5 minutes");
  const all = await rows();
  expect(all.get("副本")?.value).toBe(`2 个，版本 0.0.9、${program}`);
  expect(all.get("副本 erp-b（进程 7）")).toMatchObject({
    value: `版本 0.0.9，本副本是 ${program}，已运行 2小时1分钟`,
    state: "warn",
    advice: "两个版本只在更新期间同时运行：把较旧的更新后重启",
  });
  expect(all.get("副本 erp-c（进程 7）")).toMatchObject({ value: "5分钟没有消息", state: "warn" });
  expect(all.has("副本 erp-a（进程 7）")).toBe(false);
});

test("faults of a day are counted by kind, and the last one leads to its operation", async () => {
  expect((await rows()).get("程序错误")).toMatchObject({ value: "24小时内没有", state: "ok" });
  const fault = (title: string, ago: string, id: string | null, tenant = 1) =>
    backend.db.query(
      `insert into sys_log (tenant_id, type, title, service_id, fault, request_id, create_time)
       values ($1, '9', $2, 'erp-backend', 'TypeError x is not a function', $3, now() - $4::interval)`,
      [tenant, title, id, ago],
    );
  await fault("读取采购单", "25 hours", "page-0000");
  await fault("读取采购单", "5 hours", "page-0001");
  await fault("读取采购单", "1 minute", "page-0002");
  await fault("保存商品", "3 hours", "page-0003", 2);
  const all = await rows();
  expect(all.has("程序错误")).toBe(false);
  expect(all.get("错误：读取采购单")).toMatchObject({
    value: expect.stringMatching(/^2 次，最近 \d\d-\d\d \d\d:\d\d，编号 page-0002：TypeError x is not a function$/),
    state: "bad",
    href: "/admin/log/index?requestId=page-0002",
  });
  // Another tenant's log is not this one's to read.
  expect(all.get("错误：保存商品")).toMatchObject({
    value: expect.stringContaining("page-0003"),
    state: "warn",
    href: null,
  });
  for (const n of [1, 2, 3, 4, 5]) await fault(`读取${n}`, "2 hours", null);
  expect((await rows()).get("更多错误")).toMatchObject({ value: "另有 2 种", state: "warn" });
});

test("what is read of marketplaces fails, is late, and goes on again", async () => {
  expect((await rows()).get("平台订单同步")).toMatchObject({ value: "没有", state: "none" });
  const made = await backend.db.one<{ id: string }>(
    `with shop as (insert into store (store_code, store_name, state) values ('S-FEED', 'S-FEED', 'enabled') returning id)
     insert into connector (tenant_id, name, kind, provider, store_id, enabled, synced_to)
     select 1, '美国店', 'marketplace', 'amazon', id, true, now() from shop returning id`,
  );
  const states = async () => {
    const all = await rows();
    return ["平台订单同步", "站内信收取"].map((label) => [all.get(label)?.state, all.get(label)?.value]);
  };
  const fine = "1 个店铺，没有失败";
  expect(await states()).toEqual([
    ["ok", fine],
    ["ok", fine],
  ]);
  const set = (change: string) => backend.db.query(`update connector set ${change} where id = $1`, [made?.id]);
  await set("synced_to = now() - interval '2 hours'");
  expect(await states()).toEqual([
    ["warn", "超过1小时没有同步：美国店"],
    ["ok", fine],
  ]);
  await backend.db.query(
    `insert into feed_run (tenant_id, source, connector_id, status, end_time) values (1, '美国店', $1, 'failed', now())`,
    [made?.id],
  );
  await backend.db.query("insert into cs_inbox (connector_id, tenant_id, last_error) values ($1, 1, '403')", [
    made?.id,
  ]);
  expect(await states()).toEqual([
    ["bad", "失败：美国店"],
    ["bad", "失败：美国店"],
  ]);
  expect((await rows()).get("平台订单同步")?.href).toBe("/baseSetup/feed/index?status=failed");
  await set("synced_to = now() + interval '1 second'");
  await backend.db.query("update cs_inbox set last_error = null, read_to = now()");
  expect(await states()).toEqual([
    ["ok", fine],
    ["ok", fine],
  ]);
});

test("it is for who looks after jobs", async () => {
  const token = await login(backend.url, "buyer");
  expect((await call(backend, "GET", "/admin/status", { token })).status).toBe(403);
});
