import { ask } from "../page/confirm.client";
import { draftKey, keepScroll, type Page, post } from "../page/page.client";

const titleOf = (item: Element) => item.querySelector("a")?.textContent?.trim() ?? "";

/** Tabs keep their scroll position; closing one that is not shown does not load the page again. */
export function enhanceTabs({ doc, user, at }: Page): void {
  const strip = doc.querySelector<HTMLElement>(".strip");
  const place = (url: string) => `scroll ${user} ${url}`;
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];

  const top = Number(sessionStorage.getItem(place(at)));
  // Reload and Back are the browser's own: it has put the page where it was.
  if (top && visit?.type === "navigate" && !location.hash) scrollTo(0, top);
  keepScroll(document, () => scrollY, place(at));

  const active = strip?.querySelector<HTMLElement>(".on");
  active?.scrollIntoView({ block: "nearest", inline: "nearest" });
  // A page fetched ahead of the click opened no tab on the server.
  if (active && (visit as { deliveryType?: string })?.deliveryType === "navigational-prefetch")
    void post("/tabs", { intent: "open", at, title: titleOf(active) });

  strip?.addEventListener("click", async (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>("li [name=close]");
    const item = button?.closest("li");
    if (!button || !item) return;
    const unsaved = item.classList.contains("unsaved");
    const shown = item.classList.contains("on");
    if (!shown || unsaved) event.preventDefault();
    if (unsaved && !(await ask("该页面有未提交的内容，确定关闭吗？"))) return;
    sessionStorage.removeItem(draftKey(user, button.value));
    sessionStorage.removeItem(place(button.value));
    if (shown && unsaved) {
      item.classList.remove("unsaved");
      button.click();
    } else if (!shown) {
      item.remove();
      if (strip.querySelectorAll("li").length === 1) strip.querySelector("li button")?.remove();
      await post("/tabs", { close: button.value, at });
    }
  });
  strip?.addEventListener("keydown", (event) => {
    if (event.key !== "Delete") return;
    (event.target as Element).closest("li")?.querySelector<HTMLElement>("[name=close]")?.click();
  });
}
