import { randomUUID } from "node:crypto";
import { type AppLoadContext, json } from "@remix-run/node";
import { z } from "zod";
import { smsToken } from "~/erp/auth.server";
import { createErp, type Erp, ErpError } from "~/erp/client.server";
import { text } from "~/erp/shapes";
import { phoneProblem, ungrouped } from "~/text/clean";
import { LOGIN_REASONS, MESSAGES } from "~/text/messages";
import type { DemoLogin } from "./console.server";
import { cookie, readCookies, readFlash } from "./cookies.server";
import { openKept } from "./kept-form.server";
import { nextPath } from "./paths.server";
import type { Session } from "./session.server";
import { beginSession, seeOther, signInWithPassword, visitorOf, withCookies } from "./sign-in.server";
import { bindPending, PROVIDERS, pendingBind, providersOf } from "./social.server";

const USERNAME_COOKIE = "last-username";
/** Everything that the log-in page shows before anything was typed. */
export async function loginPage(context: AppLoadContext, request: Request) {
  const query = new URL(request.url).searchParams;
  const next = nextPath(query.get("next"));
  const { message, setCookie } = readFlash(request);
  const reason = LOGIN_REASONS[query.get("reason") ?? ""];
  const bind = pendingBind(context);
  const remembered = readCookies(request.headers.get("Cookie")).get(USERNAME_COOKIE) ?? "";
  const [asked, demo] = [query.get("username"), await demoAccounts(context)];
  const page = {
    mobile: query.get("type") === "mobile",
    next,
    notice: message ?? (reason ? { tone: toneOf(query.get("reason")), text: reason } : null),
    username: asked ?? remembered,
    /** Who chose a demo account signs in with one click, also without script. */
    password: demo.find(({ username }) => username === asked)?.password,
    remember: remembered !== "",
    randomStr: context.console.config.captcha ? randomUUID() : null,
    providers: providersOf(context, next),
    /** Whose account the next password log-in binds. */
    binds: bind ? PROVIDERS[bind.type].label : null,
    demo,
    kept: context.keptForm,
  };
  return { page, headers: withCookies(setCookie ? [setCookie] : []) };
}

const toneOf = (reason: string | null) =>
  reason === "out" || reason === "restored" ? ("success" as const) : reason === "expired" ? "warning" : "danger";

/** Keeps, or forgets, the user name for the next time. */
export const usernameCookie = ({ secure }: AppLoadContext, username: string, keep: boolean) =>
  cookie(USERNAME_COOKIE, keep ? username : "", { secure, maxAge: keep ? 31_536_000 : 0 });

const demoAnswer = z.array(
  z
    .looseObject({ username: z.string(), password: z.string(), roleName: text })
    .transform(({ username, password, roleName }) => ({ username, password, role: roleName })),
);

/** Logins that the backend offers for trying out; none when it offers none. */
async function demoAccounts(context: AppLoadContext): Promise<DemoLogin[]> {
  if (!context.console.config.demo) return [];
  const erp = createErp({ ...visitorOf(context), timeoutMs: 2_000 });
  const load = async () => ({ list: await erp.get("/demo-accounts", { schema: demoAnswer }) });
  const { list } = await context.console.demo.get(context.visit.hops, load).catch(() => ({ list: [] }));
  return list;
}

/** What a log-in form is answered with when nobody is signed in by it. */
export interface LoginAnswer {
  errors: Record<string, string>;
  message: string | null;
  values: { username: string; mobile: string; tenant: string; remember: boolean; kept: string };
  /** What became of the request for an SMS code. */
  sent: string | null;
}

const field = (form: FormData, name: string) => String(form.get(name) ?? "");

/** Answers the log-in forms: sign in, another captcha, SMS code. Signs in with 303 to the page asked for. */
export async function loginAction(context: AppLoadContext, request: Request) {
  const { form } = context;
  const query = new URL(request.url).searchParams;
  const next = nextPath(query.get("next"));
  const mobile = query.get("type") === "mobile";
  const answer: LoginAnswer = {
    errors: {},
    message: null,
    values: {
      username: field(form, "username").trim(),
      mobile: ungrouped(field(form, "mobile")),
      tenant: field(form, "tenant").trim(),
      remember: form.has("remember"),
      kept: field(form, "kept"),
    },
    sent: null,
  };
  const intent = field(form, "intent");
  if (intent === "captcha") return json(answer);
  try {
    if (intent === "sms") {
      const wrong = phoneProblem(answer.values.mobile);
      if (wrong) return refused(answer, { mobile: wrong });
      const sent = await requestSmsCode(createErp(visitorOf(context)), numberIn(answer.values));
      return json({ ...answer, sent });
    }
    const errors = mobile ? mobileErrors(answer, form) : passwordErrors(context, answer, form);
    if (Object.keys(errors).length) return refused(answer, errors);
    const signIn = mobile ? signInByMobile : signInByPassword;
    const { session, headers } = await signIn(context, answer, form);
    return goOn(context, { session, headers, sealed: answer.values.kept, next });
  } catch (error) {
    if (!(error instanceof ErpError)) throw error;
    // 428 is about the code that was typed; everything else about the attempt as a whole.
    if (error.status === 428) return refused(answer, { code: error.message });
    return json({ ...answer, errors: error.fields ?? {}, message: error.message }, { status: 422 });
  }
}

/** A mobile number as the backend takes it: with the code of a tenant that is not the first. */
export const numberIn = ({ mobile, tenant }: { mobile: string; tenant: string }) =>
  tenant ? `${mobile}@${tenant}` : mobile;

const refused = (answer: LoginAnswer, errors: Record<string, string>) => json({ ...answer, errors }, { status: 422 });

function passwordErrors({ console }: AppLoadContext, { values }: LoginAnswer, form: FormData) {
  const errors: Record<string, string> = {};
  if (!values.username) errors.username = MESSAGES.usernameRequired;
  if (!field(form, "password")) errors.password = MESSAGES.passwordRequired;
  if (console.config.captcha && !field(form, "code").trim()) errors.code = MESSAGES.captchaRequired;
  return errors;
}

function mobileErrors({ values }: LoginAnswer, form: FormData) {
  const errors: Record<string, string> = {};
  const wrong = phoneProblem(values.mobile);
  if (wrong) errors.mobile = wrong;
  if (!field(form, "code").trim()) errors.code = MESSAGES.smsCodeRequired;
  return errors;
}

async function signInByPassword(context: AppLoadContext, { values }: LoginAnswer, form: FormData) {
  const started = await signInWithPassword(context, {
    username: values.username,
    password: field(form, "password"),
    randomStr: field(form, "randomStr"),
    code: field(form, "code").trim(),
  });
  const { headers } = started;
  headers.append("Set-Cookie", usernameCookie(context, values.username, values.remember));
  if (form.has("bind")) await bindPending(context, started.session, headers);
  return started;
}

async function signInByMobile(context: AppLoadContext, { values }: LoginAnswer, form: FormData) {
  const { auth } = context.console.config;
  const code = field(form, "code").trim();
  const token = await smsToken(visitorOf(context), auth, { mobile: numberIn(values), code });
  return beginSession(context, token, "sms");
}

const smsAnswer = z
  .looseObject({ demoCode: z.string().nullish() })
  .catch({ demoCode: null })
  .transform((answer) => answer.demoCode ?? null);

/** Asks for a code; answers the sentence to show. @throws ErpError 429 when asked too often */
export async function requestSmsCode(erp: Erp, mobile: string): Promise<string> {
  const demoCode = await erp.get(`/admin/mobile/${encodeURIComponent(mobile)}`, { schema: smsAnswer });
  return demoCode ? `演示环境，验证码为 ${demoCode}` : "验证码已发送，5 分钟内有效";
}

/** After signing in: to the page asked for, or on with the form that was kept. */
export function goOn(
  { console }: AppLoadContext,
  to: { session: Session; headers: Headers; sealed: string; next: string },
) {
  const { session, headers, sealed, next } = to;
  const kept = sealed ? openKept(console.seals, sealed, session.username) : null;
  if (!kept) return seeOther(next, headers);
  const { action, fields, files } = kept;
  return json({ kept: { action, fields, files, back: next } }, { headers });
}
