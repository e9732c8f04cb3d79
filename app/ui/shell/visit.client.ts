import { closestOf } from "../dom.client";
import { type Page, reached, say as warn } from "../page/page.client";
import { openTab, placeKey, showTab } from "../tabs/tabs.client";
import { dropAhead, FRESH, fetchAhead, takeAhead } from "./ahead.client";
import { sessionMark } from "./back.client";
import { dropKept, gone, isKept, keep, type Shown, shownAtLoad, take } from "./kept.client";
import { pageOfForm, pageOfLink } from "./links.client";
import type { MaskWaiting } from "./mask.client";

/** How a page is come to. */
interface VisitWay {
  /** Back or Forward: the address is there already. */
  back?: boolean;
  /** The page that was left may be shown as it was. */
  kept?: boolean;
  /** Stays where it is scrolled when the path is the same: a search of the list that is shown. */
  stay?: boolean;
}

export interface Hooks {
  /** Elements that were not in the document before. */
  wake(root: ParentNode): void;
  /** Another page is shown, whether new or kept. */
  arrive(): void;
  waiting: MaskWaiting;
}

const atOf = (url: URL) => url.pathname + url.search;
const here = () => location.pathname + location.search;

let exchanger: typeof import("./show.client") | undefined;
/** What asks for a page and puts it in place comes with the first sign of a hand (hand.client.ts). */
const loaded = async () => {
  exchanger ??= await import("./show.client");
  return exchanger;
};

/**
 * Links and searches inside the shell fetch the page that the server renders anyway, and exchange what
 * differs. Whatever is not plainly that is left to the browser.
 */
export function enhanceVisits({ doc, user }: Page, hooks: Hooks): void {
  const root = doc.documentElement;
  // Such a page was posted or goes on by itself: what leads away from it is a page of its own.
  if (root.dataset.native !== undefined || root.dataset.posted !== undefined) return;
  const mark = sessionMark();
  const live = doc.body.appendChild(doc.createElement("p"));
  live.ariaLive = "polite";
  /** Said to those who do not see it; `seen`: to everybody, for a moment. */
  const say = (text: string, seen = false) => {
    live.className = seen ? "news-line" : "sr";
    live.textContent = text;
    if (seen) setTimeout(() => live.textContent === text && say(""), 4000);
  };
  let shown = shownAtLoad(doc);
  const awake = new WeakSet([shown.main]);
  let entry = entryOf();
  let turn: AbortController | null = null;
  const tops = new Map<number, number>();

  const drop = () => {
    dropKept();
    dropAhead();
  };
  const whole = (url: string, back?: boolean) => {
    drop();
    if (back || url === location.href) location.reload();
    else location.assign(url);
  };

  /** The page that is shown gives way to another one. */
  function show(next: Shown, parts: Element[], way: VisitWay) {
    const { exchange, moveFocus, swapDialogs } = exchanger!;
    const old = shown;
    const focus = doc.activeElement;
    const top = scrollY;
    tops.set(entry, top);
    sessionStorage.setItem(placeKey(user, old.at), String(top));
    doc.dispatchEvent(new Event("leave"));
    old.focus = old.main.contains(focus) ? focus : null;
    const same = next.at.split("?")[0] === old.at.split("?")[0];
    history.scrollRestoration = "manual";
    const further = !way.back && next.at !== here();
    if (further) tops.delete(++entry);
    else if (way.back) entry = entryOf();
    history[further ? "pushState" : "replaceState"]({ entry }, "", next.at);
    const dialogs = old.sum === next.sum && same ? swapDialogs(old.main, next.main) : null;
    if (dialogs) {
      [old.main, next.main] = [next.main, old.main];
      if (dialogs.length) next.opener = old.focus;
      else next.focus ??= old.opener ?? null;
    }
    shown = next;
    exchange(doc, old, next, parts);
    if (old.at === next.at) gone(old);
    else keep(old);
    if (!awake.has(next.main)) hooks.wake(next.main);
    awake.add(next.main);
    for (const dialog of dialogs ?? []) hooks.wake(dialog);
    hooks.arrive();
    moveFocus(focus, next, same && !way.back);
    for (const [el, [left, up]] of next.scrolled) el.scrollTo(left, up);
    const last = tops.get(entry) ?? Number(sessionStorage.getItem(placeKey(user, next.at)));
    scrollTo(0, way.stay && same ? top : last);
    say(next.title);
  }

  async function go(url: URL, way: VisitWay) {
    turn?.abort();
    const own = new AbortController();
    turn = own;
    if (sessionMark() !== mark) return whole(url.href, way.back);
    const at = atOf(url);
    const page = way.kept && isKept(at) && showTab(doc, at) ? take(at) : undefined;
    if (page) {
      hooks.waiting.stop();
      show(page, page.crumbs ? [page.crumbs] : [], way);
      if (Date.now() - page.time > FRESH) void refresh(page);
      return;
    }
    hooks.waiting.start();
    const ahead = takeAhead(url.href);
    try {
      const { ask, shownOf } = await loaded();
      let answer = await ahead;
      const foreseen = !!answer?.ok && answer.at === at;
      if (!foreseen) answer = await ask(url.href, "content", own.signal);
      if (own.signal.aborted) return;
      if (!answer || sessionMark() !== mark) return whole(url.href, way.back);
      hooks.waiting.stop();
      show(shownOf(answer), answer.parts, way);
      if (foreseen) openTab(doc, at);
    } catch {
      if (own.signal.aborted) return;
      hooks.waiting.stop();
      // What is shown is of more use than the browser's page about a lost network.
      if (await reached()) return whole(url.href, way.back);
      // Its own address comes back with it.
      const steps = way.back ? entry - entryOf() : 0;
      if (steps) history.go(steps);
      warn("网络已断开，页面没有打开，请恢复网络后重试");
    }
  }

  /** Asks anew for a page that is shown as it was left. */
  async function refresh(page: Shown) {
    const { ask, isSame, putParts, shownOf } = await loaded();
    const answer = await ask(page.at, "ahead").catch(() => null);
    if (!answer && !(await reached())) return say("网络已断开，这是之前的内容", true);
    if (shown !== page) return;
    if (!answer?.ok || sessionMark() !== mark) return whole(location.href, true);
    page.time = Date.now();
    putParts(
      doc,
      answer.parts.filter((part) => part.id === "news"),
    );
    const next = shownOf(answer);
    if (isSame(page, next)) return;
    if (page.touched || doc.querySelector("main :is(input, textarea, select):focus, main [open]"))
      return say("内容有更新，刷新后可见", true);
    show(next, [], { stay: true });
    say("内容已更新", true);
  }

  doc.addEventListener("input", () => {
    shown.touched = true;
  });
  const scrolled = (event: Event) => {
    const el = closestOf(event);
    if (el && shown.main.contains(el)) shown.scrolled.set(el, [el.scrollLeft, el.scrollTop]);
  };
  doc.addEventListener("scroll", scrolled, { capture: true, passive: true });
  doc.addEventListener("write", drop);
  fetchAhead(doc);

  // On the window: after all listeners of the document, which may refuse or change the link.
  addEventListener("click", (event) => {
    const link = closestOf<HTMLAnchorElement>(event, "a");
    const odd = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || odd || event.defaultPrevented) return;
    const url = pageOfLink(link);
    if (!url) return;
    event.preventDefault();
    const inside = shown.main.contains(link);
    void go(url, { kept: !inside, stay: !link.closest(".pager") && inside });
  });
  addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented) return;
    const url = pageOfForm(form, event.submitter);
    if (!url) {
      if (form.method !== "post") return;
      turn?.abort();
      return drop();
    }
    event.preventDefault();
    const focus = doc.activeElement;
    if (focus instanceof HTMLInputElement) focus.dataset.asked = focus.value;
    void go(url, { stay: true });
  });
  addEventListener("popstate", () => {
    if (here() !== shown.at) void go(new URL(location.href), { back: true, kept: true });
  });
  addEventListener("pagehide", () => {
    history.scrollRestoration = "auto";
  });
}

/** Which page of this document's history the address is of, counted from the first. */
const entryOf = (): number => history.state?.entry ?? 0;
