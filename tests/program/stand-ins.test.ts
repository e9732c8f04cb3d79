import { afterAll, beforeAll, expect, test } from "vitest";
import { copyDatabase } from "../harness";
import { dataDir, type Server, startServer } from "./server";

let server: Server;
let address: string;
const { dir, remove } = dataDir();
const after: (() => unknown)[] = [remove];

beforeAll(async () => {
  const database = await copyDatabase("demo");
  after.push(() => database.drop());
  server = await startServer({ DATABASE_URL: database.url, DATA_DIR: dir, HOST: "127.0.0.1" });
  const led = await fetch(`${server.url}/stand-ins/`, { redirect: "manual" });
  expect(led.status).toBe(302);
  address = led.headers.get("location") ?? "";
});
afterAll(async () => {
  await server?.kill();
  for (const end of after.reverse()) await end();
});

const answers = (url: string) =>
  fetch(url).then(
    (r) => r.ok,
    () => false,
  );
const form = (fields: Record<string, string>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
  redirect: "manual",
});

test("the page of the stand-ins lies at a port of their own, and places orders there", async () => {
  expect(new URL(address).port).not.toBe(new URL(server.url).port);
  expect(await (await fetch(address)).text()).toContain("模拟外部系统");
  const placed = await fetch(
    new URL("/do/place", address),
    form({ seller: "AMZ-US-1", sku0: "S-1", qty0: "1", price0: "9.99" }),
  );
  expect([placed.status, placed.headers.get("location")]).toEqual([
    303,
    expect.stringContaining(encodeURIComponent("已下单")),
  ]);
});

test("nothing that is sent to them reaches the product: no act is done under its own address", async () => {
  for (const no of ["__proto__", "constructor", "toString"]) {
    const sent = await fetch(`${server.url}/stand-ins/do/approve`, form({ no }));
    expect(sent.status).toBe(302);
    expect((await fetch(new URL("/do/approve", address), form({ no }))).status).toBe(400);
  }
  for (const page of [`${server.url}/login`, `${server.url}/healthz`, address]) expect(await answers(page)).toBe(true);
});

test("they end with the product, though that is killed", async () => {
  process.kill(server.pid, "SIGKILL");
  await server.ended;
  await expect.poll(() => answers(address)).toBe(false);
});
