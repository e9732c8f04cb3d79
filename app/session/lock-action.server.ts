import { type AppLoadContext, json, redirect } from "@remix-run/node";
import { MESSAGES } from "~/text/messages";
import { hashLockPassword, isLockPassword, LOCK_ATTEMPTS } from "./lock.server";
import { goOn } from "./login-action.server";
import { nextPath, withQuery } from "./paths.server";
import { type Lock, type Session, sessionCookies } from "./session.server";
import { endSession, forgetPages, seeOther, withCookies } from "./sign-in.server";

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
    return seeOther(lockPage, await lockedBy(context, session, {}));
  // No lock password yet: the button leads to the form that sets one.
  if (form.get("intent") === "lock") return redirect(lockPage, { status: 303 });
  if (!password) return refused(MESSAGES.lockPasswordRequired, kept);
  const hash = await hashLockPassword(password);
  return seeOther(lockPage, await lockedBy(context, session, { hash }));
}

/** Locks; what the browser kept of earlier pages goes, so that Back shows none of them. */
async function lockedBy(context: AppLoadContext, session: Session, change: Partial<Lock>) {
  return forgetPages(await changed(context, session, { ...change, locked: true, failures: 0 }));
}

async function unlock(
  context: AppLoadContext,
  session: Session,
  { password, kept, next }: { password: string; kept: string; next: string },
) {
  const { locks } = context.console;
  const failures = session.lock.failures + 1;
  // Counted before it is checked: attempts sent at the same time count one by one.
  const tried = locks.change(session, { failures });
  if (await isLockPassword(password, session.lock.hash ?? "")) {
    const headers = await changed(context, tried, { locked: false, failures: 0 });
    return goOn(context, { session: tried, headers, sealed: kept, next });
  }
  if (failures >= LOCK_ATTEMPTS)
    return redirect(withQuery("/login", { next, reason: "lock" }), {
      status: 303,
      headers: await endSession(context),
    });
  const left = `${MESSAGES.lockPasswordWrong}（还可尝试 ${LOCK_ATTEMPTS - failures} 次）`;
  const headers = withCookies(sessionCookies(context.console.seals, tried, context.secure));
  return json({ error: left, kept }, { status: 422, headers });
}

async function changed(context: AppLoadContext, session: Session, change: Partial<Lock>) {
  const { console, secure, staff } = context;
  const displayname = staff ? (await staff.user()).displayname : session.displayname;
  const value = console.locks.change({ ...session, displayname }, change);
  return withCookies(sessionCookies(console.seals, value, secure));
}
