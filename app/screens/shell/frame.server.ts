import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { linksBelow } from "~/text";
import { themeCss } from "~/ui/theme/theme";
import { firstVisit } from "./first-sheet.server";
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
  const first = firstVisit(request);
  const frame: Frame = {
    title: page.title,
    theme: preferences.theme,
    first: first !== null,
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
  const cookies = [...(composed?.cookies ?? []), ...(first ? [first] : [])];
  return { frame, cookies };
}
