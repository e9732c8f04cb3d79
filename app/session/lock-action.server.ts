import { type AppLoadContext, json, redirect } from "@remix-run/node";
import { MESSAGES } from "~/text/messages";
import { keeperOf } from "./lock-keeper.server";
import { goOn } from "./login-action.server";
import { nextPath, withQuery } from "./paths.server";
import { type Session, sessionCookies } from "./session.server";
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
    return seeOther(lockPage, await locked(context, session));
  // No lock password yet: the button leads to the form that sets one.
  if (form.get("intent") === "lock") return redirect(lockPage, { status: 303 });
  if (!password) return refused(MESSAGES.lockPasswordRequired, kept);
  return seeOther(lockPage, await locked(context, session, password));
}

/** Locks; what the browser kept of earlier pages goes, so that Back shows none of them. */
async function locked(context: AppLoadContext, session: Session, password?: string) {
  // The name is asked for while it may be: a locked session learns nothing.
  const displayname = context.staff
    ? (await context.staff.user()).displayname
    : session.displayname;
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
  if (answer.kind === "wrong")
    return json({ error: answer.message, kept }, { status: 422, headers });
  return goOn(context, { session: answer.session, headers, sealed: kept, next });
}

const cookiesOf = ({ console, secure }: AppLoadContext, session: Session) =>
  withCookies(sessionCookies(console.seals, session, secure));
