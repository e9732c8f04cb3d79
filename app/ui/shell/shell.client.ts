import { closestOf } from "../dom.client";
import { enhanceMenu } from "../menu/menu.client";
import { enhanceConfirm } from "../page/confirm.client";
import { keepCookie, type Page, SENT } from "../page/page.client";
import { arriveTab, enhanceTabs } from "../tabs/tabs.client";
import { guardBack } from "./back.client";
import { clearErrors, loggedErrors } from "./errors.client";
import { enhanceWaiting } from "./mask.client";
import { enhanceVisits } from "./visit.client";

/** Where a person's 快捷键 that are switched off are kept (keys.client.ts). */
const OFF = "keys";
/** Seconds for which the server may believe that this browser runs scripts. */
const BELIEF = 3600;

/**
 * What script adds to the shell, once per page load. One part that fails leaves the others.
 * @param wake is called with every piece of the page that is exchanged
 */
export function listenForShell(page: Page, wake: (root: ParentNode) => void): void {
  const { doc } = page;
  const waiting = enhanceWaiting(doc);
  const parts = page.user
    ? [
        () => guardBack(doc),
        () => later(page),
        () => enhanceTabs(page),
        () => enhanceMenu(page),
        () => tools(page),
        () => enhanceVisits(page, { wake, arrive: () => arrive(page), waiting }),
      ]
    : [];
  for (const part of [() => enhanceConfirm(doc), () => forget(doc), ...parts])
    try {
      part();
    } catch (error) {
      reportError(error);
    }
}

/** Parts that most page views never need come when they are needed. */
function later(page: Page): void {
  const { doc } = page;
  const quick = doc.getElementById("quick");
  quick?.addEventListener(
    "focus",
    () => void import("../topbar/quick-search.client").then((m) => m.enhanceQuickSearch(doc)),
    { once: true },
  );
  const keyed = async (event: KeyboardEvent) => {
    const typing = closestOf(event, "input,select,textarea,[contenteditable]");
    const single = typing || localStorage.getItem(OFF) === "off" ? "" : "/";
    // At once: the browser has a search of its own on these keys, and what is typed next belongs to the field.
    if (event.key === (event.ctrlKey || event.metaKey ? "k" : single) && quick?.offsetParent) {
      event.preventDefault();
      quick.focus();
    }
    // Whoever types in a field needs no keys of the page.
    if (typing || !keys) return;
    keys = false;
    const press = (await import("./keys.client")).keysOf(doc);
    press(event);
    doc.addEventListener("keydown", press);
  };
  let keys = true;
  doc.addEventListener("keydown", keyed);
  const hand = () => import("./hand.client").then((m) => m.enhanceHand(page));
  // The first sign of a hand comes before anything that it could send.
  for (const name of ["pointermove", "pointerdown", "keydown", "input"])
    doc.addEventListener(name, hand, { once: true });
}

/** What the shell's script does for a page that is shown, at load and whenever another one comes. */
export function arrive(page: Page): void {
  const { doc, user } = page;
  if (!user) return;
  arriveTab(doc);
  // A refused form is no accepted one, also when its page is left before its drafts are looked at.
  if (doc.documentElement.dataset.posted !== undefined && !doc.querySelector("[data-done]"))
    sessionStorage.removeItem(SENT);
  const drafted = Object.keys(sessionStorage).some((key) => key.startsWith("draft"));
  if (drafted || doc.querySelector("main form.form")) void import("./drafts.client").then((m) => m.arriveDrafts(page));
  if (doc.getElementById("error-log"))
    void import("./error-log.client").then((m) => m.enhanceErrorLog(doc, { loggedErrors, clearErrors }));
}

/** What was typed and not sent does not outlive the session. Pages still write while they are left. */
function forget(doc: Document): void {
  doc.addEventListener("submit", (event) => {
    // By the attribute: a field named action hides the property.
    if (!event.target.getAttribute("action")?.endsWith("/logout")) return;
    // What listens to the first of them later still writes after it.
    for (const type of ["pagehide", "visibilitychange"]) addEventListener(type, () => sessionStorage.clear());
  });
}

function tools({ doc }: Page): void {
  // Pages may be fetched ahead: only script can report that one of them is shown (tabs.client.ts).
  // Setting a cookie waits for the browser: not on every page.
  if (Date.now() > Number(sessionStorage.getItem("js"))) {
    keepCookie("js", "1", BELIEF);
    sessionStorage.setItem("js", String(Date.now() + BELIEF * 500));
  }
  doc.getElementById("full")?.addEventListener("click", () => {
    void (doc.fullscreenElement ? doc.exitFullscreen() : doc.documentElement.requestFullscreen());
  });
}
