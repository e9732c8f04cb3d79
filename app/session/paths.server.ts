/** Pages for everybody (specification 2.1). /lock and /logout need a session and are not here. */
const PUBLIC = new Set([
  "/login",
  "/wxoauth",
  "/oaoauth",
  "/feishu",
  "/feishubind",
  "/authredirect",
  "/401",
  "/403",
  "/404",
  "/500",
  "/session/captcha",
  "/session/sms",
]);

/** Whether a path needs no token. */
export const isPublic = (path: string): boolean =>
  PUBLIC.has(path) || path.startsWith("/refresh/") || path.startsWith("/myiframe/");

/** The timer of a page asks, whether somebody reads the page or not: that is no use of the session. */
export const isUnattended = (path: string): boolean => path === "/session/refresh";

/** All that a locked session may do. */
export const isOpenWhileLocked = (path: string): boolean => path === "/lock" || path === "/logout";

/** Pages to which nobody is brought back after signing in. */
const NO_RETURN =
  /^\/(login|logout|lock|refresh|session|wxoauth|oaoauth|feishu|feishubind|authredirect|401|403|404|500)(\/|$|\?)/;

/** A path of this site with its query, or null: no other host, no scheme, no control characters. */
export function samePath(target: string | null | undefined): string | null {
  if (!target?.startsWith("/")) return null;
  const base = "http://console.invalid";
  if (!URL.canParse(target, base)) return null;
  const url = new URL(target, base);
  if (url.origin !== base || url.pathname.startsWith("//")) return null;
  return url.pathname + url.search;
}

/** Where to go back to: the page that was named, else the home page of the shell. */
export const backPath = (target: string | null | undefined): string => samePath(target) ?? "/wel/index";

/** A longer address would not fit, encoded, into the header of a redirect (16 KB in common clients). */
const LONGEST_RETURN = 4000;

/** Where to go after signing in: the page asked for, else the home page. */
export function nextPath(target: string | null | undefined): string {
  const path = samePath(target);
  const fits = path && path.length <= LONGEST_RETURN && !NO_RETURN.test(path);
  return fits ? path : "/";
}

/** `path?name=value` without the empty ones. */
export function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** Login page of this browser: /feishu when it signed in there last (specification section 4). */
export function loginPath(
  loginType: string | undefined,
  { next, reason }: { next?: string; reason?: string } = {},
): string {
  const wanted = next && nextPath(next) !== "/" ? nextPath(next) : null;
  // The messaging suite signs in by itself: a reason that must be read stays on the login page.
  const automatic = loginType === "feishu" && (!reason || reason === "expired");
  return withQuery(automatic ? "/feishu" : "/login", { next: wanted, reason: automatic ? null : reason });
}
