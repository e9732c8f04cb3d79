import { createErp, ErpError } from "~/erp/client.server";
import { fetchUser } from "~/erp/lineage/user.server";
import { NO_ANSWER, reasonEnded } from "~/text/messages";
import { type Console, sessionCaller } from "./console.server";
import { readCookies } from "./cookies.server";
import { LOCKED } from "./lock/states.server";
import { isOwnOrigin } from "./origin.server";
import { isOpenWhileLocked, isPublic, loginPath, nextPath, withQuery } from "./paths.server";
import { REFRESH_THRESHOLD } from "./refresh.server";
import {
  LOGIN_TYPE_COOKIE,
  readSession,
  renewSession,
  SESSION_COOKIE,
  type Session,
  sessionCookies,
  signedOutCookies,
} from "./session.server";
import { createStaff, type Staff } from "./staff.server";
import { isRead, returnPath, type Visit, wantsPage } from "./visit.server";

/** What the gate decided; `cookies` are Set-Cookie values of the answer. */
export type Decision = { cookies: string[] } & (
  | { kind: "pass"; session: Session | null; staff: Staff | null }
  /** `keep`: a form was sent; what was typed goes along to the page at `location`. */
  | { kind: "redirect"; location: string; keep: boolean; session: Session | null }
  /** `keep`: a form was sent; the page that says so offers to send it again. */
  | { kind: "refuse"; status: number; message: string; keep?: boolean; session?: Session }
);

/** Whether cookies for this visit carry Secure. */
export const isSecure = (console: Console, visit: Visit): boolean =>
  console.config.cookieSecure === "auto" ? visit.https : console.config.cookieSecure === "on";

/**
 * Decides on one request before any page runs (specification sections 2.1, 4, 6): own origin, signed
 * in, not locked, token fresh, roles present.
 */
export async function gate(console: Console, visit: Visit): Promise<Decision> {
  const secure = isSecure(console, visit);
  if (!isOwnOrigin(visit)) return { kind: "refuse", status: 403, message: "请求来源不正确，已拒绝", cookies: [] };

  const cookies = readCookies(visit.header("cookie"));
  const sealed = cookies.get(SESSION_COOKIE);
  const opened = readSession(console.seals, sealed);
  const session = opened && console.locks.latest(opened);
  // A cookie that is stale, forged or of another key only costs bytes on every request.
  const stale = sealed && !session ? signedOutCookies(secure) : [];
  if (session) return somebody(console, session, visit, secure);
  if (isPublic(visit.path)) return { kind: "pass", session, staff: null, cookies: stale };
  const reason = stale.length ? "expired" : undefined;
  return signIn(visit, cookies.get(LOGIN_TYPE_COOKIE), reason, stale);
}

async function somebody(console: Console, session: Session, visit: Visit, secure: boolean): Promise<Decision> {
  const out = (reason: string) => {
    console.locks.end(session);
    return signIn(visit, session.loginType, reason, signedOutCookies(secure), session);
  };
  // What needs no token, and the way out, stay open whatever becomes of the session.
  const lenient = isPublic(visit.path) || visit.path === "/logout";
  let now = session;
  /** Cookies of a session that was renewed just now. */
  const renewal = () => (now.accessToken === session.accessToken ? [] : sessionCookies(console.seals, now, secure));
  try {
    const going = await renewed(console, session);
    if (!going && !lenient) return out("expired");
    now = going ?? session;
    const erp = createErp(sessionCaller(console.config, now, visit));
    // A form asks anew: what was locked or revoked a moment ago must show before it is read.
    const fresh = !isRead(visit);
    now = await console.lockStates.latest(now, erp, { fresh });
    if (!now.lock.locked && !lenient) {
      const user = await console.users.get(now.accessToken, () => fetchUser(erp), { fresh });
      if (user.roles.length === 0) return out("norole");
    }
  } catch (error) {
    if (!(error instanceof ErpError || error instanceof TokenOutage)) throw error;
    if (error instanceof ErpError && error.signedOut && !lenient) return out(reasonEnded(error.message));
    // Locked between the two questions.
    if (error instanceof ErpError && error.status === LOCKED) now = { ...now, lock: { ...now.lock, locked: true } };
    // Nobody said that the session is over: it stays, renewed or not.
    if (!lenient && !now.lock.locked)
      return {
        kind: "refuse",
        status: 503,
        message: NO_ANSWER.unavailable,
        keep: !isRead(visit),
        session: now,
        cookies: renewal(),
      };
  }
  if (now.lock.locked) return whileLocked(visit, now, renewal());
  if (visit.path === "/login" && isRead(visit)) {
    const next = new URL(visit.url, "http://console.invalid").searchParams.get("next");
    const location = nextPath(next);
    return { kind: "redirect", location, keep: false, session: now, cookies: renewal() };
  }
  const staff = createStaff(console, now, visit, secure);
  return { kind: "pass", session: now, staff, cookies: renewal() };
}

function whileLocked(visit: Visit, session: Session, cookies: string[]): Decision {
  if (isOpenWhileLocked(visit.path)) return { kind: "pass", session, staff: null, cookies };
  if (!wantsPage(visit)) return { kind: "refuse", status: 403, message: "已锁屏", cookies };
  const location = withQuery("/lock", { next: returnTarget(visit) });
  return { kind: "redirect", location, keep: !isRead(visit), session, cookies };
}

/** The token ended and the backend could not be asked for another: nobody is signed out for that. */
class TokenOutage extends Error {}

/** The session with at least some seconds left; null when it cannot go on. */
async function renewed(console: Console, session: Session): Promise<Session | null> {
  const left = session.expiresAt - Date.now();
  if (left > REFRESH_THRESHOLD * 1000) return session;
  if (!session.refreshToken) return left > 0 ? session : null;
  try {
    return renewSession(session, await console.refresh(session.refreshToken));
  } catch (error) {
    if (left > 0) return session;
    if (error instanceof ErpError && error.outage) throw new TokenOutage();
    return null;
  }
}

/** Where a form's page is: the page that sent it. */
const returnTarget = (visit: Visit): string | null => {
  const next = nextPath(returnPath(visit));
  return next === "/" ? null : next;
};

function signIn(
  visit: Visit,
  loginType: string | undefined,
  reason: string | undefined,
  cookies: string[],
  session: Session | null = null,
): Decision {
  if (!wantsPage(visit)) return { kind: "refuse", status: 401, message: "登录已失效，请重新登录", cookies };
  const keep = !isRead(visit) && reason !== "norole";
  const location = keep
    ? // The kept form needs the password page: a provider's detour would lose it.
      withQuery("/login", { next: returnTarget(visit), reason: reason ?? "expired" })
    : loginPath(loginType, { next: returnPath(visit), reason });
  return { kind: "redirect", location, keep, session, cookies };
}
