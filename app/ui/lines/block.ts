/** A break between cells or rows. */
const BREAK = /[\t\n]/g;

/** Where the cell ends that begins with the quote at `start`; -1 when no quote closes it. */
function closing(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return -1;
}

/**
 * The cells of a block as spreadsheets put it on the clipboard: tabs between cells, line ends between
 * rows, quotes around cells that hold either. Written here, because spreadsheets also copy a cell as it
 * is that merely begins with a quote (`"8寸`): readers of CSV take everything behind it into that cell.
 */
export function readBlock(raw: string): string[][] {
  const text = raw.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  const rows: string[][] = [[]];
  let from = 0;
  // Once no quote closes a cell, none closes any further one.
  let quotes = true;
  while (from <= text.length) {
    const end = quotes && text[from] === '"' ? closing(text, from) : -1;
    if (text[from] === '"' && end < 0) quotes = false;
    const after = text[end + 1];
    const quoted = end >= 0 && (after === undefined || after === "\t" || after === "\n");
    let to = end + 1;
    if (!quoted) {
      BREAK.lastIndex = from;
      to = BREAK.exec(text)?.index ?? text.length;
    }
    const cell = quoted ? text.slice(from + 1, end).replaceAll('""', '"') : text.slice(from, to);
    rows.at(-1)?.push(cell);
    if (text[to] === "\n") rows.push([]);
    from = to + 1;
  }
  return rows;
}
