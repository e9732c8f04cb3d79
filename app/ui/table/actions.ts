import { attributes, escapeHtml } from "../html";
import type { RowAction } from "./column";

/** Links that stand in a cell unless a table says otherwise. */
export const WORDS = 3;

/** How many of them stand in a cell: all, or one less and the opener of the rest. */
function shownOf(actions: readonly RowAction[], words: number): number {
  const first = actions.findIndex(({ rest }) => rest);
  const most = first < 0 ? actions.length : first;
  return actions.length > words ? Math.min(words - 1, most) : most;
}

/** A Chinese character of a link and the space between links, in px. */
const CHARACTER = 13;
const BETWEEN = 12;
/** Of the cell; a fraction of a pixel would cut the last one. */
const EDGES = 14;
/** The opener of the rest: as wide as a thumb asks for. */
const OPENER = 44;

/** Width of the column in which the links of these rows stand uncut, in px; 0: there are none. */
export function actionsWidth(rows: Iterable<readonly RowAction[]>, words = WORDS): number {
  let most = 0;
  for (const actions of rows) {
    const labels = actions.slice(0, shownOf(actions, words)).map((a) => a.label);
    const more = labels.length < actions.length ? OPENER : 0;
    const between = Math.max(0, labels.length - 1) * BETWEEN;
    most = Math.max(most, labels.join("").length * CHARACTER + between + more);
  }
  return most && most + EDGES;
}

/** HTML of a row's links, those beyond `words` in a popover (native, so without script too). */
export function actionsHtml(actions: readonly RowAction[], id: string, words = WORDS): string {
  const count = shownOf(actions, words);
  const [shown, more] = [actions.slice(0, count), actions.slice(count)];
  if (!more.length) return shown.map(action).join("");
  const own = attributes({ type: "button", class: "link", popovertarget: id, "aria-label": "更多操作" });
  return `${shown.map(action).join("")}<button${own}>⋯</button><div class="pop-menu" id="${escapeHtml(id)}" popover="">${more.map(action).join("")}</div>`;
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
