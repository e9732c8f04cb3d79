import { enhanceMenu } from "../menu/menu.client";
import { enhanceTabs } from "../tabs/tabs.client";
import { enhanceQuickSearch } from "../topbar/quick-search.client";
import { enhanceConfirm } from "./confirm.client";
import { enhanceDrafts } from "./drafts.client";
import { enhanceKeys } from "./keys.client";
import { enhanceWaiting } from "./mask.client";
import { post } from "./page.client";

/** What script adds to the shell. One part that fails leaves the others. */
export function enhanceShell(doc: Document): void {
  const parts = [enhanceConfirm, enhanceWaiting];
  const desk = [enhanceDrafts, enhanceTabs, enhanceMenu, enhanceQuickSearch, enhanceKeys, tools];
  for (const part of doc.querySelector(".desk") ? [...parts, ...desk] : parts)
    try {
      part(doc);
    } catch (error) {
      reportError(error);
    }
}

function tools(doc: Document): void {
  doc.getElementById("full")?.addEventListener("click", () => {
    void (doc.fullscreenElement ? doc.exitFullscreen() : doc.documentElement.requestFullscreen());
  });
  doc.getElementById("bell")?.addEventListener("toggle", () => {
    const latest = doc.querySelector<HTMLElement>("#bell [data-notice]");
    const id = latest?.dataset.notice;
    if (!latest || !id) return;
    delete latest.dataset.notice;
    doc.querySelector("[popovertarget=bell] .badge")?.remove();
    void post("/bell", { id });
  });
  if (doc.getElementById("error-log"))
    void import("./error-log.client").then((m) => m.enhanceErrorLog(doc));
}
