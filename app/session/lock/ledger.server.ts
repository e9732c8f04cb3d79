import { randomBytes, scrypt as scryptCallback, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
import type { Lock, Session } from "../session.server";

const scrypt = promisify<string, Buffer, number, Buffer>(scryptCallback);

/** Wrong lock passwords after which the session ends. */
export const LOCK_ATTEMPTS = 5;

/** `salt.hash`, both base64url. */
export async function hashLockPassword(password: string): Promise<string> {
  const salt = randomBytes(12);
  return `${salt.toString("base64url")}.${(await scrypt(password, salt, 24)).toString("base64url")}`;
}

export async function isLockPassword(password: string, hash: string): Promise<boolean> {
  const [salt = "", expected = ""] = hash.split(".");
  const actual = await scrypt(password, Buffer.from(salt, "base64url"), 24);
  const wanted = Buffer.from(expected, "base64url");
  return wanted.length === actual.length && timingSafeEqual(wanted, actual);
}

/**
 * The latest lock state of every session that this process saw. The cookie alone cannot tell an
 * old copy of itself from the current one: a copy saved before locking would unlock, and one saved
 * before each wrong password would allow any number of them.
 */
export interface LockLedger {
  /** The session with the newest known lock state; null when it has been signed out. */
  latest(session: Session): Session | null;
  /** Changes the lock state and remembers it. */
  change(session: Session, change: Partial<Omit<Lock, "seq">>): Session;
  /** The session ended: its cookie is worth nothing here any more. */
  end(session: Session): void;
}

export function createLockLedger(size = 20_000): LockLedger {
  const known = new LRUCache<string, Lock | "ended">({ max: size });
  return {
    latest(session) {
      const lock = known.get(session.id);
      if (lock === "ended") return null;
      return lock && lock.seq > session.lock.seq ? { ...session, lock } : session;
    },
    change(session, change) {
      const lock = { ...session.lock, ...change, seq: session.lock.seq + 1 };
      known.set(session.id, lock);
      return { ...session, lock };
    },
    end(session) {
      known.set(session.id, "ended");
    },
  };
}
