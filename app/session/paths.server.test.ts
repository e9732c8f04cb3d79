import { expect, test } from "vitest";
import { isOpenWhileLocked, isPublic, loginPath, nextPath, samePath } from "./paths.server";

test.each([
  ["/wel/index", "/wel/index"],
  ["/a?b=1&c=%2F", "/a?b=1&c=%2F"],
  ["/a/../b", "/b"],
  ["/a#frag", "/a"],
  ["//evil.com", null],
  ["/\\evil.com", null],
  ["/\t/evil.com", null],
  ["/.//evil.com", null],
  ["/x/..//evil.com", null],
  ["https://evil.com/", null],
  ["javascript:alert(1)", null],
  ["wel", null],
  ["", null],
  [null, null],
])("%j stays on this site as %j", (target, path) => {
  expect(samePath(target)).toBe(path);
});

test("nobody is sent back to a log-in, lock or error page", () => {
  for (const path of ["/login", "/login?next=/x", "/lock", "/logout", "/refresh/x", "/feishu", "/404"])
    expect(nextPath(path)).toBe("/");
  expect(nextPath("/lockers")).toBe("/lockers");
});

test("an address that no redirect could carry leads home", () => {
  expect(nextPath(`/a?b=${"c".repeat(3000)}`)).toHaveLength(3005);
  expect(nextPath(`/a?b=${"c".repeat(5000)}`)).toBe("/");
});

test("/feishu for browsers that signed in there, unless something must be read", () => {
  expect(loginPath("feishu", { next: "/a?b=1", reason: "expired" })).toBe("/feishu?next=%2Fa%3Fb%3D1");
  expect(loginPath("feishu", { reason: "norole" })).toBe("/login?reason=norole");
  expect(loginPath("wx", { next: "/a", reason: "expired" })).toBe("/login?next=%2Fa&reason=expired");
  expect(loginPath(undefined, { next: "/" })).toBe("/login");
  expect(loginPath(undefined, { next: "//evil.com" })).toBe("/login");
});

test("public pages, and what a locked session may do", () => {
  for (const path of ["/login", "/404", "/401", "/refresh/wel/index", "/myiframe/x", "/oaoauth"])
    expect(isPublic(path)).toBe(true);
  for (const path of ["/", "/lock", "/logout", "/login/", "/wel", "/session/refresh", "/refreshed"])
    expect(isPublic(path)).toBe(false);
  expect(["/lock", "/logout", "/lock/", "/login", "/404"].map(isOpenWhileLocked)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
