import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { cookie, readCookies } from "~/session/cookies.server";
import { LOOK, SERIES_COLOURS } from "~/ui/figure/style";
import styles from "~/ui/styles.css";

/** One rule of a sheet (scripts/build-assets.mjs): its selectors with what each needs in a page, a group of rules, or text. */
type SheetRule =
  | { selectors: { text: string; needs: string[] }[]; body: string }
  | { group: string; needs: string[]; rules: SheetRule[] }
  | { text: string; needs: string[] };

const ruleSchema: z.ZodType<SheetRule> = z.lazy(() =>
  z.union([
    z.object({ selectors: z.array(z.object({ text: z.string(), needs: z.array(z.string()) })), body: z.string() }),
    z.object({ group: z.string(), needs: z.array(z.string()), rules: z.array(ruleSchema) }),
    z.object({ text: z.string(), needs: z.array(z.string()) }),
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

const COOKIE = "css";
const YEAR = 365 * 86_400;
/** `styles-<hash>`: a new version of the product is a new value. */
const version = path.basename(styles, ".css");

/**
 * A browser without this build's style sheets, as a cookie says, gets a page that carries what it needs of
 * them: its first frame waits for no second answer.
 * @returns the Set-Cookie value of such a page, null when the browser has the sheets
 */
export function firstVisit(request: Request): string | null {
  if (readCookies(request.headers.get("Cookie")).get(COOKIE) === version || !(styles in sheets())) return null;
  return cookie(COOKIE, version, { secure: false, maxAge: YEAR });
}

const TAG = /<(\/?)([a-z][a-z0-9]*)([^>]*)>/g;
const ATTRIBUTE = /([a-z][a-z-]*)(?:="([^"]*)")?/gi;
/** What opens by hand wherever it stands. */
const CLOSED = /\b(role="dialog".*popover=|class="pop-menu")/;

/**
 * Elements, classes, ids, attributes and states, as rules name them.
 * @param whole of all that a page may ever show; else of its first frame: what is closed has no part in it
 */
function namesIn(html: string, whole: boolean): Set<string> {
  const names = new Set(whole ? ["?hand", "?focus"] : []);
  let closed = "";
  let deep = 0;
  for (const [, end, element = "", attributes = ""] of html.matchAll(TAG)) {
    if (closed) {
      if (element === closed) deep += end ? -1 : 1;
      if (!deep) closed = "";
    } else if (!end && !whole && CLOSED.test(attributes)) {
      closed = element;
      deep = 1;
    } else if (!end) {
      names.add(element);
      for (const [, written = "", value = ""] of attributes.matchAll(ATTRIBUTE)) {
        const name = written.toLowerCase();
        names.add(`[${name}]`);
        if (name === "id") {
          names.add(`#${value}`);
          if (/\schecked\b/.test(attributes)) names.add(`#${value}:checked`);
        }
        if (name === "class") for (const one of value.split(" ")) names.add(`.${one}`);
      }
    }
  }
  if (names.has("[autofocus]")) names.add("?focus");
  return names;
}

function neededOf(rules: readonly SheetRule[], names: ReadonlySet<string>): string {
  const met = ({ needs }: { needs: string[] }) => needs.every((name) => names.has(name));
  let css = "";
  for (const rule of rules) {
    if ("selectors" in rule) {
      const selectors = rule.selectors.filter(met);
      if (selectors.length) css += `${selectors.map(({ text }) => text).join()}{${rule.body}}`;
    } else if (met(rule)) {
      if ("text" in rule) css += rule.text;
      else {
        const inside = neededOf(rule.rules, names);
        if (inside) css += `${rule.group}{${inside}}`;
      }
    }
  }
  return css;
}

const READ = /var\((--[\w-]+)/g;
const SAID = /(--[\w-]+):[^;{}]*(?:;|(?=\}))/g;
const ANIMATED = /animation(?:-name)?:[^;}]*/g;
const FRAMES = /@keyframes ([\w-]+) ?\{(?:[^{}]*\{[^{}]*\})*\}/g;
/** What is said of variables may read others. */
const DEEP = 3;

/** Variables that neither these rules nor the page read, nor a chart's script, and motions of nothing come with the sheet. */
function withoutUnread(css: string[], html: string): string[] {
  const readIn = (text: string) => [...text.matchAll(READ)].map(([, name = ""]) => name);
  const looked = html.includes(' data-island="') ? [...SERIES_COLOURS, ...Object.values(LOOK)] : [];
  const always = [...looked, ...readIn(html)];
  let left = css;
  for (let n = 0; n < DEEP; n++) {
    const read = new Set([...always, ...left.flatMap(readIn)]);
    left = left.map((text) => text.replace(SAID, (said, name: string) => (read.has(name) ? said : "")));
  }
  const moving = left.flatMap((text) => text.match(ANIMATED) ?? []).join();
  return left.map((text) =>
    text.replaceAll(":root{}", "").replace(FRAMES, (frames, name: string) => (moving.includes(name) ? frames : "")),
  );
}

const LINK = /<link rel="stylesheet" href="([^"]+)"(?: media="([^"]+)")?\/>/g;

interface CarriedSheets {
  css: string;
  hrefs: string[];
  links: string;
}

/**
 * A page that carries what it needs of its style sheets: those for every screen as one, in the place of the first, the
 * others each in its own. The sheets are named, for what script shows later (app/entry.client.tsx); a browser without
 * script takes them at once.
 * @param page the page in pieces, its head in the first
 * @returns the pieces, and the texts of their styles for the page's policy
 */
export function carrySheets(page: readonly (string | Buffer)[]): { css: string[]; pieces: (string | Buffer)[] } {
  const html = page.join("");
  const scripted = html.includes("<script ");
  const names = namesIn(html, !scripted);
  const carried = new Map<string, CarriedSheets>();
  for (const [link, href = "", media = ""] of html.matchAll(LINK)) {
    const rules = sheets()[href];
    const one = carried.get(media) ?? { css: "", hrefs: [], links: "" };
    if (!rules || one.hrefs.includes(href)) continue;
    carried.set(media, { css: one.css + neededOf(rules, names), hrefs: [...one.hrefs, href], links: one.links + link });
  }
  const css = withoutUnread(
    [...carried.values()].map((one) => one.css),
    html,
  );
  const styles = new Map(
    [...carried].map(([media, { hrefs, links }], n) => [
      media,
      `<style data-sheet="${hrefs.join(" ")}"${media && ` media="${media}"`}>${css[n]}</style>${scripted ? `<noscript>${links}</noscript>` : ""}`,
    ]),
  );
  const pieces = page.map((piece) =>
    typeof piece !== "string"
      ? piece
      : piece.replace(LINK, (link, href: string, media = "") => {
          if (!carried.get(media)?.hrefs.includes(href)) return link;
          const style = styles.get(media) ?? "";
          styles.delete(media);
          return style;
        }),
  );
  return { css, pieces };
}
