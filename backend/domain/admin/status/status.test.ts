import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "#backend/platform/auth/auth.testing";
import type { StatusRow } from "#documents/admin/status";
import { login, type TestBackend, testBackend } from "../../../tests/harness";

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

test("it is for who looks after jobs", async () => {
  const token = await login(backend.url, "buyer");
  expect((await call(backend, "GET", "/admin/status", { token })).status).toBe(403);
});
