import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { cookie, readCookies } from "~/session/cookies.server";
import styles from "~/ui/styles.css";

/** One rule of a sheet (scripts/build-assets.mjs): its selectors with what each needs in a page, a group of rules, or text. */
type SheetRule =
  | { selectors: { text: string; needs: string[] }[]; body: string }
  | { group: string; rules: SheetRule[] }
  | { text: string };

const ruleSchema: z.ZodType<SheetRule> = z.lazy(() =>
  z.union([
    z.object({ selectors: z.array(z.object({ text: z.string(), needs: z.array(z.string()) })), body: z.string() }),
    z.object({ group: z.string(), rules: z.array(ruleSchema) }),
    z.object({ text: z.string() }),
  ]),
);
const sheetsSchema = z.record(z.string(), z.array(ruleSchema));

let known: z.infer<typeof sheetsSchema> | undefined;

/** The sheets of this build by their address. Rebuilt under a running program, its pages link to them all. */
function sheets() {
  try {
    known ??= sheetsSchema.parse(JSON.parse(readFileSync("build/sheets.json", "utf8")));
  } catch {
    return {};
  }
  return known;
}

const NAME = "css";
const YEAR = 365 * 86_400;
/** `styles-<hash>`: a new version of the product is a new value. */
const version = path.basename(styles, ".css");

/**
 * A browser without this build's style sheets, as a cookie says, gets a page that carries what it needs of
 * them: its first frame waits for no second answer.
 * @returns the Set-Cookie value of such a page, null when the browser has the sheets
 */
export function firstVisit(request: Request): string | null {
  if (readCookies(request.headers.get("Cookie")).get(NAME) === version || !(styles in sheets())) return null;
  return cookie(NAME, version, { secure: false, maxAge: YEAR });
}

/** Elements, classes and ids of a page, as rules name them. */
function namesIn(html: string): Set<string> {
  const names = new Set<string>();
  for (const [, element, classes, id] of html.matchAll(/<([a-z][a-z0-9]*)|\bclass="([^"]*)"|\bid="([^"]*)"/g)) {
    if (element) names.add(element);
    else if (id) names.add(`#${id}`);
    else for (const name of classes?.split(" ") ?? []) names.add(`.${name}`);
  }
  return names;
}

function neededOf(rules: readonly SheetRule[], names: ReadonlySet<string>): string {
  let css = "";
  for (const rule of rules) {
    if ("text" in rule) css += rule.text;
    else if ("group" in rule) {
      const inside = neededOf(rule.rules, names);
      if (inside) css += `${rule.group}{${inside}}`;
    } else {
      const selectors = rule.selectors.filter(({ needs }) => needs.every((name) => names.has(name)));
      if (selectors.length) css += selectors.map(({ text }) => text).join() + rule.body;
    }
  }
  return css;
}

const LINK = /<link rel="stylesheet" href="([^"]+)"(?: media="([^"]+)")?\/>/g;

/**
 * A page that carries what it needs of its style sheets, each in its place. The sheets are named, for what script
 * shows later (app/entry.client.tsx).
 * @param page the page in pieces, its head in the first
 * @returns the pieces, and the texts of their styles for the page's policy
 */
export function carrySheets(page: readonly (string | Buffer)[]): { css: string[]; pieces: (string | Buffer)[] } {
  const names = namesIn(page.join(""));
  const css: string[] = [];
  const pieces = page.map((piece) =>
    typeof piece !== "string"
      ? piece
      : piece.replace(LINK, (link, href: string, media = "") => {
          const rules = sheets()[href];
          if (!rules) return link;
          const needed = neededOf(rules, names);
          css.push(needed);
          const wanted = media && ` media="${media}"`;
          return `<style data-sheet="${href}"${wanted}>${needed}</style>`;
        }),
  );
  return { css, pieces };
}
