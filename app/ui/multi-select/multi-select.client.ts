import { closestOf } from "../dom.client";

const boxes = (pick: Element) => [...pick.querySelectorAll<HTMLInputElement>("input[type=checkbox],input[type=radio]")];
const textOf = (box: HTMLInputElement) => box.closest("label")?.textContent?.trim() ?? "";

/** Shows what is ticked on the closed control and holds the limit. */
export function showPicked(pick: HTMLElement): void {
  const all = boxes(pick);
  const ticked = all.filter((b) => b.checked);
  const summary = pick.querySelector("summary");
  if (summary) summary.textContent = ticked.map(textOf).join("、") || (pick.dataset.pick ?? "");
  const full = ticked.length >= Number(pick.dataset.limit || Number.POSITIVE_INFINITY);
  for (const box of all) if (box.type === "checkbox" && !box.checked) box.classList.toggle("over", full);
}

/** Hides the choices that do not contain the typed text; in trees a parent stays while a child does. */
export function filterChoices(root: Element | null, text: string): void {
  const wanted = text.trim().toLowerCase();
  for (const label of root?.querySelectorAll<HTMLElement>(".tick") ?? []) {
    const item = label.closest<HTMLElement>("li") ?? label;
    item.hidden = !(item.textContent ?? "").toLowerCase().includes(wanted);
    if (wanted && !item.hidden) for (const branch of item.querySelectorAll("details")) branch.open = true;
  }
}

/** Pickers on the whole page: summary text, limit, search, closing by outside click and Escape. */
export function enhancePickers(doc: Document): void {
  doc.addEventListener("change", (event) => {
    const box = closestOf<HTMLInputElement>(event, "input");
    const pick = box?.closest<HTMLDetailsElement>("[data-pick]");
    if (!box || !pick) return;
    if (box.classList.contains("over") && box.checked) {
      box.checked = false;
      box.setCustomValidity(`最多选择${pick.dataset.limit}项`);
      box.reportValidity();
      box.setCustomValidity("");
    }
    showPicked(pick);
    if (box.type === "radio") pick.open = false;
  });
  doc.addEventListener("input", (event) => {
    const input = closestOf<HTMLInputElement>(event, "input");
    if (input?.dataset.find !== undefined) filterChoices(input.parentElement, input.value);
  });
  const closeOthers = (target: Element | null) => {
    for (const pick of doc.querySelectorAll<HTMLDetailsElement>(".pick[open]"))
      if (!target || !pick.contains(target)) pick.open = false;
  };
  doc.addEventListener("click", (event) => closeOthers(closestOf(event)));
  doc.addEventListener("keydown", (event) => {
    const open = closestOf<HTMLDetailsElement>(event, ".pick[open]");
    if (event.key !== "Escape" || !open) return;
    event.preventDefault();
    open.open = false;
    open.querySelector("summary")?.focus();
  });
  // Typed and ticked while this was on its way.
  for (const pick of doc.querySelectorAll<HTMLElement>(".pick[open]")) showPicked(pick);
  for (const input of doc.querySelectorAll<HTMLInputElement>("[data-find]"))
    if (input.value) filterChoices(input.parentElement, input.value);
}
