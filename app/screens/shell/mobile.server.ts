import { linksBelow } from "~/text/below";

// Parts that are kept serve both shells: each is moved once.
const moved = new WeakMap<Buffer, Buffer>();

function partBelow(part: Buffer): Buffer {
  const known = moved.get(part) ?? Buffer.from(linksBelow(part.toString()));
  moved.set(part, known);
  return known;
}

/** A page of the console with all its links and forms below `/mobile`: nothing else knows of that shell. */
export const piecesBelow = (pieces: readonly (string | Buffer)[]): (string | Buffer)[] =>
  pieces.map((piece) => (typeof piece === "string" ? linksBelow(piece) : partBelow(piece)));
