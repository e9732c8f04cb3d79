import dns from "node:dns";
import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { call as api } from "#backend/platform/auth/auth.testing";
import { connector as document } from "#documents/base/connector";
import { login, type TestBackend, testBackend } from "../../../tests/harness";
import { portOf } from "../../../tests/port";
import { signIn } from "./auth";
import { call } from "./call";
import { addressFault, connectorOf } from "./connector";
import { dial, INSIDE, isInside } from "./dial";

const heard: string[] = [];
const server = createServer((req, res) => {
  heard.push(`${req.method} ${req.url}`);
  if (req.url === "/away") return void res.writeHead(302, { location: "/taken" }).end();
  res.setHeader("content-type", "application/json").end('{"ok":true}');
});
let port = 0;
let backend: TestBackend;
let token: string;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  port = portOf(server);
  backend = await testBackend();
  token = await login(backend.url);
});
afterAll(async () => {
  vi.restoreAllMocks();
  server.close();
  await backend?.close();
});
beforeEach(() => {
  heard.length = 0;
});

/** One of the internet, and this machine. */
const answered = Object.assign(
  (...said: unknown[]) => {
    const done = said.at(-1);
    const found = ["1.1.1.1", "127.0.0.1"].map((address) => ({ address, family: 4 }));
    if (typeof done === "function") done(null, found);
  },
  { __promisify__: dns.lookup.__promisify__ },
);

const ask = (address: string, anywhere = false) =>
  dial(new URL(address), { anywhere, signal: AbortSignal.timeout(5_000) });

test("who only reads goes the way that is open; one that was closed meanwhile is opened anew", async () => {
  const ways = new Set<number | undefined>();
  let closing = false;
  const other = createServer((req, res) => {
    ways.add(req.socket.remotePort);
    if (closing && ways.size === 1) return void req.socket.destroy();
    res.end("{}");
  });
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  const url = new URL(`http://127.0.0.1:${portOf(other)}/`);
  const get = async (more: { method?: string; body?: string } = {}) => {
    const answer = await dial(url, { anywhere: true, signal: AbortSignal.timeout(5_000), ...more });
    return answer.text();
  };
  try {
    for (let n = 0; n < 3; n++) expect(await get()).toBe("{}");
    expect(ways.size).toBe(1);
    closing = true;
    expect(await get()).toBe("{}");
    expect(ways.size).toBe(2);
    // What is sent may have been taken: it is not sent again by itself.
    for (let n = 0; n < 2; n++) await get({ method: "POST", body: "{}" });
    expect(ways.size).toBe(4);
  } finally {
    other.closeAllConnections();
    other.close();
  }
});

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.31.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "100.127.255.255",
  "198.18.0.1",
  "198.19.255.255",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "[::1]",
  "::",
  "fc00::1",
  "fe80::1",
  "::ffff:127.0.0.1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "localhost",
  "localhost.",
  "db.internal",
  "nas.local",
])("%s is no place of the internet", (host) => expect(isInside(host)).toBe(true));

test.each(["1.1.1.1", "100.63.0.1", "100.128.0.1", "198.20.0.1", "2606:4700::1111", "a.example"])("%s is one", (host) =>
  expect(isInside(host)).toBe(false),
);

test.each(["https://2130706433/", "https://0x7f.1/", "https://127.1/", "https://[::ffff:7f00:1]/"])(
  "%s is this machine, however it is spelt",
  (address) => expect(addressFault(address, false)).toBe(INSIDE),
);

test("a name is judged by what it stands for when it is dialled, a redirect not followed", async () => {
  // As a name server of whoever owns the name answers.
  const answers = vi.spyOn(dns, "lookup").mockImplementation(answered);
  await expect(ask(`http://outside.example:${port}/x`)).rejects.toThrow(INSIDE);
  expect(answers).toHaveBeenCalled();
  await expect(ask(`http://127.0.0.1:${port}/x`)).rejects.toThrow(INSIDE);
  await expect(ask(`http://127.0.0.1:${port}/away`, true)).rejects.toThrow("redirected");
  expect(heard).toEqual(["GET /away"]);
  expect(await (await ask(`http://127.0.0.1:${port}/x`, true)).json()).toEqual({ ok: true });
});

const API = document.api;
const body = {
  name: "门",
  kind: "carrier",
  provider: "express",
  account: "a",
  enabled: true,
  baseUrl: "https://carrier.example/api",
  appSecret: "geheim",
};
const send = (method: "POST" | "PUT", values: object) => api(backend, method, API, { token, body: values });

test("calls of a connection and its sign-in are judged as they are dialled", async () => {
  const made = await send("POST", { ...body, name: "名称" });
  const found = await connectorOf(backend.db, made.body.data.id);
  const inner = { ...found, anywhere: false, url: `http://127.0.0.1:${port}` };
  const asked = { path: "/orders", schema: z.unknown() };
  await expect(call(backend.db, inner, asked)).rejects.toThrow(INSIDE);
  await expect(signIn(backend.db, inner)).rejects.toThrow(INSIDE);
  expect(heard).toEqual([]);
});

test("secrets do not follow to another address: it asks for them anew", async () => {
  const made = await send("POST", body);
  expect(made.body.msg).toBeNull();
  const { id } = made.body.data;
  const now = async () => (await api(backend, "GET", `${API}/${id}`, { token })).body.data;
  const change = async (values: object) => send("PUT", { ...(await now()), ...values });
  expect((await change({ baseUrl: "https://carrier.example/v2" })).body.msg).toBeNull();
  for (const baseUrl of ["https://thief.example/api", "https://carrier.example:8443/api", ""]) {
    const { status, body: said } = await change({ baseUrl });
    expect([status, said.fields]).toEqual([400, { appSecret: "接口地址已修改，请重新填写应用密钥" }]);
  }
  const kept = "select base_url, client_secret, app_secret is not null as secret from connector where id = $1";
  expect(await backend.db.one(kept, [id])).toMatchObject({ base_url: "https://carrier.example/v2", secret: true });
  expect((await change({ baseUrl: "https://new.example", appSecret: "neu" })).body.msg).toBeNull();
});

test("a secret of another kind that lies hidden is forgotten with its address", async () => {
  const made = await send("POST", { ...body, name: "门2" });
  const { id } = made.body.data;
  await backend.db.query("update connector set client_secret = app_secret where id = $1", [id]);
  const { body: shown } = await api(backend, "GET", `${API}/${id}`, { token });
  const moved = { ...shown.data, baseUrl: "https://new.example", appSecret: "neu" };
  expect((await send("PUT", moved)).body.msg).toBeNull();
  const kept = "select client_secret, app_secret is not null as secret from connector where id = $1";
  expect(await backend.db.one(kept, [id])).toEqual({ client_secret: null, secret: true });
});
