import { type AppLoadContext, redirect } from "@remix-run/node";
import { passwordToken, revokeToken, type TokenSet } from "~/erp/auth.server";
import { createErp, type Erp } from "~/erp/client.server";
import type { Caller } from "~/erp/transport.server";
import { callerOf, sessionCaller } from "./console.server";
import { cookie } from "./cookies.server";
import { type LoginType, type Session, sessionCookies, signedOutCookies, startSession } from "./session.server";

/** The backend's caller behind a request before anybody is signed in. */
export const visitorOf = ({ console, visit }: AppLoadContext): Caller =>
  callerOf(console.config, {
    // A demonstration opens its short cuts by where a caller really is.
    clientIp: console.config.demo ? visit.hops : visit.ip,
    userAgent: visit.header("user-agent"),
    requestId: visit.header("x-request-id"),
    traceparent: visit.header("traceparent"),
  });

/** The backend with the token of a session that the gate has not seen yet. */
export const erpOf = (context: AppLoadContext, session: Session): Erp =>
  createErp(sessionCaller(context.console.config, session, context.visit));

/** Appends Set-Cookie values. */
export function withCookies(cookies: readonly string[], headers = new Headers()): Headers {
  for (const value of cookies) headers.append("Set-Cookie", value);
  return headers;
}

/** Starts a session in this browser; its cookies are in `headers`. */
export function beginSession(
  { console, secure }: AppLoadContext,
  token: TokenSet,
  type: LoginType,
): { session: Session; headers: Headers } {
  const session = startSession(token, type);
  return { session, headers: withCookies(sessionCookies(console.seals, session, secure)) };
}

/** Password log-in. @throws ErpError of the token call */
export async function signInWithPassword(
  context: AppLoadContext,
  form: { username: string; password: string; randomStr?: string; code?: string },
) {
  const token = await passwordToken(visitorOf(context), context.console.config.auth, form);
  return beginSession(context, { ...token, username: token.username || form.username }, "password");
}

/** Ends the session: revoked at the backend, worth nothing here, gone from this browser. */
export async function endSession(context: AppLoadContext): Promise<Headers> {
  const { session, console, secure } = context;
  const headers = forgetPages(withCookies(signedOutCookies(secure)));
  if (!session) return headers;
  console.locks.end(session);
  for (const memory of [console.users, console.menus, console.bells]) memory.drop(session.accessToken);
  // A backend that cannot be reached must not keep anybody signed in here.
  await revokeToken(erpOf(context, session)).catch(() => {});
  return headers;
}

/** Pages may be kept for going back (no-cache, not no-store): this is when they must not be. */
export function forgetPages(headers: Headers): Headers {
  headers.set("Clear-Site-Data", '"cache"');
  // The style sheet goes with them (app/screens/shell/frame.server.ts).
  headers.append("Set-Cookie", cookie("css", "", { secure: false, maxAge: 0 }));
  return headers;
}

/** A redirect after a form (303). */
export const seeOther = (location: string, headers: Headers): Response => redirect(location, { status: 303, headers });
