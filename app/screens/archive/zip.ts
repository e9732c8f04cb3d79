import { Zip, ZipPassThrough } from "fflate";

/** One file of a zip: its path, and its bytes when their turn comes. */
export interface Entry {
  path: string;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/**
 * A zip made while it is read, one file after the other. Nothing is compressed: scans and pictures
 * are already.
 */
export async function* zipped(
  entries: AsyncIterable<Entry>,
): AsyncGenerator<Uint8Array<ArrayBufferLike>> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    made.push(bytes);
  });
  for await (const { path, content } of entries) {
    const file = new ZipPassThrough(path);
    zip.add(file);
    for await (const part of content) {
      file.push(part);
      yield* made.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* made.splice(0);
  }
  zip.end();
  yield* made;
}
