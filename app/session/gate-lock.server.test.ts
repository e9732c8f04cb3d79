import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Reply, type Stub, startStub } from "../../tests/stub-server";
import { readConsoleConfig } from "./config.server";
import { type Console, createConsole } from "./console.server";
import { gate } from "./gate.server";
import { type Session, sessionCookies, startSession } from "./session.server";

const ok = (data: unknown): Reply => ({ body: { code: 0, data } });
const USER = { sysUser: { userId: "1", username: "admin" }, declared: true, roles: ["ADMIN"], permissions: [] };

let stub: Stub;
let info: () => Reply;
let lock: () => Reply;
beforeAll(async () => {
  stub = await startStub((r) => (r.path === "/auth/session/lock" ? lock() : info()));
});
afterAll(() => stub.close());

let console_: Console;
beforeEach(() => {
  stub.received.length = 0;
  info = () => ok(USER);
  const env = { ERP_API_URL: stub.url, SESSION_SECRET: "s".repeat(40) };
  console_ = createConsole(readConsoleConfig(env));
});
afterEach(() => vi.useRealTimers());

function session(locked = false): Session {
  const ids = { userId: "1", username: "admin", tenantId: "1" };
  const token = { accessToken: "a", refreshToken: "r", expiresIn: 600, ...ids };
  const s = startSession(token, "password");
  return { ...s, lock: { ...s.lock, locked, hash: locked ? "x.y" : null } };
}

/** What the gate says to a session's cookie, in a word. */
async function ask(s: Session, method = "GET"): Promise<string> {
  const cookie = sessionCookies(console_.seals, s, false)[0]?.split(";")[0] ?? "";
  const all: Record<string, string> = { accept: "text/html", origin: "http://erp", cookie };
  const at = { url: "/a", path: "/a", host: "erp", https: false, ip: "::1", hops: "::1", written: {} };
  const decision = await gate(console_, { method, ...at, header: (name) => all[name] });
  if (decision.kind === "pass") return decision.staff ? "staff" : "pass";
  if (decision.kind === "refuse") return String(decision.status);
  return `${decision.keep ? "keep " : ""}${decision.location}`;
}

const locked = (on: boolean) => ok({ set: true, locked: on, failures: 0 });
const LOCK = "/lock?next=%2Fa";

test("a lock that the backend keeps counts, whatever an old cookie or another console says", async () => {
  lock = () => locked(true);
  expect(await ask(session())).toBe(LOCK);
  expect(await ask(session(), "POST")).toBe(`keep ${LOCK}`);
  expect(new Set(stub.received.map((r) => r.path))).toEqual(new Set(["/auth/session/lock"]));
  lock = () => locked(false);
  expect(await ask(session(), "POST")).toBe("staff");
  expect(await ask(session(true))).toBe("staff");
});

test("a lock made elsewhere is seen by a form at once, by pages within a second", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  lock = () => locked(false);
  expect(await ask(session())).toBe("staff");
  lock = () => locked(true);
  vi.advanceTimersByTime(1_000);
  expect(await ask(session())).toBe(LOCK);
  lock = () => locked(false);
  expect(await ask(session(), "POST")).toBe("staff");
  lock = () => locked(true);
  expect(await ask(session(), "POST")).toBe(`keep ${LOCK}`);
});

test("while the backend does not say whether a session is locked, no page is shown", async () => {
  lock = () => ({ status: 500 });
  expect(await ask(session())).toBe("503");
  expect(await ask(session(true))).toBe(LOCK);
});

test("a session locked between two questions is locked, not over", async () => {
  lock = () => locked(false);
  info = () => ({ status: 423, body: { code: 1, msg: "已锁屏" } });
  expect(await ask(session())).toBe(LOCK);
});
