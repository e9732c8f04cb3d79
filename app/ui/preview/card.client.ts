/** So long a link is looked at before its card opens, and left before it closes. */
const DELAY_MS = 300;
const GRACE_MS = 200;

/** What links do not lead to a document that may be seen: they are not asked for again. */
const none = new Set<string>();

/** Shows a card about the row that a link leads to, while the link or the card has pointer or focus. */
export function preview(link: HTMLAnchorElement): void {
  const at = link.pathname + link.search;
  if (link.dataset.card !== undefined || none.has(at)) return;
  link.dataset.card = "";
  const all = new AbortController();
  const { signal } = all;
  let card: HTMLElement | undefined;
  let leaving = 0;
  const close = () => {
    clearTimeout(opening);
    clearTimeout(leaving);
    all.abort();
    card?.remove();
    delete link.dataset.card;
  };
  const leave = () => {
    clearTimeout(leaving);
    leaving = window.setTimeout(close, card ? GRACE_MS : 0);
  };
  const stay = () => clearTimeout(leaving);
  const watch = (el: HTMLElement) => {
    for (const name of ["pointerleave", "focusout"]) el.addEventListener(name, leave, { signal });
    for (const name of ["pointerenter", "focusin"]) el.addEventListener(name, stay, { signal });
  };
  const opening = window.setTimeout(async () => {
    const answer = await fetch(`/preview?at=${encodeURIComponent(at)}`, { signal }).catch(() => null);
    if (answer?.status === 404) none.add(at);
    const html = answer?.ok && (await answer.text().catch(() => ""));
    if (!html || signal.aborted || !link.isConnected) return close();
    card = cardOf(html, link);
    watch(card);
  }, DELAY_MS);
  watch(link);
  addEventListener("keydown", (e) => e.key === "Escape" && close(), { signal });
  addEventListener("scroll", close, { capture: true, signal });
  link.addEventListener("click", close, { signal });
}

function cardOf(html: string, link: HTMLElement): HTMLElement {
  const card = document.createElement("div");
  card.className = "pop-menu";
  card.popover = "manual";
  card.role = "group";
  card.ariaLabel = `${link.textContent?.trim()}预览`;
  card.innerHTML = html;
  // Behind its link, so that Tab leads from the link into the card.
  link.after(card);
  card.showPopover();
  const at = link.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = card;
  const below = at.bottom + 4 + offsetHeight <= innerHeight;
  Object.assign(card.style, {
    position: "fixed",
    inset: "auto",
    margin: "0",
    positionArea: "none",
    left: `${Math.max(8, Math.min(at.left, innerWidth - offsetWidth - 8))}px`,
    top: `${below ? at.bottom + 4 : Math.max(8, at.top - 4 - offsetHeight)}px`,
  });
  return card;
}
