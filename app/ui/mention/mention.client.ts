import { closestOf } from "../dom.client";

/** What stands between an @ and the caret. */
const TYPED = /@([^\s@]{0,20})$/;
const MOST = 6;

/** Names that begin with what was typed behind an @: arrows and Enter or a press take one. */
export function enhanceMentions(doc: Document): void {
  const list = doc.createElement("ul");
  list.className = "mentions";
  list.id = "mentions";
  list.role = "listbox";
  list.ariaLabel = "同事";
  let turn = 0;

  const close = (field?: Element | null) => {
    turn++;
    list.remove();
    field?.removeAttribute("aria-activedescendant");
  };
  const mark = (field: Element, at: number) => {
    for (const [i, option] of [...list.children].entries()) option.ariaSelected = String(i === at);
    field.setAttribute("aria-activedescendant", list.children[at]?.id ?? "");
  };
  const take = (field: HTMLTextAreaElement, name: string) => {
    const caret = field.selectionStart;
    const from = field.value.slice(0, caret).search(TYPED);
    if (from >= 0) field.setRangeText(`@${name} `, from, caret, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
    close(field);
  };

  async function offer(field: HTMLTextAreaElement) {
    const typed = TYPED.exec(field.value.slice(0, field.selectionStart))?.[1];
    close(field);
    if (typed === undefined) return;
    const own = turn;
    const url = `/options/${field.dataset.mentions}?keyword=${encodeURIComponent(typed)}`;
    const answer = await fetch(url, { headers: { Accept: "application/json" } }).catch(() => null);
    if (!answer?.ok) return;
    const all: { label: string }[] = await answer.json();
    const found = all.slice(0, MOST);
    if (own !== turn || !found.length) return;
    list.replaceChildren(
      ...found.map(({ label }, i) => {
        const option = doc.createElement("li");
        option.id = `mention-${i}`;
        option.role = "option";
        option.textContent = label;
        // The field keeps the focus.
        option.onpointerdown = (event) => event.preventDefault();
        option.onclick = () => take(field, label);
        return option;
      }),
    );
    field.parentElement?.append(list);
    field.setAttribute("aria-controls", list.id);
    mark(field, 0);
  }

  doc.addEventListener("input", (event) => {
    const field = closestOf<HTMLTextAreaElement>(event, "textarea");
    if (field?.dataset.mentions && event instanceof InputEvent) void offer(field);
  });
  doc.addEventListener("keydown", (event) => {
    const field = closestOf<HTMLTextAreaElement>(event, "textarea");
    if (!list.isConnected || !field?.dataset.mentions) return;
    const all = [...list.querySelectorAll("li")];
    const at = all.findIndex((option) => option.ariaSelected === "true");
    if (event.key === "Escape") close(field);
    else if (event.key === "Enter" || event.key === "Tab") all[at]?.click();
    else if (event.key === "ArrowDown") mark(field, (at + 1) % all.length);
    else if (event.key === "ArrowUp") mark(field, (at - 1 + all.length) % all.length);
    else return;
    event.preventDefault();
  });
  doc.addEventListener("focusout", (event) => {
    const field = closestOf<HTMLTextAreaElement>(event, "textarea");
    if (field?.dataset.mentions) close(field);
  });
}
