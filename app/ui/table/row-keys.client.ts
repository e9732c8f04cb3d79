/** Rows of the list that the page shows; those of dialogs and forms are none. */
const rowsOf = (doc: Document) => [...doc.querySelectorAll<HTMLTableRowElement>(".list .t tbody tr")];

/** Moves the focus from row to row; at the ends it stays. False when there is no list to move in. */
export function moveRow(doc: Document, step: number): boolean {
  const rows = rowsOf(doc);
  const focus = doc.activeElement;
  // Menus beside the list have these keys for themselves.
  if (!rows.length || (focus !== doc.body && !focus?.closest("main"))) return false;
  const at = rows.findIndex((row) => row.contains(doc.activeElement));
  const next = at < 0 ? (step > 0 ? 0 : rows.length - 1) : at + step;
  const row = rows[Math.max(0, Math.min(rows.length - 1, next))]!;
  // A row is no stop of the Tab key; only these keys lead there.
  row.tabIndex = -1;
  row.focus();
  return true;
}

/** Opens the focused row: the link of its name, else its first one. */
export function openRow(doc: Document): boolean {
  const row = doc.activeElement;
  if (!(row instanceof HTMLTableRowElement)) return false;
  row.querySelector<HTMLElement>("th a:not(.twig), a:not(.twig)")?.click();
  return true;
}

/** Ticks the focused row, or takes the tick away. */
export function tickRow(doc: Document): boolean {
  const row = doc.activeElement;
  if (!(row instanceof HTMLTableRowElement)) return false;
  row.querySelector<HTMLElement>(".l0 input")?.click();
  return true;
}

/** The first field of the list's filters. False when there is none. */
export function filter(doc: Document): boolean {
  const filters = doc.querySelector<HTMLElement>(".filters");
  const field = filters?.querySelector<HTMLElement>('input:not([type="hidden"], [type="checkbox"]), summary');
  // On a narrow window the filters are folded behind a button.
  if (field && !field.offsetParent) filters?.querySelector<HTMLElement>(".sheet input")?.click();
  field?.focus();
  return !!field;
}
