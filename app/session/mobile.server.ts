import type { Request, RequestHandler } from "express";
import { above, below, isBelow, MOBILE } from "~/text/below";

/** Pages that stand in the mobile shell alone. */
const OWN = new Set([MOBILE, `${MOBILE}/me`]);

/** Remix reads the whole address as it came. */
function rename(req: Request, address: string): void {
  req.url = address;
  req.originalUrl = address;
}

/**
 * Pages below `/mobile` are those of the console: Remix hears their own address, and that the mobile
 * shell stands around them. What leads on from there is put below `/mobile` again.
 */
export const mobilePages: RequestHandler = (req, res, next) => {
  const { pathname, search } = new URL(req.originalUrl, "http://console.invalid");
  if (!isBelow(pathname)) return next();
  const path = pathname.replace(/\/+$/, "");
  if (!OWN.has(path)) {
    const page = above(path);
    if (/^\/[/\\]/.test(page)) return next();
    // What both shells share has one address.
    if (below(page) !== path) return res.redirect(307, page + search);
    rename(req, page + search);
  }
  res.locals.context.mobile = true;
  const append = res.append.bind(res);
  res.append = (name, value) => append(name, name.toLowerCase() === "location" ? below(String(value)) : value);
  next();
};

/** Without the choice of the whole console, a phone gets the mobile pages. */
export const DESKTOP_COOKIE = "desktop";

/** Whether a request comes from a phone, by what its browser says. */
export function isPhone(header: (name: string) => string | null | undefined): boolean {
  const hint = header("sec-ch-ua-mobile");
  return hint ? hint === "?1" : /\bMobi|Android.+Mobile|iPhone|HarmonyOS.+Phone/.test(header("user-agent") ?? "");
}
