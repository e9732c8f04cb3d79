import type { Control, Listed } from "../dom.client";

export type ShellDraft = Record<string, string>;

export const FORMS = "main form.form[method=post]:not([data-quiet])";
/** Neither what is pressed, nor what nobody types or may read. */
const SKIP = /^(hidden|password|file|submit|button|reset|fieldset|output|image|)$/;
const isFilled = (el: Listed): el is Control => !!el.name && !SKIP.test(el.type);

export const isChoice = (el: Control): el is HTMLInputElement => /^(checkbox|radio)$/.test(el.type);
export const stateOf = (el: Control) => (isChoice(el) ? String(el.checked) : el.value);

function isChanged(el: Control): boolean {
  if (isChoice(el)) return el.checked !== el.defaultChecked;
  if (!("options" in el)) return el.value !== el.defaultValue;
  const options = [...el.options];
  // Without a choice by the server the first option is shown.
  return options.some((o) => o.defaultSelected)
    ? options.some((o) => o.selected !== o.defaultSelected)
    : el.selectedIndex > 0;
}

/** Controls that a person fills, each with a name that is the same on the next rendering. */
export function* controls(doc: Document): Generator<[string, Control]> {
  const seen = new Map<string, number>();
  let row: Element | null = null;
  let id = "";
  // By the list that the document keeps: a long sheet is not searched for each key.
  const forms = [...doc.forms].filter((form) => form.matches(FORMS));
  for (const [i, form] of forms.entries())
    for (const el of form.elements) {
      if (!isFilled(el)) continue;
      // A row of lines that is stored already is known by its id: others may come and go around it.
      const own = el.name.includes("[") ? el.closest("tr") : null;
      if (own !== row) id = own?.querySelector<HTMLInputElement>('[name$="].id"]')?.value ?? "";
      row = own;
      const name = `${i} ${id ? el.name.replace(/\[\d+\]/, `[#${id}]`) : el.name}`;
      const nth = seen.get(name) ?? 0;
      seen.set(name, nth + 1);
      yield [`${name} ${nth}`, el];
    }
}

export const sheetsIn = (doc: Document) => [...doc.querySelectorAll<HTMLElement>(`${FORMS} [data-lines]`)];
export const rowsKey = (sheet: HTMLElement) => `rows ${sheet.dataset.lines}`;

/** What is typed now, and which rows there are. @param all also what still is as the server sent it */
export function readDraft(doc: Document, all: boolean): ShellDraft {
  const draft: ShellDraft = {};
  for (const [name, el] of controls(doc)) if (all || isChanged(el)) draft[name] = stateOf(el);
  for (const sheet of sheetsIn(doc)) {
    const { shape, rows } = sheet.dataset;
    const sent = all ? [...Array(Number(rows)).keys()].join() : undefined;
    const rowsNow = shape ?? sent;
    if (rowsNow !== undefined) draft[rowsKey(sheet)] = rowsNow;
  }
  return draft;
}
