import { type AppLoadContext, json, redirect } from "@remix-run/node";
import { ErpError } from "~/erp/client.server";
import { lockSession, unlockSession } from "~/erp/lock.server";
import { MESSAGES } from "~/text/messages";
import { hashLockPassword, isLockPassword, LOCK_ATTEMPTS } from "./lock/ledger.server";
import { goOn } from "./login-action.server";
import { nextPath, withQuery } from "./paths.server";
import { type Session, sessionCookies } from "./session.server";
import { endSession, erpOf, forgetPages, seeOther, withCookies } from "./sign-in.server";

/** What became of a try to unlock. */
type Unlocking =
  | { kind: "open"; session: Session }
  | { kind: "wrong"; session: Session; message: string }
  /** It was the last one allowed (`lock`), or the session was over before. */
  | { kind: "ended"; reason: "lock" | "expired" };

/** Who keeps the lock of a session and counts its failed tries. */
interface LockKeeper {
  /** @param password becomes the lock password; none: the one that is set */
  lock(session: Session, password?: string): Promise<Session>;
  unlock(session: Session, password: string): Promise<Unlocking>;
}

/** The backend, or this process and the cookie where the backend has no such call. */
const keeperOf = (context: AppLoadContext, { lock }: Session): LockKeeper =>
  lock.atBackend ? atBackend(context) : inConsole(context);

function atBackend(context: AppLoadContext): LockKeeper {
  const { lockStates } = context.console;
  return {
    async lock(session, password) {
      return lockStates.told(session, await lockSession(erpOf(context, session), password));
    },
    async unlock(session, password) {
      try {
        const state = await unlockSession(erpOf(context, session), password);
        return { kind: "open", session: lockStates.told(session, state) };
      } catch (error) {
        if (!(error instanceof ErpError)) throw error;
        if (error.signedOut) {
          const last = session.lock.failures >= LOCK_ATTEMPTS - 1;
          return { kind: "ended", reason: last ? "lock" : "expired" };
        }
        return { kind: "wrong", session, message: error.message };
      }
    },
  };
}

function inConsole({ console: { locks } }: AppLoadContext): LockKeeper {
  return {
    async lock(session, password) {
      const hash = password === undefined ? {} : { hash: await hashLockPassword(password) };
      return locks.change(session, { ...hash, locked: true, failures: 0 });
    },
    async unlock(session, password) {
      const failures = session.lock.failures + 1;
      // Counted before it is checked: attempts sent at the same time count one by one.
      const tried = locks.change(session, { failures });
      if (await isLockPassword(password, session.lock.hash ?? ""))
        return { kind: "open", session: locks.change(tried, { locked: false, failures: 0 }) };
      if (failures >= LOCK_ATTEMPTS) return { kind: "ended", reason: "lock" };
      const message = `${MESSAGES.lockPasswordWrong}（还可尝试 ${LOCK_ATTEMPTS - failures} 次）`;
      return { kind: "wrong", session: tried, message };
    },
  };
}

const refused = (error: string, kept: string) => json({ error, kept }, { status: 422 });

/** The forms of /lock: set the lock password, lock, unlock. */
export async function lockAction(context: AppLoadContext, request: Request) {
  const { session, form } = context;
  if (!session) throw redirect("/login");
  const given = form.get("next") ?? new URL(request.url).searchParams.get("next");
  const next = nextPath(given === null ? null : String(given));
  const password = String(form.get("password") ?? "");
  const kept = String(form.get("kept") ?? "");
  const lockPage = withQuery("/lock", { next: next === "/" ? null : next });

  if (session.lock.locked) {
    if (!password) return refused(MESSAGES.lockPasswordRequired, kept);
    return unlock(context, session, { password, kept, next });
  }
  if (session.lock.hash !== null && form.get("intent") === "lock")
    return seeOther(lockPage, await locked(context, session));
  // No lock password yet: the button leads to the form that sets one.
  if (form.get("intent") === "lock") return redirect(lockPage, { status: 303 });
  if (!password) return refused(MESSAGES.lockPasswordRequired, kept);
  return seeOther(lockPage, await locked(context, session, password));
}

/** Locks; what the browser kept of earlier pages goes, so that Back shows none of them. */
async function locked(context: AppLoadContext, session: Session, password?: string) {
  // The name is asked for while it may be: a locked session learns nothing.
  const displayname = context.staff ? (await context.staff.user()).displayname : session.displayname;
  const done = await keeperOf(context, session).lock({ ...session, displayname }, password);
  return forgetPages(cookiesOf(context, done));
}

async function unlock(
  context: AppLoadContext,
  session: Session,
  { password, kept, next }: { password: string; kept: string; next: string },
) {
  const answer = await keeperOf(context, session).unlock(session, password);
  if (answer.kind === "ended")
    return redirect(withQuery("/login", { next, reason: answer.reason }), {
      status: 303,
      headers: await endSession(context),
    });
  const headers = cookiesOf(context, answer.session);
  if (answer.kind === "wrong") return json({ error: answer.message, kept }, { status: 422, headers });
  return goOn(context, { session: answer.session, headers, sealed: kept, next });
}

const cookiesOf = ({ console, secure }: AppLoadContext, session: Session) =>
  withCookies(sessionCookies(console.seals, session, secure));
