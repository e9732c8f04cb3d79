import { type Page, post } from "../page/page.client";
import { guardSending } from "./unsent.client";

let isHere = false;

/** What the shell needs once there is somebody at the page. */
export function enhanceHand(page: Page): void {
  if (isHere) return;
  isHere = true;
  const { doc } = page;
  guardSending(page);
  // The first link need not wait for what shows its page.
  void import("./show.client");
  if (doc.querySelector(".mobile")) void import("../mobile/mobile.client").then((m) => m.enhanceMobile(doc));
  const lock = doc.querySelector("[data-lock]");
  lock?.addEventListener(
    "pointerenter",
    () => void import("../blank-page/lock.client").then((m) => m.enhanceLock(doc)),
    { once: true },
  );
  const seen = () => {
    const latest = doc.querySelector<HTMLElement>("#bell:popover-open [data-notice]");
    const id = latest?.dataset.notice;
    if (!latest || !id) return;
    delete latest.dataset.notice;
    const badge = doc.querySelector("[popovertarget=bell] .badge");
    const left = Number(badge?.textContent) - 1;
    // "99+" stays: only the next page knows.
    if (left > 0) badge!.textContent = String(left);
    else if (left === 0) badge!.remove();
    void post("/bell", { id });
  };
  // It does not bubble. It may be open before this is here.
  doc.addEventListener("toggle", seen, true);
  seen();
}
