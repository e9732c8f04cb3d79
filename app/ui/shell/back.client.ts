/** Whose pages this browser may show: the console's readable mark of the session; none: nobody's. */
export const sessionMark = (): string => /(?:^|;\s*)session-mark=([^;]*)/.exec(document.cookie)?.[1] ?? "";

/**
 * A page that the back/forward cache keeps is left unseen, and comes back only for the session that it
 * was made for, unlocked; for another one it is asked for anew.
 */
export function guardBack(doc: Document): void {
  const own = sessionMark();
  const { style } = doc.documentElement;
  addEventListener("pagehide", (event) => {
    if (event.persisted) style.visibility = "hidden";
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    if (own && sessionMark() === own) style.visibility = "";
    else location.reload();
  });
}
