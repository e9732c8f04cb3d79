import { columnName } from "#backend/engine/reports/read";

/** Columns of reports that are about a person: who bought, where to, what was written (figures.md A.1). */
const PERSONAL = /^(ship-(?!service-level$|promotion-|date$)|buyer-|recipient-|bill-)|^customer-comments$/;
/** Bytes of the first line that are waited for. */
const MOST_HEAD = 100_000;
const [TAB, LINE, RETURN] = [9, 10, 13];

/** Which cells of a line are about a person, by the first line; none where nothing stands between tabs. */
const personalIn = (head: Buffer): ReadonlySet<number> =>
  new Set(
    head
      .toString("latin1")
      .split("\t")
      .flatMap((name, i) => (PERSONAL.test(columnName(name)) ? i : [])),
  );

/**
 * A report as it comes, with what is about persons left out. Of tab-separated text alone, which is how reports with such
 * columns are written; in no charset that they have is a tab or an end of a line part of a letter.
 */
export async function* withoutPersonal(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0);
  let personal: ReadonlySet<number> = new Set();
  let column = 0;

  const blanked = (piece: Buffer): Buffer => {
    const out = Buffer.allocUnsafe(piece.length);
    let length = 0;
    for (const byte of piece) {
      if (byte === TAB) column++;
      else if (byte === LINE) column = 0;
      else if (byte !== RETURN && personal.has(column)) continue;
      out[length++] = byte;
    }
    return out.subarray(0, length);
  };
  for await (const chunk of content) {
    let piece = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (head) {
      head = Buffer.concat([head, piece]);
      const end = head.indexOf(LINE) + 1;
      if (!end && head.length < MOST_HEAD) continue;
      personal = personalIn(head.subarray(0, end));
      if (end) yield head.subarray(0, end);
      piece = head.subarray(end);
      head = undefined;
    }
    if (piece.length) yield personal.size ? blanked(piece) : piece;
  }
  if (head?.length) yield head;
}
