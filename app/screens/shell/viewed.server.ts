import { cookie, readCookies } from "~/session/cookies.server";

const NAME = "viewed";
/** Entries kept (specification section 9, "Mobile history maximum"). */
export const MOST_VIEWED = 12;
const PATH = /^\/[\w./-]{1,99}$/;

/** Paths of the entries that this person opened last in the mobile shell of this browser, latest first. */
export function readViewed(request: Request, userId: string): string[] {
  const value = readCookies(request.headers.get("Cookie")).get(NAME) ?? "";
  const [whose, ...paths] = value.split("|");
  return whose === userId ? paths.filter((path) => PATH.test(path)).slice(0, MOST_VIEWED) : [];
}

/** The entry comes first, once; beyond the limit the oldest goes. */
export const countViewed = (paths: readonly string[], path: string): string[] =>
  [path, ...paths.filter((other) => other !== path)].slice(0, MOST_VIEWED);

/** `Set-Cookie` value that keeps them where they are shown: for 90 days; none deletes it. */
export const writeViewed = (userId: string, paths: readonly string[]): string =>
  cookie(NAME, [userId, ...paths].join("|"), {
    secure: false,
    maxAge: paths.length ? 90 * 86_400 : 0,
  });
