import { openSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import express from "express";
import { afterEach, expect, test } from "vitest";
import { countingFaults, createLog, linesTo } from "./log";

const { error } = console;
afterEach(() => {
  console.error = error;
});

/** A program that speaks JSON, and what it has said so far. */
async function speaking() {
  const out = new PassThrough();
  let text = "";
  out.on("data", (chunk) => {
    text += chunk;
  });
  const log = createLog("json", () => {}, out);
  const app = express().set("trust proxy", "loopback").use(log.requests);
  app.get("/api/wms/sign", (_req, res) => {
    res.locals.caller = { username: "keeper", tenantId: "1" };
    res.status(409).json({});
  });
  const server = app.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lines = () =>
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const close = () => new Promise((done) => server.close(done));
  return { log, url, lines, close };
}

test("each request is one JSON line with the id that its answer bears, and without its query", async () => {
  const { log, url, lines, close } = await speaking();
  log.say("控制台已就绪");
  const own = await fetch(`${url}/api/wms/sign?ticket=secret`, { headers: { connection: "close" } });
  const brought = { "x-request-id": "proxy-0001", connection: "close" };
  const given = await fetch(`${url}/nothing`, { headers: brought });
  const odd = await fetch(`${url}/nothing`, { headers: { ...brought, "x-request-id": "a b\tc" } });
  await close();
  expect(lines()).toMatchObject([
    { level: "info", msg: "控制台已就绪" },
    { msg: "request", id: own.headers.get("x-request-id"), method: "GET", path: "/api/wms/sign", status: 409 },
    { id: "proxy-0001", path: "/nothing", status: 404 },
    { id: odd.headers.get("x-request-id") },
  ]);
  expect(lines()[1]).toMatchObject({ user: "keeper", tenant: "1", ms: expect.any(Number), time: expect.any(String) });
  expect(JSON.stringify(lines())).not.toContain("secret");
  expect(given.headers.get("x-request-id")).toBe("proxy-0001");
  expect(odd.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/);
});

test("faults of one kind are said once, then how often they came again", async () => {
  const told: [string, number?][] = [];
  const fault = countingFaults((text, times) => told.push(times ? [text, times] : [text]), 30);
  for (const n of [1, 2, 3]) fault(`connect ECONNREFUSED 127.0.0.1:${n}`);
  fault("another one");
  expect(told).toEqual([["connect ECONNREFUSED 127.0.0.1:1"], ["another one"]]);
  await expect.poll(() => told.length).toBe(3);
  expect(told[2]).toEqual(["connect ECONNREFUSED 127.0.0.1:1", 2]);
  fault("connect ECONNREFUSED 127.0.0.1:4");
  expect(told[3]).toEqual(["connect ECONNREFUSED 127.0.0.1:4"]);
});

test("what goes to console.error is a line too, with its stack", async () => {
  const { lines, close } = await speaking();
  console.error("导入采购单：", new Error("boom"));
  await close();
  expect(lines()).toMatchObject([{ level: "error", msg: expect.stringMatching(/^导入采购单： Error: boom\n {4}at /) }]);
});

test("where the disk of its lines is full, the program goes on and keeps little of them", async () => {
  const full = linesTo(openSync("/dev/full", "w"));
  const failed: unknown[] = [];
  let lost = 0;
  full.on("error", (error) => failed.push(error));
  full.on("drop", () => {
    lost += 1;
  });
  const log = createLog("json", () => {}, full);
  for (let n = 0; n < 200; n++) log.say("控".repeat(10_000));
  await expect.poll(() => failed.length).toBeGreaterThan(0);
  expect(failed[0]).toMatchObject({ code: "ENOSPC" });
  for (let n = 0; n < 10; n++) log.say("还在");
  expect(lost).toBeGreaterThan(100);
});
