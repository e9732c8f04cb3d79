import { type Cell, controlIn } from "./cells.client";

type MarkKind = "bad" | "odd";
const CLASS = { bad: "err", odd: "odds" };

/** Says something beside the value of a cell; what the server said there stays until it is changed. */
export function mark(cell: Cell, text: string, kind: MarkKind): void {
  const control = controlIn(cell);
  const there = cell.querySelector<HTMLElement>(":scope > .err, :scope > .odds");
  if (there?.textContent === text) return;
  if (there?.className === CLASS.bad && kind === "odd") return;
  const said = there ?? cell.appendChild(document.createElement("p"));
  said.className = CLASS[kind];
  said.textContent = text;
  cell.classList.remove("bad", "odd");
  cell.classList.add(kind);
  if (!control) return;
  said.id = `${control.id}-err`;
  control.setAttribute("aria-describedby", said.id);
  if (kind === "bad") control.setAttribute("aria-invalid", "true");
}

/** Takes it away again. */
export function clearMark(cell: Cell, kind: MarkKind): void {
  if (!cell.classList.contains(kind)) return;
  cell.classList.remove(kind);
  cell.querySelector(`:scope > .${CLASS[kind]}`)?.remove();
  const control = controlIn(cell);
  control?.removeAttribute("aria-describedby");
  control?.removeAttribute("aria-invalid");
}
