import { ask } from "../shell/answer.client";

/** Whoever has not moved a hand for so long does not look: the session may end as ever. */
const AWAY_MS = 10 * 60_000;

/** What people type in or open, and what a script of its own has drawn. */
const THEIRS = "input, select, textarea, dialog, details, [popover], [data-island], form";
/** What is said once of something that was just done: it goes by itself. */
const PASSING = "[data-flash]";
const isTheirs = (el: Element) =>
  el.contains(document.activeElement) ||
  !!el.querySelector("[open], :popover-open") ||
  [...el.querySelectorAll("input")].some((input) => input.checked !== input.defaultChecked);

const ownText = (el: Element) =>
  [...el.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : "")).join("");

/** Puts what differs in the place of what is shown, element by element, and nothing where a hand is. */
export function follow(shown: Element, next: Element): void {
  if (shown.isEqualNode(next) || shown.matches(THEIRS)) return;
  const old = [...shown.children].filter((el) => !el.matches(PASSING));
  const fresh = [...next.children];
  const alike =
    old.length > 0 &&
    old.length === fresh.length &&
    old.every((el, i) => el.localName === fresh[i]?.localName) &&
    ownText(shown) === ownText(next);
  // Attributes that a script of the page has set are no news.
  const same = !old.length && !fresh.length && shown.textContent === next.textContent;
  if (same && shown.className === next.className) return;
  if (alike) for (const [i, el] of old.entries()) follow(el, fresh[i]!);
  else if (!isTheirs(shown)) shown.replaceWith(next);
}

/** Asks for the page again while it says that something runs (`data-live`: after so many seconds). */
export function wakeLive(el: HTMLElement): void {
  const main = el.closest("main");
  let seen = Date.now();
  const ended = new AbortController();
  const hand = () => {
    seen = Date.now();
  };
  for (const name of ["pointermove", "keydown", "visibilitychange"])
    document.addEventListener(name, hand, { signal: ended.signal, passive: true });
  const turn = async () => {
    // Gone with its page, or exchanged for what says that nothing runs any more.
    if (!el.isConnected || !main) return ended.abort();
    if (!document.hidden && Date.now() - seen < AWAY_MS) {
      const { href } = location;
      const answer = await ask(href, "ahead").catch(() => null);
      if (answer?.ok && el.isConnected && href === location.href) follow(main, answer.main);
    }
    again();
  };
  const again = () => setTimeout(turn, Number(el.dataset.live) * 1000);
  again();
}
