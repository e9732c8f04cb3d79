import { attributes, escapeHtml } from "../html";
import type { RowAction } from "./column";

const INLINE = 3;

/** HTML of a row's links: three at most, further ones in a popover (native, so without script too). */
export function actionsHtml(actions: readonly RowAction[], id: string): string {
  if (actions.length <= INLINE) return actions.map(action).join("");
  const [shown, more] = [actions.slice(0, INLINE - 1), actions.slice(INLINE - 1)];
  const opener = `<button type="button" class="link" popovertarget="${escapeHtml(id)}">更多</button>`;
  const popover = `<div class="pop-menu" id="${escapeHtml(id)}" popover="">`;
  return `${shown.map(action).join("")}${opener}${popover}${more.map(action).join("")}</div>`;
}

function action({ label, href, post, danger, reason, target, confirm }: RowAction): string {
  const text = escapeHtml(label);
  if (reason) {
    const own = attributes({
      type: "button",
      class: "link",
      "aria-disabled": "true",
      title: reason,
    });
    return `<button${own}>${text}<span class="sr">（${escapeHtml(reason)}）</span></button>`;
  }
  const name = danger ? "link danger" : post ? "link" : undefined;
  if (post) {
    const own = attributes({ class: name, ...post, "data-confirm": confirm });
    return `<button${own}>${text}</button>`;
  }
  return `<a${attributes({ href, class: name, target, "data-confirm": confirm })}>${text}</a>`;
}
