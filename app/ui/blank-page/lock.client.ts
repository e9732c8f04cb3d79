/** Milliseconds between the lock and the way to /lock (specification section 9). */
const LOCK_DELAY = 100;

/** Lock buttons: the lock is set at once, the page leaves a moment later. */
export function enhanceLock(doc: Document): void {
  doc.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.getAttribute("action") !== "/lock" || form.dataset.lock === undefined) return;
    event.preventDefault();
    const body = new URLSearchParams({ intent: "lock", next: location.pathname + location.search });
    // Not followed: /lock is opened below, as a page.
    const init: RequestInit = { method: "POST", body, redirect: "manual" };
    fetch("/lock", init)
      .catch(() => {})
      .finally(() => setTimeout(() => location.assign("/lock" + back()), LOCK_DELAY));
  });
}

const back = () => `?next=${encodeURIComponent(location.pathname + location.search)}`;
