import { expect, test } from "vitest";
import { startSession } from "../session.server";
import { createLockLedger, hashLockPassword, isLockPassword } from "./ledger.server";

const session = () =>
  startSession(
    { accessToken: "a", refreshToken: "r", expiresIn: 60, userId: "1", username: "admin", tenantId: "1" },
    "password",
  );

test("a lock password is known by its hash alone", async () => {
  const hash = await hashLockPassword("1357");
  expect(hash).not.toContain("1357");
  expect(await hashLockPassword("1357")).not.toBe(hash);
  expect(await isLockPassword("1357", hash)).toBe(true);
  for (const wrong of ["1358", "", "13570"]) expect(await isLockPassword(wrong, hash)).toBe(false);
  for (const broken of ["", ".", "abc"]) expect(await isLockPassword("", broken)).toBe(false);
});

test("an older copy of a session takes the newest lock state", () => {
  const ledger = createLockLedger();
  const old = session();
  const locked = ledger.change(old, { locked: true, hash: "h.h" });
  const tried = ledger.change(locked, { failures: 1 });
  expect(ledger.latest(old)?.lock).toEqual(tried.lock);
  expect(ledger.latest(locked)?.lock.failures).toBe(1);
});

test("a session of another process is taken as it is", () => {
  const s = session();
  expect(createLockLedger().latest(s)).toBe(s);
});

test("an ended session stays ended", () => {
  const ledger = createLockLedger();
  const s = session();
  ledger.end(s);
  expect(ledger.latest(s)).toBeNull();
});
