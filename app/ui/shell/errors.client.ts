/** One entry of the local error log (specification section 3); `time` in epoch milliseconds. */
export interface LoggedError {
  type: string;
  message: string;
  stack: string;
  info: string;
  url: string;
  time: number;
  user: string;
}

const KEY = "error-log";
const MOST = 50;

/** Newest first. */
export function loggedErrors(): LoggedError[] {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

export function clearErrors(): void {
  localStorage.removeItem(KEY);
  showCount();
}

/** Puts the number of local errors on the button of the top bar. */
export function showCount(): void {
  const badge = document.getElementById("error-count");
  const count = loggedErrors().length;
  if (!badge) return;
  badge.textContent = String(count);
  badge.hidden = count === 0;
}

/** Keeps what goes wrong in the page; secrets in the address are left out (market.md §14.10). */
export function captureErrors(): void {
  const keep = (type: string, error: unknown, info = "") => {
    const e = error instanceof Error ? error : new Error(String(error));
    // Given up on purpose: a fetch, or the browser's own animation between two pages.
    if (e.name === "AbortError" || e.message.startsWith("Transition was ")) return;
    const url = location.href.replace(/([?&][\w-]*(?:token|code|password)[\w-]*=)[^&#]*/gi, "$1*");
    const entry = {
      type,
      message: e.message,
      stack: e.stack ?? "",
      info,
      url,
      time: Date.now(),
      user: document.querySelector<HTMLElement>(".shell")?.dataset.user ?? "",
    };
    try {
      localStorage.setItem(KEY, JSON.stringify([entry, ...loggedErrors()].slice(0, MOST)));
    } catch {
      // A full or forbidden storage must not make more errors.
    }
    showCount();
  };
  addEventListener("error", (e) => keep("error", e.error ?? e.message, `${e.filename}:${e.lineno}:${e.colno}`));
  addEventListener("unhandledrejection", (e) => keep("promise", e.reason));
  showCount();
}
