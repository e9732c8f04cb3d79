import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { renderToStaticMarkup } from "react-dom/server";
import { Breadcrumb, escapeHtml } from "~/ui";
import { MobileShell } from "~/ui/mobile/mobile";
import type { ShellData } from "~/ui/page/shell-data";
import { Shell } from "~/ui/shell/shell";
import { TabBar } from "~/ui/tabs/tabs";

type ShellHtmlSlot = "at" | "menu" | "crumbs" | "tabs" | "page";

// Drawn anew by each process and never sent: no name or title, whoever typed it, can be taken for a slot.
const SECRET = randomUUID();
const mark = (slot: ShellHtmlSlot) => `${SECRET}:${slot};`;
const MARKS = new RegExp(`${SECRET}:(\\w+);`);

/** Everything in a shell that stays the same from page to page of one person. */
type Constant = Omit<ShellData, "at" | "menuHtml" | "menuPath" | "crumbs" | "guide" | "tabs">;

/** The shell around an empty page: bytes and names of slots by turns. */
function template(constant: Constant): (Buffer | ShellHtmlSlot)[] {
  const crumbs = [{ label: SECRET }];
  const own = { ...constant, at: mark("at"), menuHtml: mark("menu"), menuPath: "", crumbs, tabs: [] };
  return renderToStaticMarkup(<Shell shell={own}>{mark("page")}</Shell>)
    .replace(renderToStaticMarkup(<Breadcrumb items={crumbs} />), mark("crumbs"))
    .replace(renderToStaticMarkup(<TabBar at={own.at} tabs={[]} />), mark("tabs"))
    .split(MARKS)
    .map((piece, i) => (i % 2 ? (piece as ShellHtmlSlot) : Buffer.from(piece)));
}

// About 10 KB each. React on every page for what only settings change was a fifth of its time.
const templates = new LRUCache<string, (Buffer | ShellHtmlSlot)[]>({ max: 500 });

/** The shell of a phone is small: it is drawn each time. */
function inMobileShell(shell: ShellData, page: (string | Buffer)[]): (string | Buffer)[] {
  const [before = "", after = ""] = renderToStaticMarkup(<MobileShell shell={shell}>{mark("page")}</MobileShell>).split(
    mark("page"),
  );
  return [before, ...page, after];
}

/** A page inside the shell, in pieces. The shell is rendered once per person and settings. */
export function inShell(shell: ShellData, page: (string | Buffer)[]): (string | Buffer)[] {
  if (shell.mobile) return inMobileShell(shell, page);
  const { at, menuHtml, menuPath, crumbs, guide, tabs, ...constant } = shell;
  const key = JSON.stringify(constant);
  let pieces = templates.get(key);
  if (!pieces) {
    pieces = template(constant);
    templates.set(key, pieces);
  }
  const values = {
    at: escapeHtml(at),
    menu: menuHtml,
    crumbs: renderToStaticMarkup(<Breadcrumb items={crumbs} guide={guide} />),
    tabs: shell.switches.showTag ? renderToStaticMarkup(<TabBar at={at} tabs={tabs} />) : "",
    page,
  };
  return pieces.flatMap((piece) => (typeof piece === "string" ? values[piece] : piece));
}
