/** Files of known size one after the other, in the format that `tar` reads (ustar). */

const BLOCK = 512;
/** Longest name that a header holds without extensions. */
const LONGEST = 100;

const padding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;

/** Where each field of a header begins. */
const AT = {
  name: 0,
  mode: 100,
  owner: 108,
  group: 116,
  size: 124,
  time: 136,
  sum: 148,
  type: 156,
};
const MAGIC = "ustar\x0000";

function headerOf(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > LONGEST) throw new Error(`name too long for the archive: ${name}`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, AT.name);
  header.write(octal(0o600, 7), AT.mode);
  header.write(octal(0, 7), AT.owner);
  header.write(octal(0, 7), AT.group);
  header.write(octal(size, 11), AT.size);
  header.write(octal(0, 11), AT.time);
  header.write("0", AT.type);
  header.write(MAGIC, 257);
  header.write(`${octal(sumOf(header), 6)} `, AT.sum);
  return header;
}

/** Sum of a header's bytes, its own eight taken as spaces. */
function sumOf(header: Buffer): number {
  let sum = 8 * 32;
  for (const [at, byte] of header.entries()) if (at < AT.sum || at >= AT.type) sum += byte;
  return sum;
}

/** One file of an archive. @param size bytes that `content` is going to give, no more and no less */
export async function* tarFile(
  name: string,
  content: Buffer | AsyncIterable<Buffer>,
  size = Buffer.isBuffer(content) ? content.length : 0,
): AsyncGenerator<Buffer> {
  yield headerOf(name, size);
  if (Buffer.isBuffer(content)) yield content;
  else yield* content;
  yield padding(size);
}

/** What stands at the end of an archive. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK);

/** @throws Error in the operator's words when it ends too early or is no archive */
export async function* readTar(
  source: AsyncIterable<Buffer>,
): AsyncGenerator<{ name: string; content: Buffer }> {
  const pieces = source[Symbol.asyncIterator]();
  let held: Buffer[] = [];
  let size = 0;
  async function take(wanted: number): Promise<Buffer> {
    while (size < wanted) {
      const { value, done } = await pieces.next();
      if (done) throw new Error("备份文件不完整：在结尾之前中断");
      held.push(value);
      size += value.length;
    }
    const all = held.length === 1 && held[0] ? held[0] : Buffer.concat(held);
    held = [all.subarray(wanted)];
    size -= wanted;
    return all.subarray(0, wanted);
  }
  const textAt = (header: Buffer, from: number, to: number) =>
    header.toString("utf8", from, to).replace(/\0.*$/s, "").trim();

  for (;;) {
    const header = await take(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    if (Number.parseInt(textAt(header, AT.sum, AT.type), 8) !== sumOf(header))
      throw new Error("备份文件已损坏或不是备份文件");
    const length = Number.parseInt(textAt(header, AT.size, AT.time), 8);
    const content = Buffer.from(await take(length));
    await take(padding(length).length);
    yield { name: textAt(header, AT.name, AT.mode), content };
  }
}
