import { closestOf } from "../dom.client";
import { ask } from "../page/confirm.client";
import { draftKey, dropDrafts, keepScroll, type Page, post } from "../page/page.client";

const titleOf = (item: Element) => item.querySelector("a")?.textContent?.trim() ?? "";

/** Key of how far a tab is scrolled. */
export const placeKey = (user: string, at: string): string => `scroll ${user} ${at}`;

/** What makes an address this tab, as the server reckons it (app/screens/shell/tabs.ts). */
function tabKey(at: string): string {
  const { pathname, searchParams } = new URL(at, location.href);
  return searchParams.get("walk") ? "" : pathname + searchParams.get("id");
}

/**
 * Marks the tab of a page that is shown without asking the server, and tells it the new address.
 * @returns false when the page has no tab any more
 */
export function showTab(doc: Document, at: string): boolean {
  const strip = doc.querySelector<HTMLFormElement>(".strip");
  if (!strip) return true;
  const links = [...strip.querySelectorAll<HTMLAnchorElement>("li a")];
  const link = links.find((a) => tabKey(a.href) === tabKey(at));
  if (!link) return false;
  for (const other of links) {
    other.parentElement!.classList.toggle("on", other === link);
    other.ariaCurrent = other === link ? "page" : null;
  }
  strip.querySelector<HTMLInputElement>("[name=at]")!.value = at;
  strip.querySelector<HTMLAnchorElement>("a[href^='/refresh/']")!.href = `/refresh${at}`;
  strip.querySelector<HTMLButtonElement>(".choices-list [name=close]")!.value = at;
  if (link.getAttribute("href") === at) return true;
  link.setAttribute("href", at);
  const close = link.parentElement!.querySelector<HTMLButtonElement>("[name=close]");
  if (close) close.value = at;
  openTab(doc, at);
  return true;
}

/** The server hears which page the marked tab shows. */
export function openTab(doc: Document, at: string): void {
  const title = titleOf(doc.querySelector(".strip .on") ?? doc.body);
  if (title) void post("/tabs", { intent: "open", at, title });
}

/** Whether new or kept: the tab of the page that is shown is in sight. */
export const arriveTab = (doc: Document): void =>
  doc.querySelector(".strip .on")?.scrollIntoView({ block: "nearest", inline: "nearest" });

/** Tabs keep their scroll position; closing one that is not shown does not load the page again. */
export function enhanceTabs(page: Page): void {
  const { doc, user } = page;
  const [visit] = performance.getEntriesByType("navigation");
  const top = Number(sessionStorage.getItem(placeKey(user, page.at)));
  // Reload and Back are the browser's own: it has put the page where it was.
  if (top && visit?.type === "navigate" && !location.hash) scrollTo(0, top);
  keepScroll(
    document,
    () => scrollY,
    () => placeKey(user, page.at),
  );

  doc.addEventListener("click", async (event) => {
    const button = closestOf<HTMLButtonElement>(event, ".strip li [name=close]");
    const item = button?.closest("li");
    const list = item?.parentElement;
    if (!button || !item || !list) return;
    const unsaved = item.classList.contains("unsaved");
    const shown = item.classList.contains("on");
    if (!shown || unsaved) event.preventDefault();
    if (unsaved && !(await ask("该页面有未提交的内容，确定关闭吗？"))) return;
    dropDrafts(draftKey(user, button.value));
    sessionStorage.removeItem(placeKey(user, button.value));
    if (shown && unsaved) {
      item.classList.remove("unsaved");
      button.click();
    } else if (!shown) {
      item.remove();
      if (list.children.length === 1) list.querySelector("button")?.remove();
      await post("/tabs", { close: button.value, at: page.at });
    }
  });
  doc.addEventListener("keydown", (event) => {
    const item = closestOf(event, ".strip li");
    if (event.key === "Delete") item?.querySelector<HTMLElement>("[name=close]")?.click();
  });
}
