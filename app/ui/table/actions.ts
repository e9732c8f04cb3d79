import { attributes, escapeHtml } from "../html";
import type { RowAction } from "./column";

const INLINE = 3;

/** What stands in a cell: three at most, or two and the opener of the rest. */
const shownOf = (actions: readonly RowAction[]) => (actions.length <= INLINE ? actions.length : INLINE - 1);

/** A Chinese character of a link and the space around a link, in px. */
const CHARACTER = 13;
const AROUND = 12;

/** Width of the column in which the links of these rows stand uncut, in px; 0: there are none. */
export function actionsWidth(rows: Iterable<readonly RowAction[]>): number {
  let most = 0;
  for (const actions of rows) {
    const labels = actions.slice(0, shownOf(actions)).map((a) => a.label);
    if (labels.length < actions.length) labels.push("更多");
    const characters = labels.join("").length;
    if (characters) most = Math.max(most, characters * CHARACTER + labels.length * AROUND);
  }
  return most && most + 24;
}

/** HTML of a row's links: three at most, further ones in a popover (native, so without script too). */
export function actionsHtml(actions: readonly RowAction[], id: string): string {
  const count = shownOf(actions);
  const [shown, more] = [actions.slice(0, count), actions.slice(count)];
  if (!more.length) return shown.map(action).join("");
  const opener = `<button type="button" class="link" popovertarget="${escapeHtml(id)}">更多</button>`;
  const popover = `<div class="pop-menu" id="${escapeHtml(id)}" popover="">`;
  return `${shown.map(action).join("")}${opener}${popover}${more.map(action).join("")}</div>`;
}

function action({ label, href, post, danger, reason, target, confirm }: RowAction): string {
  const text = escapeHtml(label);
  if (reason) {
    const own = attributes({ type: "button", class: "link", "aria-disabled": "true", title: reason });
    return `<button${own}>${text}<span class="sr">（${escapeHtml(reason)}）</span></button>`;
  }
  const name = danger ? "link danger" : post ? "link" : undefined;
  if (post) {
    const own = attributes({ class: name, ...post, "data-confirm": confirm });
    return `<button${own}>${text}</button>`;
  }
  return `<a${attributes({ href, class: name, target, "data-confirm": confirm })}>${text}</a>`;
}
