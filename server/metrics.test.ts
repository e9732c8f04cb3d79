import type { AddressInfo } from "node:net";
import express from "express";
import { expect, test } from "vitest";
import { ownDatabase } from "../tests/harness";
import { createMetrics } from "./metrics";

const TOKEN = "token-of-the-watch";

test("who knows the token reads requests by route and status, jobs, messages, backups and the database", async () => {
  const db = await ownDatabase();
  await db.query(
    `insert into job_run (tenant_id, code, title, cron, state, last_ok)
     values (1, 'backup', '自动备份', '0 0 * * *', 'failed', now() - interval '1 hour')`,
  );
  const metrics = createMetrics(
    (header) => header === `Bearer ${TOKEN}`,
    () => db,
  );
  const app = express().use(metrics.router, metrics.count);
  app.get("/api/wms/sign/:id", (_req, res) => res.json({}));
  const server = app.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const read = async (token = TOKEN) => {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    return { status: answer.status, text: await answer.text() };
  };
  for (const path of ["/api/wms/sign/7", "/api/wms/sign/8", "/api/made/up", "/wms/sign/index"])
    await (await fetch(url + path)).text();
  expect(await read("token-of-somebody")).toEqual({ status: 401, text: "token" });
  const { status, text } = await read();
  expect(status).toBe(200);
  for (const line of [
    'erp_request_seconds_count{route="wms/sign",method="GET",status="200"} 2',
    'erp_request_seconds_count{route="other",method="GET",status="404"} 1',
    'erp_request_seconds_count{route="page",method="GET",status="404"} 1',
    'erp_jobs{state="failed"} 1',
    "erp_database_up 1",
  ])
    expect(text).toContain(line);
  expect(text).toMatch(/erp_job_success_age_seconds\{task="backup"\} 36\d\d/);
  expect(text).toMatch(/erp_database_bytes \d{7,}/);
  expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds/);

  await db.close();
  const { text: without } = await read();
  expect(without, "a database that is gone is said, not waited for").toContain("erp_database_up 0");
  expect(without).not.toContain("erp_jobs{");
  server.closeAllConnections();
  server.close();
});
