import { mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createSeals, generatedSecret } from "./seal.server";
import { readSession, sessionCookies, startSession } from "./session.server";

const secret = "s".repeat(40);
const seals = createSeals([secret]);

test("what was sealed opens again, and every seal is another", () => {
  const sealed = seals.seal("session", { a: "中文" });
  expect(seals.open("session", sealed)).toEqual({ a: "中文" });
  expect(seals.seal("session", { a: "中文" })).not.toBe(sealed);
});

test("forged, damaged, foreign and empty values do not open", () => {
  const sealed = seals.seal("session", { a: 1 });
  const other = createSeals(["t".repeat(40)]);
  const [version, body = ""] = sealed.split(".");
  for (let at = 0; at < body.length; at += 5) {
    const flipped = body[at] === "A" ? "B" : "A";
    const damaged = `${version}.${body.slice(0, at)}${flipped}${body.slice(at + 1)}`;
    if (Buffer.from(damaged, "base64url").equals(Buffer.from(sealed, "base64url"))) continue;
    expect(seals.open("session", damaged)).toBeNull();
  }
  expect(other.open("session", sealed)).toBeNull();
  for (const value of ["", "1.", "2.abc", "1.AAAA", sealed.slice(2), undefined, null])
    expect(seals.open("session", value)).toBeNull();
});

test("a value of one purpose is worth nothing for another", () => {
  expect(seals.open("social", seals.seal("kept-form", { a: 1 }))).toBeNull();
});

test("a value opens until its time is over", () => {
  let now = 1_000;
  const timed = createSeals([secret], () => now);
  const sealed = timed.seal("social", "x", 500);
  now = 1_499;
  expect(timed.open("social", sealed)).toBe("x");
  now = 1_500;
  expect(timed.open("social", sealed)).toBeNull();
});

test("a replaced secret still opens what it sealed", () => {
  const replaced = createSeals(["n".repeat(40), secret]);
  expect(replaced.open("session", seals.seal("session", 1))).toBe(1);
  expect(seals.open("session", replaced.seal("session", 1))).toBeNull();
});

test("the session cookie stays well below 4 KB, with JSON web tokens too", () => {
  const jwt = () =>
    ["h", "p", "s"].map(() => Buffer.from(crypto.getRandomValues(new Uint8Array(300))).toString("base64url")).join(".");
  const token = {
    accessToken: jwt(),
    refreshToken: jwt(),
    expiresIn: 43_200,
    userId: "1",
    username: "admin",
    tenantId: "1",
  };
  const session = startSession(token, "password");
  const [value = ""] = sessionCookies(seals, session, true);
  expect(value.length).toBeLessThan(3_800);
  expect(value).toMatch(/^x-access-token=1\.[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  const sealed = value.slice("x-access-token=".length, value.indexOf(";"));
  expect(readSession(seals, sealed)).toEqual(session);
  expect(value).not.toContain(token.accessToken.slice(0, 20));
});

test("the generated secret is made once and readable by its owner only", () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), "seal-"));
  const first = generatedSecret(path.join(dir, "data"));
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(generatedSecret(path.join(dir, "data"))).toBe(first);
  expect(statSync(path.join(dir, "data/session.key")).mode & 0o777).toBe(0o600);
  rmSync(dir, { recursive: true });
});
