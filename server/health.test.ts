import type { AddressInfo } from "node:net";
import express from "express";
import { expect, test } from "vitest";
import { health, NotReady } from "./health";
import { listen } from "./listen";

const fails = (error: Error) => () => Promise.reject(error);

test.each([
  ["its database answers", async () => [], 200, "ready"],
  ["its database is gone", fails(new Error("ENOENT")), 503, "database unavailable"],
  ["it is starting", fails(new NotReady("starting")), 503, "starting"],
])("%s", async (_name, check, status, text) => {
  const server = await listen(express().use(health(check, "1.2.3")), 0, "127.0.0.1");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ready = await fetch(`${url}/readyz`);
  expect([ready.status, await ready.text()]).toEqual([status, text]);
  const alive = await fetch(`${url}/healthz`);
  expect([alive.status, await alive.text()]).toEqual([200, "ok 1.2.3"]);
  server.closeAllConnections();
  server.close();
});
