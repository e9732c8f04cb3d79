const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as a page may bear it. */
export const esc = (text: unknown): string => String(text ?? "").replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Markup that is not escaped again. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | readonly Markup[] | string | number | null | undefined | false;

const shown = (part: Part): string => {
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(shown).join("");
  return part === false ? "" : esc(part);
};

/** A template whose values are escaped, unless they are markup themselves. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(texts.map((text, i) => text + (i < parts.length ? shown(parts[i]) : "")).join(""));

export interface Table<T> {
  title: string;
  empty: string;
  heads: readonly string[];
  rows: readonly T[];
  cells(row: T): readonly Part[];
}

/** The newest first; a list that is long shows its beginning. */
const MOST_ROWS = 20;

export function table<T>({ title, empty, heads, rows, cells }: Table<T>): Markup {
  if (!rows.length) return html`<section><h2>${title}</h2><p class="none">${empty}</p></section>`;
  const newest = rows.slice(-MOST_ROWS).reverse();
  return html`<section><h2>${title} <small>${rows.length}</small></h2><div class="wide"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${newest.map((row) => html`<tr>${cells(row).map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div></section>`;
}
