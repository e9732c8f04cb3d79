import type { Column } from "./column";
import type { Leaf } from "./model";

/** Signs of a text by how wide they are drawn at 13 px; Chinese ones are squares. */
const [CHARACTER, WIDE, CAPITAL, LATIN, DASH, NARROW] = [13, 11.5, 8.5, 7.5, 5.5, 4.5];
const ASCII = Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  if (/[%@&MW]/.test(sign)) return WIDE;
  if (/[A-Z#]/.test(sign)) return CAPITAL;
  if (/[-/()*"]/.test(sign)) return DASH;
  return /[ .,:;'|!]/.test(sign) ? NARROW : LATIN;
});
/** What stands around a text in a cell, in px. */
const AROUND = 14;

/** Signs that a Chinese font draws as squares too. */
const SQUARE = /[·×÷±°\u2010-\u209f\u2100-\u2e7f]/;

const beyond = (sign: string) => (sign > "\u2e80" || SQUARE.test(sign) ? CHARACTER : LATIN);

function drawn(text: string): number {
  let width = 0;
  for (const sign of text) width += ASCII[sign.charCodeAt(0)] ?? beyond(sign);
  return width;
}

/** Width in which a text stands uncut in a cell, in px. */
export const pixels = (text: string): number => Math.ceil(drawn(text) + AROUND);

/** Width in which a text of 12 px stands uncut in a cell: a line of a sum, the word of a tag. */
export const smallPixels = (text: string): number => Math.ceil((drawn(text) * 12) / 13 + AROUND);

/** The mark of an order, of an explanation or of a filter in a header, in px. */
const MARK = 18;

/** Width in which a header stands uncut, in px. */
export const headPixels = (label: string, sortable = false): number => pixels(label) + (sortable ? MARK : 0);

/** What a line may end behind: a Chinese sign with the marks around it, or a word. */
const PIECES = /[（【《“]*[\u2010-\uffff][、，。；：！？）】》”]*|[^\s\u2010-\uffff]+\s*|\s+/g;

/** A word of so many signs is not broken. */
const WORD = 3 * CHARACTER;

/** The narrowest width in which pieces stand in two lines, one after the other. */
function halved(pieces: readonly number[]): number {
  const all = pieces.reduce((sum, piece) => sum + piece, 0);
  let before = 0;
  let least = all;
  for (const piece of pieces) {
    before += piece;
    least = Math.min(least, Math.max(before, all - before));
  }
  return Math.ceil(Math.max(least, Math.min(all, WORD)) + AROUND);
}

const piecesOf = (text: string) => (text.match(PIECES) ?? []).map(drawn);

/** Width in which a text stands uncut in two lines of a cell, in px. */
export const foldedPixels = (text: string): number => halved(piecesOf(text));

const FOLDED = new Set(["text", "link", "datetime"]);

/** Words stand in two lines before they are cut; a figure, a state, a short date never breaks. */
export const isFolded = ({ kind = "text", overHidden }: Column<never>): boolean =>
  FOLDED.has(kind) && overHidden !== false;

/** A tag has a padding of its own. */
const tagPixels = (text: string) => smallPixels(text) + 16;
/** What a screen draws itself is not measured. */
export const DRAWN = new Set(["custom", "icon", "image", "spark"]);

/** What a column takes, in px: with every text in one line, and with its words in two. */
export interface Taken {
  whole: number;
  least: number;
}

/** What the header and the values of these rows take in each column. */
export function takenWidths<Row>(
  leaves: readonly Leaf<Row>[],
  rows: readonly Row[],
  textOf: (column: Column<Row>, value: unknown, row: Row) => string,
): Record<string, Taken> {
  const widths: Record<string, Taken> = {};
  for (const { key, column, read } of leaves) {
    if (DRAWN.has(column.kind ?? "") || column.part) continue;
    const measure = column.kind === "tag" ? tagPixels : pixels;
    const folds = isFolded(column);
    const marks = [column.sortable, column.tooltip].filter(Boolean).map(() => MARK);
    let whole = pixels(column.label) + marks.length * MARK;
    let least = halved([...piecesOf(column.label), ...marks]);
    for (const row of rows) {
      const text = textOf(column, read(row), row);
      const one = measure(text);
      whole = Math.max(whole, one);
      if (one > least) least = folds ? Math.max(least, foldedPixels(text)) : one;
    }
    widths[key] = { whole, least };
  }
  return widths;
}
