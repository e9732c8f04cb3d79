import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { login } from "../harness-login";
import { dataDir, type Server, startServer } from "./server";

const PASSWORD = "Fester-Grund-1";
const NUMBER = "sign-in-0001";

interface Told {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

const own = dataDir();
const bodies: string[] = [];
const collector = http.createServer(async (req, res) => {
  let body = "";
  for await (const piece of req) body += piece;
  bodies.push(body);
  res.end("{}");
});
let server: Server;
beforeAll(async () => {
  collector.listen(0, "127.0.0.1");
  await new Promise((done) => collector.once("listening", done));
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const company = { DATA_DIR: own.dir, DEMO: "off", ADMIN_PASSWORD: PASSWORD, HOST: "127.0.0.1" };
  server = await startServer({ ...company, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: "erp-test" });
}, 120_000);
afterAll(async () => {
  await server.stop();
  collector.closeAllConnections();
  await new Promise((done) => collector.close(done));
  own.remove();
});

test("a page, its calls of the backend and their statements are one trace, under one number", async () => {
  const answer = await fetch(`${server.url}/login?next=/wel/geheim`, {
    method: "POST",
    headers: { origin: server.url, "x-request-id": NUMBER },
    body: new URLSearchParams({ username: "admin", password: PASSWORD, intent: "sign-in" }),
    redirect: "manual",
  });
  expect(answer.status).toBe(303);
  // The log knows the call of the backend by the number that the page had.
  const authorization = `Bearer ${await login(`${server.url}/api`, "admin", PASSWORD)}`;
  const asked = `${server.url}/api/admin/log/page?requestId=${NUMBER}`;
  const titles = async () => {
    const { data } = await (await fetch(asked, { headers: { authorization } })).json();
    return data.records.map(({ title }: { title: string }) => title);
  };
  await expect.poll(titles).toEqual(["登录"]);
  await server.stop();

  const spans: Told[] = bodies.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans);
  const factOf = ({ attributes }: Told, name: string) =>
    Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];
  const numbered = spans.filter((span) => factOf(span, "erp.request_id") === NUMBER);
  const page = numbered.find(({ name }) => name === "POST page");
  const calls = numbered.filter(({ parentSpanId }) => parentSpanId === page?.spanId);
  expect(calls.map(({ name }) => name)).toContain("POST auth/oauth");
  expect(new Set(numbered.map(({ traceId }) => traceId))).toEqual(new Set([page?.traceId]));
  const signIn = calls.find(({ name }) => name === "POST auth/oauth");
  expect(Number(signIn && factOf(signIn, "erp.db.statements"))).toBeGreaterThan(0);
  expect(page && factOf(page, "http.response.status_code")).toBe("303");
  expect(spans.map(({ name }) => name)).toContain("job sweepAuth");
  expect(bodies.join()).toContain('"erp-test"');
  expect(bodies.join()).not.toMatch(/geheim|Fester|Bearer|token=|\?/);
});
