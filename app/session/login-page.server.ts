import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import { createErp } from "~/erp/client.server";
import { text } from "~/erp/shapes";
import { LOGIN_REASONS } from "~/text/messages";
import type { DemoLogin } from "./console.server";
import { cookie, readCookies } from "./cookies.server";
import { readFlash } from "./flash.server";
import { nextPath } from "./paths.server";
import { visitorOf, withCookies } from "./sign-in.server";
import { PROVIDERS, pendingBind, providersOf } from "./social.server";

const USERNAME_COOKIE = "last-username";
/** Everything that the log-in page shows before anything was typed. */
export async function loginPage(context: AppLoadContext, request: Request) {
  const query = new URL(request.url).searchParams;
  const next = nextPath(query.get("next"));
  const { message, setCookie } = readFlash(request);
  const reason = LOGIN_REASONS[query.get("reason") ?? ""];
  const bind = pendingBind(context);
  const remembered = readCookies(request.headers.get("Cookie")).get(USERNAME_COOKIE) ?? "";
  const page = {
    mobile: query.get("type") === "mobile",
    next,
    notice: message ?? (reason ? { tone: toneOf(query.get("reason")), text: reason } : null),
    username: query.get("username") ?? remembered,
    remember: remembered !== "",
    randomStr: context.console.config.captcha ? randomUUID() : null,
    providers: providersOf(context, next),
    /** Whose account the next password log-in binds. */
    binds: bind ? PROVIDERS[bind.type].label : null,
    demo: await demoAccounts(context),
    kept: context.keptForm,
  };
  return { page, headers: withCookies(setCookie ? [setCookie] : []) };
}

const toneOf = (reason: string | null) =>
  reason === "out" ? ("success" as const) : reason === "expired" ? "warning" : "danger";

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
  const { list } = await context.console.demo
    .get(context.visit.hops, load)
    .catch(() => ({ list: [] }));
  return list;
}
