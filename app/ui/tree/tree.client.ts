import { closestOf } from "../dom.client";

type Box = HTMLInputElement;
const BOX = "input[type=checkbox]";

const own = (li: Element) => li.querySelector<Box>(`:scope > label > ${BOX}`);
const below = (li: Element) => [...li.querySelectorAll<Box>(`:scope > details ${BOX}:enabled`)];

/** A ticked parent whose branch is not wholly ticked is posted as ticked and shown as partly ticked. */
function mark(li: Element): void {
  const box = own(li);
  const under = below(li);
  if (!box || under.length === 0) return;
  const ticked = under.filter((b) => b.checked).length;
  if (ticked > 0) box.checked = true;
  box.indeterminate = box.checked && ticked < under.length;
}

const parentOf = (li: Element) => li.parentElement?.closest("li") ?? null;

/**
 * After one box changed: its branch follows it and a tick takes its parents along. Taking the last
 * tick below a parent leaves the parent: a menu without any of its buttons is a sensible permission.
 */
export function cascade(box: Box): void {
  const li = box.closest("li");
  if (!li) return;
  for (const child of below(li)) child.checked = box.checked;
  for (const item of li.querySelectorAll("li")) mark(item);
  for (let up: Element | null = li; up; up = parentOf(up)) mark(up);
}

/** A tree of boxes. */
export function wakeTree(tree: HTMLElement): void {
  for (const li of tree.querySelectorAll("li")) mark(li);
  tree.addEventListener("change", (event) => {
    const box = closestOf<HTMLInputElement>(event, "input");
    if (box?.matches(BOX)) cascade(box);
  });
  tree.addEventListener("click", (event) => {
    const button = closestOf(event, "[data-tree]");
    if (!button) return;
    const act = button.dataset.tree;
    if (act === "open" || act === "close")
      for (const branch of tree.querySelectorAll("details")) branch.open = act === "open";
    else
      for (const box of tree.querySelectorAll<Box>(`:scope > ul > li > label > ${BOX}:enabled`)) {
        box.checked = act === "tick";
        cascade(box);
      }
  });
  // What is pressed before this program is there would do nothing.
  for (const button of tree.querySelectorAll<HTMLButtonElement>("[data-tree]")) button.disabled = false;
}
