import http from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterEach, expect, test } from "vitest";
import { createLog } from "./log";
import { createTracing, headersIn } from "./trace";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listening(handler: http.RequestListener): Promise<string> {
  const server = http.createServer(handler).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Heard {
  path: string;
  key: unknown;
  spans: {
    name: string;
    traceId: string;
    spanId: string;
    parentSpanId?: string;
    attributes: unknown[];
    status?: unknown;
  }[];
}

/** A collector, and what it has taken. */
async function collector(status = 200) {
  const heard: Heard[] = [];
  const url = await listening(async (req, res) => {
    let body = "";
    for await (const piece of req) body += piece;
    const [{ scopeSpans }] = JSON.parse(body).resourceSpans;
    heard.push({ path: req.url ?? "", key: req.headers["x-key"], spans: scopeSpans[0].spans });
    res.writeHead(status).end();
  });
  return { url, heard };
}

function traced(endpoint: string, said: string[] = []) {
  const settings = { endpoint, headers: "x-key=a%20b", service: "erp", version: "1", everyMs: 60_000 };
  const tracing = createTracing({ ...settings, say: (line) => said.push(line) });
  const app = express()
    .set("trust proxy", "loopback")
    .use(createLog("text", () => {}).requests, tracing.requests);
  app.get("/api/wms/sign", (req, res) => {
    tracing.statement(2.5);
    setTimeout(() => {
      tracing.statement(1);
      res.status(500).json(req.headers.traceparent);
    });
  });
  app.get("/build/x.js", (_req, res) => void res.send("asset"));
  return { tracing, app };
}

test("a request is a span of its class, goes on with what a trace began, and says nothing of its query", async () => {
  const { url: endpoint, heard } = await collector();
  const { tracing, app } = traced(`${endpoint}/`);
  const url = await listening(app);
  const [trace, parent] = ["a".repeat(32), "b".repeat(16)];
  const headers = { traceparent: `00-${trace}-${parent}-01`, "x-request-id": "page-0001" };
  const answer = await fetch(`${url}/api/wms/sign?name=Jordan`, { headers });
  const passedOn = await answer.json();
  await fetch(`${url}/build/x.js`);
  await fetch(`${url}/login?token=secret`, { headers: { traceparent: "00-odd" } });
  await expect(tracing.job("nightly", async () => Promise.reject(new Error("Jordan")))).rejects.toThrow("Jordan");
  await tracing.close();
  expect(heard.map(({ path, key }) => [path, key])).toEqual([["/v1/traces", "a b"]]);
  const spans = heard.flatMap((one) => one.spans);
  expect(spans.map(({ name }) => name)).toEqual(["GET wms/sign", "GET page", "job nightly"]);
  const [call, page, job] = spans;
  expect(call).toMatchObject({ traceId: trace, parentSpanId: parent, status: { code: 2 } });
  expect(passedOn).toBe(`00-${trace}-${call?.spanId}-01`);
  expect(call?.attributes).toContainEqual({ key: "erp.request_id", value: { stringValue: "page-0001" } });
  expect(call?.attributes).toContainEqual({ key: "erp.db.statements", value: { intValue: "2" } });
  expect(call?.attributes).toContainEqual({ key: "erp.db.ms", value: { doubleValue: 3.5 } });
  expect(page?.parentSpanId).toBeUndefined();
  expect(page?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(job).toMatchObject({ name: "job nightly", status: { code: 2 } });
  expect(JSON.stringify(heard)).not.toMatch(/Jordan|secret/);
});

test("a collector that is dead, refuses or never answers holds nothing up, and is told of once", async () => {
  const never = await listening(() => {});
  const refusing = await collector(503);
  for (const endpoint of ["http://127.0.0.1:9", refusing.url, never]) {
    const said: string[] = [];
    const { tracing, app } = traced(endpoint, said);
    const url = await listening(app);
    // More than wait at once: the rest is lost, not kept.
    const work = Array.from({ length: 3_000 }, (_, n) => tracing.job(`j${n}`, async () => n));
    expect(await Promise.all(work)).toHaveLength(3_000);
    const began = performance.now();
    expect((await fetch(`${url}/login`)).status).toBe(404);
    expect(performance.now() - began).toBeLessThan(1_000);
    await tracing.close();
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(said.length).toBeLessThanOrEqual(1);
    if (endpoint !== never) expect(said[0]).toMatch(/^追踪数据没有送出（OTEL_EXPORTER_OTLP_ENDPOINT）：./);
    expect(said.join()).not.toContain("a b");
  }
});

test("headers are read as the standard writes them, and a bad one is told without its value", () => {
  expect(headersIn()).toEqual({});
  expect(headersIn("api-key=k1, x-org = a%3Db")).toEqual({ "api-key": "k1", "x-org": "a=b" });
  for (const bad of ["secret", "a b=secret", "k=%E0%A4"])
    expect(() => headersIn(bad)).toThrow(/^环境变量 OTEL_EXPORTER_OTLP_HEADERS：要写成 名称=值,名称=值$/);
});
