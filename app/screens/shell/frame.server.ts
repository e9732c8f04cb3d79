import { readFileSync } from "node:fs";
import path from "node:path";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { cookie, readCookies } from "~/session/cookies.server";
import { linksBelow } from "~/text";
import styles from "~/ui/styles.css";
import { themeCss } from "~/ui/theme/theme";
import type { Frame } from "./frame";
import { describePage } from "./page.server";
import { buildName } from "./part.server";
import { readPreferences } from "./preferences.server";
import { composeShell } from "./shell.server";

// Parts that are kept serve both shells: each is moved once.
const moved = new WeakMap<Buffer, Buffer>();

function partBelow(part: Buffer): Buffer {
  const known = moved.get(part) ?? Buffer.from(linksBelow(part.toString()));
  moved.set(part, known);
  return known;
}

/** A page of the console with all its links and forms below `/mobile`: nothing else knows of that shell. */
export const piecesBelow = (pieces: readonly (string | Buffer)[]): (string | Buffer)[] =>
  pieces.map((piece) => (typeof piece === "string" ? linksBelow(piece) : partBelow(piece)));

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
function styleSheetOf(request: Request): { text: string; cookie: string | null } {
  if (readCookies(request.headers.get("Cookie")).get(NAME) === version) return { text: "", cookie: null };
  const inside = sheet();
  if (!inside) return { text: inside, cookie: null };
  return { text: inside, cookie: cookie(NAME, version, { secure: false, maxAge: YEAR }) };
}

/**
 * The frame of one answer with these headers, and the Set-Cookie values that it brings. When the backend cannot say who
 * the user is or what the menu is, the page goes without a shell rather than not at all.
 */
export async function composeFrame(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<{ frame: Frame; cookies: string[] }> {
  const page = describePage(remix);
  const preferences = readPreferences(request);
  const { staff, console: own, problem } = context;
  const composed =
    page.inShell && staff
      ? await composeShell({
          request,
          status,
          page,
          staff,
          config: own.config,
          preferences,
          mobile: context.mobile ?? false,
        }).catch((error: unknown) => {
          if (error instanceof Response) throw error;
          console.error(`shell of ${new URL(request.url).pathname}:`, error);
          return null;
        })
      : null;
  const sheet = styleSheetOf(request);
  const frame: Frame = {
    title: page.title,
    theme: preferences.theme,
    styleSheet: sheet.text,
    themeCss: themeCss(preferences.colour, preferences.theme),
    posted: request.method !== "GET",
    build: buildName(remix),
    // What goes on asks for its page again, wherever script has led meanwhile; a frame page has a
    // policy of its own.
    native: headers.has("Refresh") || new URL(request.url).pathname.startsWith("/myiframe/"),
    status,
    problem,
    requestId: context.visit.header("x-request-id"),
    shell: composed?.shell ?? null,
    flash: composed?.flash ?? null,
    mobile: context.mobile ?? false,
    parts: [],
    screen: context.screen,
  };
  const cookies = [...(composed?.cookies ?? []), ...(sheet.cookie ? [sheet.cookie] : [])];
  return { frame, cookies };
}
