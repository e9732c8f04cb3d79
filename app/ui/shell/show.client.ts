import { fillBranches } from "../menu/branches.client";
import { type Answer, served } from "./answer.client";
import type { Shown } from "./kept.client";

export { ask } from "./answer.client";

type Control = HTMLInputElement;

const quote = (text: string) => `"${CSS.escape(text)}"`;
const wordsOf = (el: Element) => `${el.ariaLabel ?? ""} ${el.textContent?.trim()}`;

/** The control of the new page that a person would call the same one. */
function sameControl(old: Element | null, root: ParentNode): HTMLElement | null {
  if (!old || old === document.body) return null;
  if (old.id) return root.querySelector<HTMLElement>(`#${CSS.escape(old.id)}`);
  const tag = old.localName;
  const name = old.getAttribute("name");
  const all = name
    ? root.querySelectorAll<HTMLElement>(`${tag}[name=${quote(name)}]`)
    : root.querySelectorAll<HTMLElement>(tag);
  return [...all].find((el) => wordsOf(el) === wordsOf(old)) ?? (name ? (all[0] ?? null) : null);
}

/** What was typed on while the answer was on its way stays, with its caret. */
function carryText(from: Control, to: Control): void {
  if (from.selectionStart === null) return;
  if (from.dataset.asked !== undefined && from.value !== from.dataset.asked) to.value = from.value;
  to.setSelectionRange(from.selectionStart, from.selectionEnd);
}

export const shownOf = (answer: Answer): Shown => ({
  ...answer,
  crumbs: answer.parts.find((part) => part.id === "crumbs") ?? null,
  time: Date.now(),
  touched: false,
  focus: null,
  scrolled: new Map(),
});

/** A newer answer has the content of the page that is shown. */
export const isSame = ({ main, sum }: Shown, next: Shown): boolean =>
  sum === null ? (served.get(main) ?? main.textContent) === next.main.textContent : sum === next.sum;

/** The menu's mark moves, and the branches above it open; those that are not here yet come first. */
function markMenu(doc: Document, shown: Shown, filled = false): void {
  const { menu, group } = shown;
  doc.querySelector(".menu [aria-current]")?.removeAttribute("aria-current");
  const entry = doc.querySelector(`.menu a:is([href=${quote(menu)}], [href^=${quote(`${menu}?`)}])`);
  if (!entry && menu && !filled)
    void fillBranches(doc).then(
      () => shown.main.isConnected && markMenu(doc, shown, true),
      () => {},
    );
  entry?.setAttribute("aria-current", "page");
  for (let up = entry?.closest("details"); up; up = up.parentElement?.closest("details")) up.open = true;
  entry?.scrollIntoView({ block: "nearest" });
  const radio = doc.querySelector<Control>(`#g${CSS.escape(group)}`);
  if (radio) radio.checked = true;
}

/** Elements of the shell that the new page has otherwise. */
export function putParts(doc: Document, parts: Iterable<Element>): void {
  for (const part of parts) {
    const old = doc.getElementById(part.id);
    if (old && old !== part && !old.isEqualNode(part)) old.replaceWith(part);
  }
}

/**
 * Two contents that differ by their dialogs exchange those, so that what stands behind them stays as it
 * is. Answers the ones that came; null: there are none, or one stands where it cannot be put.
 */
export function swapDialogs(live: HTMLElement, other: HTMLElement): Element[] | null {
  const moves = [live, other].flatMap((from) =>
    [...from.querySelectorAll("dialog")].map((dialog) => {
      const at = dialog.parentElement!;
      const same = [...(from === live ? other : live).children].find(
        (el) => at.parentElement === from && el.className === at.className,
      );
      return { dialog, same };
    }),
  );
  if (!moves.length || moves.some(({ same }) => !same)) return null;
  for (const { dialog, same } of moves) same!.append(dialog);
  return [...live.querySelectorAll("dialog")];
}

/** Puts a page in the place of another one: its content, and what the shell says of it. */
export function exchange(doc: Document, old: Shown, next: Shown, parts: Iterable<Element>): void {
  if (!next.main.isConnected) old.main.replaceWith(next.main);
  putParts(doc, parts);
  doc.title = next.title;
  markMenu(doc, next);
  for (const field of doc.querySelectorAll<Control>(".bar [name=back], .pop [name=back], .bar [name=next]"))
    field.value = next.at;
  for (const open of doc.querySelectorAll<HTMLElement>(":popover-open")) open.hidePopover();
}

/** The focus goes to the same control where there is one, else to the heading. */
export function moveFocus(old: Element | null, next: Shown, same: boolean): void {
  const to = next.focus ?? (same ? sameControl(old, next.main) : null);
  const heading = next.main.querySelector<HTMLElement>("h1") ?? next.main;
  if (!to) heading.tabIndex = -1;
  (to instanceof HTMLElement || to instanceof SVGElement ? to : heading).focus({ preventScroll: true });
  if (to instanceof HTMLInputElement && old instanceof HTMLInputElement) carryText(old, to);
  next.focus = null;
}
