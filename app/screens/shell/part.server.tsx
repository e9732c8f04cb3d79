import { createHash } from "node:crypto";
import type { EntryContext } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import { Breadcrumb } from "~/ui/breadcrumb/breadcrumb";
import { FootBar } from "~/ui/foot-bar/foot-bar";
import { escapeHtml } from "~/ui/html";
import { MobileBar } from "~/ui/mobile/mobile";
import type { ShellData } from "~/ui/page/shell-data";
import styles from "~/ui/styles.css";
import { TabBar } from "~/ui/tabs/tabs";
import { News } from "~/ui/topbar/topbar";

/** Header by which the shell's script asks for the parts of a page (app/ui/shell/answer.client.ts). */
export const PART = "X-Part";

/** The page is fetched before anybody wants to see it: nothing may change by it. */
export const isPrefetch = (request: Request): boolean =>
  request.headers.get(PART) === "ahead" || (request.headers.get("Sec-Purpose") ?? "").includes("prefetch");

let known = "";

/** Name of this build's script and style: parts of one build do not fit into the shell of another. */
export function buildName({ manifest }: Pick<EntryContext, "manifest">): string {
  known ||= createHash("sha256")
    .update(manifest.entry.module + styles)
    .digest("base64url")
    .slice(0, 8);
  return known;
}

/**
 * What a page has otherwise than another one in the same shell, from the same renderers: facts, the
 * elements that take the place of those with their id, and the content.
 * @param sheets links to style sheets that not every page has
 */
export function partsOfPage(
  shell: ShellData,
  title: string,
  page: (string | Buffer)[],
  sheets: readonly string[],
): (string | Buffer)[] {
  const { at, crumbs, tabs, menuPath, group } = shell;
  const facts = { title, menu: menuPath, group };
  const data = Object.entries(facts).map(([k, v]) => ` data-${k}="${escapeHtml(String(v))}"`);
  const parts = renderToStaticMarkup(
    shell.mobile ? (
      <>
        <MobileBar shell={shell} />
        <FootBar shell={shell} />
      </>
    ) : (
      <>
        <Breadcrumb items={crumbs} guide={shell.guide} />
        {shell.switches.showTag && <TabBar at={at} tabs={tabs} />}
        <News shell={shell} />
      </>
    ),
  );
  return [`<div${data.join("")}>${parts}</div>${sheets.join("")}<main id="main" tabindex="-1">`, ...page, "</main>"];
}
