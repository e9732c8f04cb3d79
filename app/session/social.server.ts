import { randomBytes } from "node:crypto";
import { type AppLoadContext, redirect } from "@remix-run/node";
import { z } from "zod";
import { type SocialType, socialToken } from "~/erp/auth.server";
import { ErpError, nothing } from "~/erp/client.server";
import { STATUS_MESSAGES } from "~/text/messages";
import { cookie, flash, readCookies } from "./cookies.server";
import { nextPath, withQuery } from "./paths.server";
import type { LoginType, Session } from "./session.server";
import { beginSession, erpOf, visitorOf, withCookies } from "./sign-in.server";
export const PROVIDERS: Readonly<Record<SocialType, { label: string; callback: string; loginType: LoginType }>> = {
  WX: { label: "企业微信", callback: "/wxoauth", loginType: "wx" },
  OA: { label: "OA", callback: "/oaoauth", loginType: "oa" },
  FEISHU: { label: "飞书", callback: "/feishu", loginType: "feishu" },
};

export const socialType = z.enum(["WX", "OA", "FEISHU"]);

const MINUTES = 10;
const STATE_COOKIE = "social-state";
const BIND_COOKIE = "social-bind";

const started = z.object({ state: z.string(), type: socialType, next: z.string() });
const pending = z.object({ type: socialType, code: z.string() });
/** A provider's account that belongs to nobody here yet; bound by the next password log-in. */
export type PendingBind = z.output<typeof pending>;

type SocialContext = AppLoadContext;

function sealed({ console, secure }: SocialContext, name: string, value: unknown): string {
  const text = console.seals.seal("social", { name, value }, MINUTES * 60_000);
  return cookie(name, text, { secure, maxAge: MINUTES * 60 });
}

function opened<S extends z.ZodType>(context: SocialContext, name: string, schema: S): z.output<S> | null {
  const text = readCookies(context.visit.header("cookie")).get(name);
  // The name inside: a state must not pass for a binding by being put under its name.
  const whole = z
    .object({ name: z.literal(name), value: z.unknown() })
    .safeParse(context.console.seals.open("social", text));
  const parsed = schema.safeParse(whole.data?.value);
  return parsed.success ? parsed.data : null;
}

const dropped = ({ secure }: SocialContext, name: string) => cookie(name, "", { secure, maxAge: 0 });

/** Providers that this console is set up for. */
export function providersOf({ console }: SocialContext, next: string) {
  return socialType.options
    .filter((type) => console.config.socialUrls[type])
    .map((type) => ({
      type,
      label: PROVIDERS[type].label,
      href: withQuery("/authredirect", { type, next: next === "/" ? null : next }),
    }));
}

/**
 * The provider's address, with a state that only this browser can bring back (its cookie is in
 * `headers`). @throws Response to the log-in page when the provider is not set up
 */
export function startSocial(context: SocialContext, type: SocialType, next: string) {
  const template = context.console.config.socialUrls[type];
  if (!template) throw redirect(withQuery("/login", { next, reason: "unconfigured" }));
  const { publicUrl } = context.console.config;
  const origin = publicUrl ?? `${context.visit.https ? "https" : "http"}://${context.visit.host}`;
  // Backends of this lineage read the type from the front of the state.
  const state = `${type}-${randomBytes(18).toString("base64url")}`;
  const address = template
    .replace("{redirect_uri}", encodeURIComponent(origin + PROVIDERS[type].callback))
    .replace("{state}", encodeURIComponent(state));
  const value = sealed(context, STATE_COOKIE, { state, type, next: nextPath(next) });
  return { address, headers: withCookies([value]) };
}

/** Whether this request comes back from a provider. */
export const isCallback = (request: Request): boolean => {
  const query = new URL(request.url).searchParams;
  return ["code", "state", "error"].some((name) => query.has(name));
};

/** The provider that this browser was sent to with this state; null: not by us, or too long ago. */
export function startedSocial(context: SocialContext, request: Request) {
  const state = new URL(request.url).searchParams.get("state");
  const known = opened(context, STATE_COOKIE, started);
  return known && known.state === state ? known : null;
}

/** Completes a provider's log-in: session and the page asked for, or the way to bind the account. */
export async function finishSocial(context: SocialContext, request: Request, type: SocialType): Promise<Response> {
  const known = startedSocial(context, request);
  const headers = withCookies([dropped(context, STATE_COOKIE)]);
  if (known?.type !== type) return redirect("/login?reason=state", { headers });
  const code = new URL(request.url).searchParams.get("code");
  const { next } = known;
  if (!code) return redirect(withQuery("/login", { next, reason: "denied" }), { headers });

  const { auth } = context.console.config;
  try {
    const token = await socialToken(visitorOf(context), auth, { type, code });
    if (!token) return toBind(context, { type, code }, next, headers, "unmatched");
    const { headers: cookies } = beginSession(context, token, PROVIDERS[type].loginType);
    return redirect(next, { headers: withCookies(cookies.getSetCookie(), headers) });
  } catch (error) {
    if (!(error instanceof ErpError)) throw error;
    // 企业微信 has a sentence of its own for an account that belongs to nobody.
    const reason = type === "WX" ? "unmatched" : "unbound";
    if (error.status === 417) return toBind(context, { type, code }, next, headers, reason);
    flash(headers, { tone: "danger", text: error.message });
    return redirect(withQuery("/login", { next }), { headers });
  }
}

function toBind(context: SocialContext, bind: PendingBind, next: string, headers: Headers, reason: string): Response {
  headers.append("Set-Cookie", sealed(context, BIND_COOKIE, bind));
  const feishu = bind.type === "FEISHU";
  const page = feishu ? "/feishubind" : "/login";
  return redirect(withQuery(page, { next: next === "/" ? null : next, reason }), { headers });
}

/** The provider's account that waits to be bound in this browser. */
export const pendingBind = (context: SocialContext): PendingBind | null => opened(context, BIND_COOKIE, pending);

/** Binds the waiting account to the person who just signed in; says how it went on the next page. */
export async function bindPending(context: SocialContext, session: Session, headers: Headers): Promise<void> {
  const bind = pendingBind(context);
  if (!bind) return;
  headers.append("Set-Cookie", dropped(context, BIND_COOKIE));
  const { label } = PROVIDERS[bind.type];
  try {
    await erpOf(context, session).post("/auth/social/bind", { body: bind, schema: nothing });
    flash(headers, { tone: "success", text: `已绑定${label}，下次可直接用${label}登录` });
  } catch (error) {
    const text = error instanceof ErpError ? error.message : STATUS_MESSAGES[417];
    flash(headers, { tone: "warning", text: `已登录，但绑定${label}没有成功：${text}` });
  }
}
