import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { TokenSet } from "~/erp/auth.server";
import { ErpError } from "~/erp/errors";
import { cookie } from "./cookies.server";
import type { Seals } from "./seal.server";

/** Name given by the specification (section 9). */
export const SESSION_COOKIE = "x-access-token";
/** Epoch seconds at which the access token ends; read by the page timer, tells nothing else. */
export const EXPIRY_COOKIE = "session-expires";
/**
 * Tells script whose pages may be shown, and nothing else: a page that comes back from the browser's
 * back/forward cache compares it with the one that it came with.
 */
export const MARK_COOKIE = "session-mark";
/** How this browser signed in last: decides where a lost session goes (specification section 4). */
export const LOGIN_TYPE_COOKIE = "login-type";
/** Browsers keep 4096 bytes per cookie, name and attributes included. */
const LARGEST = 3800;

const loginType = z.enum(["password", "sms", "wx", "oa", "feishu"]);
export type LoginType = z.output<typeof loginType>;

const lock = z.object({
  /** scrypt hash of the lock password; null: none set yet. */
  hash: z.string().nullable(),
  locked: z.boolean(),
  /** Wrong lock passwords in a row. */
  failures: z.number(),
  /** Grows with every change, so that an older cookie cannot bring an older state back. */
  seq: z.number(),
  /** The backend keeps the lock: what stands here is what it said last, the hash stays there. */
  atBackend: z.boolean().default(false),
});
export type Lock = z.output<typeof lock>;

const session = z.object({
  id: z.string(),
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  /** Epoch milliseconds. */
  expiresAt: z.number(),
  loginType,
  tenantId: z.string(),
  username: z.string(),
  /** Shown on the lock page; empty until somebody locked. */
  displayname: z.string(),
  lock,
});
/** All that the console knows of a signed-in person; lives in the sealed cookie only. */
export type Session = z.output<typeof session>;

/** A new session, unlocked and without lock password. */
export function startSession(token: TokenSet, type: LoginType, now = Date.now()): Session {
  return {
    id: randomBytes(12).toString("base64url"),
    accessToken: token.accessToken,
    refreshToken: token.refreshToken,
    expiresAt: now + token.expiresIn * 1000,
    loginType: type,
    tenantId: token.tenantId ?? "1",
    username: token.username,
    displayname: "",
    lock: { hash: null, locked: false, failures: 0, seq: 0, atBackend: false },
  };
}

/** The same session with a new pair: lock and identity stay (a refresh must not unlock). */
export function renewSession(old: Session, token: TokenSet, now = Date.now()): Session {
  return {
    ...old,
    accessToken: token.accessToken,
    refreshToken: token.refreshToken ?? old.refreshToken,
    expiresAt: now + token.expiresIn * 1000,
  };
}

/** Opens the session cookie; null when there is none that this console sealed. */
export function readSession(seals: Seals, sealed: string | undefined): Session | null {
  const parsed = session.safeParse(seals.open("session", sealed));
  return parsed.success ? parsed.data : null;
}

/** Differs between sessions, and between a locked one and the same one open. */
const markOf = ({ id, lock }: Session): string =>
  createHash("sha256").update(`${id} ${lock.locked}`).digest("base64url").slice(0, 12);

/** Set-Cookie values that carry the session. @throws ErpError when the tokens are too long for a cookie */
export function sessionCookies(seals: Seals, value: Session, secure: boolean): string[] {
  const sealed = seals.seal("session", value);
  if (sealed.length > LARGEST)
    throw new ErpError("后端签发的令牌过长，无法保存登录状态", 502, null, undefined, "shape");
  const expires = String(Math.floor(value.expiresAt / 1000));
  return [
    cookie(SESSION_COOKIE, sealed, { secure }),
    cookie(EXPIRY_COOKIE, expires, { secure, httpOnly: false }),
    cookie(MARK_COOKIE, markOf(value), { secure, httpOnly: false }),
    cookie(LOGIN_TYPE_COOKIE, value.loginType, { secure, maxAge: 31_536_000 }),
  ];
}

/** Set-Cookie values that end the session in this browser. */
export function signedOutCookies(secure: boolean): string[] {
  return [
    cookie(SESSION_COOKIE, "", { secure, maxAge: 0 }),
    cookie(EXPIRY_COOKIE, "", { secure, maxAge: 0, httpOnly: false }),
    cookie(MARK_COOKIE, "", { secure, maxAge: 0, httpOnly: false }),
  ];
}
