import { reached, say } from "../page/page.client";
import { type Answer, ask, served } from "../shell/answer.client";

/** Puts the filters that an answer has folded away into the form of the button that asked for them. */
function put(button: HTMLElement, { main }: Answer): Element | null {
  const [filters, fold] = [".extra", "label.unfold"].map((name) => main.querySelector(`.filters ${name}`));
  const buttons = button.parentElement;
  const page = button.closest("main");
  if (!filters || !fold || !buttons || !page) return null;
  served.set(page, page.textContent);
  buttons.before(filters);
  button.remove();
  buttons.prepend(fold);
  fold.querySelector("input")?.focus();
  return filters;
}

/**
 * Filters that are folded away (app/screens/list/filters.tsx) come beside those that are shown: what was typed in these stays.
 * @param wake is called with what was put into the page
 * @returns fetches them, for a hand that is on its way to their button
 */
export function enhanceMore(doc: Document, wake: (root: ParentNode) => void): () => void {
  let asked: { href: string; answer: Promise<Answer | null> } | undefined;
  const more = () => {
    const url = new URL(location.href);
    url.searchParams.set("more", "1");
    url.hash = "";
    if (asked?.href !== url.href) asked = { href: url.href, answer: ask(url.href, "ahead").catch(() => null) };
    return asked.answer;
  };
  doc.addEventListener("submit", async (event) => {
    const button = event.submitter;
    if (!button?.matches("[name=more]:not([data-whole])")) return;
    event.preventDefault();
    const answer = await more();
    asked = undefined;
    if (!button.isConnected) return;
    const filters = answer && put(button, answer);
    if (filters) wake(filters);
    else if (await reached()) {
      // As without script: the page comes anew, with what was typed.
      button.dataset.whole = "";
      button.click();
    } else say("网络已断开，条件没有展开，请恢复网络后重试");
  });
  return () => void more();
}
