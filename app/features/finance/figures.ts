/** Rows of the sheet as they were typed; the measure's key stands beside each. */
export function figuresIn(form: FormData) {
  const figures: { key: string; old: string; note: string }[] = [];
  for (let i = 0; form.has(`figures[${i}].key`); i++) {
    const text = (name: string) => String(form.get(`figures[${i}].${name}`) ?? "").trim();
    figures.push({ key: text("key"), old: text("old"), note: text("note") });
  }
  return figures;
}

/**
 * Figures of a pasted column, one a line in the order of the rows, a word behind a tab; an empty line changes none.
 * @returns how many lines there are, where they are not as many as the rows
 */
export function pasted<F extends { old: string; note: string }>(figures: F[], column: string): F[] | number {
  const lines = column.replace(/\r/g, "").split("\n");
  while (lines.length > figures.length && !lines.at(-1)?.trim()) lines.pop();
  if (lines.length !== figures.length) return lines.length;
  return figures.map((figure, i) => {
    const [old = "", ...note] = (lines[i] ?? "").split("\t").map((cell) => cell.trim());
    return { ...figure, old: old || figure.old, note: note.join(" ").trim() || figure.note };
  });
}
