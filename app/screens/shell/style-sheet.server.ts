import { readFileSync } from "node:fs";
import path from "node:path";
import { cookie, readCookies } from "~/session/cookies.server";
import styles from "~/ui/styles.css";

const NAME = "css";
const YEAR = 365 * 86_400;
/** `styles-<hash>`: a new version of the product is a new value. */
const version = path.basename(styles, ".css");
let text: string | undefined;

function sheet(): string {
  try {
    text ??= readFileSync(path.join("public", styles), "utf8");
  } catch {
    // Rebuilt under a running program: pages link to what is there no more, and are read unstyled.
    return "";
  }
  return text;
}

/**
 * How a page gets its style sheet. The first page of a browser carries it inside, so that its first
 * frame waits for no second answer, and has the browser fetch the file for the pages that follow;
 * those link to the cached file. Which of the two it is, a cookie says.
 *
 * @returns `text`: the whole sheet, empty when the page links to it; `cookie`: a Set-Cookie value
 */
export function styleSheetOf(request: Request): { text: string; cookie: string | null } {
  if (readCookies(request.headers.get("Cookie")).get(NAME) === version)
    return { text: "", cookie: null };
  const inside = sheet();
  if (!inside) return { text: inside, cookie: null };
  return { text: inside, cookie: cookie(NAME, version, { secure: false, maxAge: YEAR }) };
}
