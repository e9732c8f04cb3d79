import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Received, type Reply, type Stub, startStub } from "../../tests/stub-server";
import { readConsoleConfig } from "./config.server";
import { type Console, createConsole } from "./console.server";
import { type Decision, gate } from "./gate.server";
import { readSession, type Session, sessionCookies, startSession } from "./session.server";

const USER = { sysUser: { userId: "1", username: "admin" }, declared: true, roles: ["ADMIN"], permissions: [] };
const ok = (data: unknown): Reply => ({ body: { code: 0, data } });
const pair = (name: string) => ({ body: { access_token: name, refresh_token: `${name}-r`, expires_in: 600 } });

let stub: Stub;
let info: () => Reply;
let token: (request: Received) => Reply;
/** What the backend was asked besides the lock. */
const received = () => stub.received.filter((r) => !r.path.startsWith("/auth/session/"));
beforeAll(async () => {
  stub = await startStub((r) => {
    // This one keeps no locks: gate-lock.server.test.ts has one that does.
    if (r.path.startsWith("/auth/session/")) return { status: 404 };
    return r.path === "/admin/user/info" ? info() : token(r);
  });
});
afterAll(() => stub.close());

let console_: Console;
beforeEach(() => {
  stub.received.length = 0;
  info = () => ok(USER);
  token = () => pair("new");
  const env = { ERP_API_URL: stub.url, SESSION_SECRET: "s".repeat(40) };
  console_ = createConsole(readConsoleConfig(env));
});
afterEach(() => vi.useRealTimers());

function session(change: { left?: number; locked?: boolean; refresh?: string | null } = {}): Session {
  const { left = 600, locked = false, refresh = "old-r" } = change;
  const set = {
    accessToken: "old",
    refreshToken: refresh,
    expiresIn: left,
    userId: "1",
    username: "admin",
    tenantId: "1",
  };
  const s = startSession(set, "password");
  return { ...s, lock: { ...s.lock, locked, hash: locked ? "x.y" : null } };
}

const cookieOf = (s: Session) => sessionCookies(console_.seals, s, false)[0]?.split(";")[0] ?? "";

interface Ask {
  method?: string;
  cookie?: string;
  headers?: Record<string, string>;
  html?: boolean;
}
function ask(url: string, { method = "GET", cookie = "", headers = {}, html = true }: Ask = {}) {
  const all: Record<string, string> = {
    accept: html ? "text/html" : "application/json",
    origin: "http://erp",
    cookie,
    ...headers,
  };
  const path = new URL(url, "http://erp").pathname;
  const header = (name: string) => all[name] || undefined;
  return gate(console_, {
    method,
    url,
    path,
    host: "erp",
    https: false,
    ip: "10.0.0.9",
    hops: "10.0.0.9",
    written: {},
    header,
  });
}

/** A decision in a few words. */
function said(decision: Decision): string {
  if (decision.kind === "pass") return decision.staff ? "staff" : "pass";
  if (decision.kind === "refuse") return `${decision.status}`;
  return `${decision.keep ? "keep " : ""}${decision.location}`;
}
const clears = (d: Decision) => d.cookies.some((c) => c.startsWith("x-access-token=; "));

const POST = { method: "POST" };
test("the timer of a page keeps no session alive, what its reader asks for does", async () => {
  const cookie = cookieOf(session());
  await ask("/session/refresh", { method: "POST", cookie, html: false });
  await ask("/tabs", { method: "POST", cookie });
  expect(received().map((r) => [r.path, r.headers["x-unattended"]])).toEqual([
    ["/admin/user/info", "1"],
    ["/admin/user/info", undefined],
  ]);
});

test.each<[string, Ask, string]>([
  ["/login", {}, "pass"],
  ["/login", POST, "pass"],
  ["/404", {}, "pass"],
  ["/refresh/wel/index", {}, "pass"],
  ["/", {}, "/login"],
  ["/wel/index", {}, "/login?next=%2Fwel%2Findex"],
  ["/a?b=1", { cookie: "login-type=feishu" }, "/feishu?next=%2Fa%3Fb%3D1"],
  ["/a?b=1", { cookie: "login-type=wx" }, "/login?next=%2Fa%3Fb%3D1"],
  ["/lock", {}, "/login"],
  ["/wel/index", { html: false }, "401"],
  ["/a?b=1", POST, "keep /login?next=%2Fa%3Fb%3D1&reason=expired"],
  ["/session/refresh", { method: "POST", html: false }, "401"],
  ["/a", { cookie: "x-access-token=1.forged" }, "/login?next=%2Fa&reason=expired"],
  ["/login", { method: "POST", headers: { origin: "http://evil" } }, "403"],
  ["/a", { method: "DELETE", headers: { origin: "" } }, "403"],
])("nobody signed in: %s %j → %s", async (url, how, expected) => {
  expect(said(await ask(url, how))).toBe(expected);
  expect(received()).toEqual([]);
});

test.each<[string, Ask, string]>([
  ["/", {}, "staff"],
  ["/wel/index", POST, "staff"],
  ["/lock", {}, "staff"],
  ["/logout", POST, "staff"],
  ["/404", {}, "staff"],
  ["/login", {}, "/"],
  ["/login?next=/a", {}, "/a"],
  ["/login?next=//evil.com", {}, "/"],
  ["/a", { method: "POST", headers: { origin: "http://evil" } }, "403"],
])("signed in: %s %j → %s", async (url, how, expected) => {
  const decision = await ask(url, { ...how, cookie: cookieOf(session()) });
  expect(said(decision)).toBe(expected);
  expect(decision.cookies).toEqual([]);
});

test.each<[string, Ask, string]>([
  ["/lock", {}, "pass"],
  ["/lock", POST, "pass"],
  ["/logout", POST, "pass"],
  ["/wel/index", {}, "/lock?next=%2Fwel%2Findex"],
  ["/login", {}, "/lock"],
  ["/404", {}, "/lock"],
  ["/LOCK", {}, "/lock?next=%2FLOCK"],
  ["/lock/../wel", {}, "/lock?next=%2Fwel"],
  ["/session/refresh", { method: "POST", html: false }, "403"],
  ["/a", POST, "keep /lock?next=%2Fa"],
])("locked: %s %j → %s", async (url, how, expected) => {
  const decision = await ask(url, { ...how, cookie: cookieOf(session({ locked: true })) });
  expect(said(decision)).toBe(expected);
  expect(received()).toEqual([]);
});

test("51 s left: not renewed; 50 s: renewed, the cookie follows, the lock stays", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const s = session({ left: 51 });
  expect((await ask("/a", { cookie: cookieOf(s) })).cookies).toEqual([]);
  vi.advanceTimersByTime(1_000);
  s.lock.hash = "kept.hash";
  const decision = await ask("/a", { cookie: cookieOf(s) });
  const sealed = decision.cookies[0]?.slice("x-access-token=".length).split(";")[0];
  expect(readSession(console_.seals, sealed)).toMatchObject({
    accessToken: "new",
    refreshToken: "new-r",
    lock: { hash: "kept.hash", locked: false },
  });
  const form = new URLSearchParams(stub.received.find((r) => r.method === "POST")?.body);
  expect(form.get("refresh_token")).toBe("old-r");
});

test("requests at the same time, and late ones with the old cookie, renew once", async () => {
  const cookie = cookieOf(session({ left: 10 }));
  const decisions = await Promise.all([1, 2, 3, 4].map(() => ask("/a", { cookie })));
  decisions.push(await ask("/b", { cookie }));
  expect(decisions.map(said)).toEqual(Array(5).fill("staff"));
  expect(received().filter((r) => r.path === "/auth/oauth/token")).toHaveLength(1);
});

test("a refused renewal: goes on while the token lives, else signs out", async () => {
  token = () => ({ status: 401, body: { code: 1, msg: "失效" } });
  expect(said(await ask("/a", { cookie: cookieOf(session({ left: 10 })) }))).toBe("staff");
  const gone = await ask("/a", { cookie: cookieOf(session({ left: -1 })) });
  expect(said(gone)).toBe("/login?next=%2Fa&reason=expired");
  expect(clears(gone)).toBe(true);
});

test("a backend that cannot renew just now signs nobody out", async () => {
  token = () => ({ status: 503 });
  const decision = await ask("/a", { cookie: cookieOf(session({ left: -1 })) });
  expect(said(decision)).toBe("503");
  expect(decision.cookies).toEqual([]);
});

test("a renewal that failed is tried again by the next request, and its cookie follows then", async () => {
  const renewals = () => received().filter((r) => r.path === "/auth/oauth/token").length;
  for (const [left, refused] of [
    [-1, "503"],
    [10, "staff"],
  ] as const) {
    const cookie = cookieOf(session({ left, refresh: `r${left}` }));
    token = () => ({ status: 503 });
    const failed = await ask("/a", { cookie });
    expect([said(failed), failed.cookies]).toEqual([refused, []]);
    const before = renewals();
    token = () => pair("new");
    const renewed = await ask("/a", { cookie });
    expect(said(renewed)).toBe("staff");
    expect(renewed.cookies[0]).toMatch(/^x-access-token=/);
    expect(renewals()).toBe(before + 1);
  }
});

test("without a refresh token the session ends with its access token", async () => {
  const s = session({ left: -1, refresh: null });
  expect(said(await ask("/a", { cookie: cookieOf(s) }))).toBe("/login?next=%2Fa&reason=expired");
});

test.each([
  ["no roles", ok({ ...USER, roles: [] }), "/login?next=%2Fa&reason=norole"],
  ["401", { status: 401 }, "/login?next=%2Fa&reason=expired"],
  ["424", { status: 424 }, "/login?next=%2Fa&reason=expired"],
] as [string, Reply, string][])("user info: %s signs out", async (_name, reply, expected) => {
  info = () => reply;
  const s = session();
  const decision = await ask("/a", { cookie: cookieOf(s) });
  expect(said(decision)).toBe(expected);
  expect(clears(decision)).toBe(true);
  // The old cookie, put back by hand, is worth nothing.
  info = () => ok(USER);
  expect(said(await ask("/a", { cookie: cookieOf(s) }))).toBe("/login?next=%2Fa&reason=expired");
});

test.each([
  ["500", { status: 500 }],
  ["429", { status: 429, body: { code: 1, msg: "请求过频繁" } }],
  ["403", { status: 403 }],
  ["nonsense", ok({})],
  ["a proxy's page", { status: 200, body: "<html>" }],
] as [string, Reply][])("user info: %s keeps the session and says so", async (_name, reply) => {
  info = () => reply;
  const cookie = cookieOf(session());
  for (const method of ["GET", "POST"]) {
    const decision = await ask("/a", { method, cookie });
    expect(decision).toMatchObject({ kind: "refuse", status: 503, keep: method === "POST" });
    expect(decision.cookies).toEqual([]);
  }
  info = () => ok(USER);
  expect(said(await ask("/a", { cookie }))).toBe("staff");
});

test("a session that was renewed just before is not lost with its rotated token", async () => {
  info = () => ({ status: 500 });
  const decision = await ask("/a", { cookie: cookieOf(session({ left: 10 })) });
  expect(said(decision)).toBe("503");
  const sealed = decision.cookies[0]?.slice("x-access-token=".length).split(";")[0];
  expect(readSession(console_.seals, sealed)).toMatchObject({ refreshToken: "new-r" });
});

test("user info is asked once for several reads, and anew for every write", async () => {
  const cookie = cookieOf(session());
  await ask("/a", { cookie });
  await ask("/b", { cookie });
  expect(received()).toHaveLength(1);
  await ask("/b", { cookie, method: "POST" });
  expect(received()).toHaveLength(2);
});

test("known user info outlives an outage of the backend", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const cookie = cookieOf(session());
  await ask("/a", { cookie });
  info = () => ({ status: 502 });
  vi.advanceTimersByTime(20_000);
  expect(said(await ask("/a", { cookie }))).toBe("staff");
});

test("a cookie saved before locking does not unlock", async () => {
  const before = session();
  console_.locks.change(before, { locked: true, hash: "a.b" });
  expect(said(await ask("/a", { cookie: cookieOf(before) }))).toBe("/lock?next=%2Fa");
});

test("the backend learns who asks from where", async () => {
  await ask("/a", { cookie: cookieOf(session()), headers: { "user-agent": "Terminal 7" } });
  expect(received()[0]?.headers).toMatchObject({
    authorization: "Bearer old",
    "x-forwarded-for": "10.0.0.9",
    "user-agent": "Terminal 7",
  });
});
