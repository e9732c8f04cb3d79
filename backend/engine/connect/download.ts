import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { Connector } from "./connector";
import { dial } from "./dial";
import { Later, Refused } from "./words";

const MOST_BYTES = 512 * 1024 * 1024;
/** Longest that a document may take to come. */
const SECONDS = 600;

/** Said of a document that does not come whole. */
export const BROKEN = "对方的文件传输中断或损坏";

async function* chunksOf(body: NonNullable<Response["body"]>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Counts what comes, and ends it where it is more than a report has. */
async function* bounded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw new Refused("对方的文件过大");
    yield chunk;
  }
}

/**
 * A document that a system outside hands out at an address of its own, unpacked, as it comes: the address is
 * called without our token, and like every other must not lie in the company's network.
 * @throws Later when it may be asked for again, also while it is read; Refused where it is no address
 */
export async function* download(
  { anywhere }: Pick<Connector, "anywhere">,
  { url, gzip }: { url: string; gzip: boolean },
): AsyncGenerator<Uint8Array> {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !(address.protocol === "https:" || (anywhere && address.protocol === "http:")))
    throw new Refused("对方给出的文件地址不正确");
  try {
    const response = await dial(address, { signal: AbortSignal.timeout(SECONDS * 1000), anywhere });
    if (!response.ok || !response.body) throw new Later(`下载文件时对方返回${response.status}`);
    const plain = Readable.from(bounded(chunksOf(response.body)));
    if (!gzip) return yield* plain;
    const unpacked = createGunzip();
    plain.on("error", (error) => unpacked.destroy(error));
    yield* bounded(plain.pipe(unpacked));
  } catch (error) {
    if (error instanceof Later || error instanceof Refused) throw error;
    throw new Later(BROKEN);
  }
}
