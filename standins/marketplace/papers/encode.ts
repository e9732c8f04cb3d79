import type { PaperForm } from "./markets";

type Charset = PaperForm["charset"];

const ASCII = 0x80;
/** What stands where a charset has no sign. */
const UNKNOWN = 0x3f;

/** The platform only reads such charsets; what it reads of every one or two bytes is turned round. */
function writtenIn(charset: Charset): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(charset, { fatal: true });
  const signs = new Map<string, readonly number[]>();
  const add = (...bytes: number[]) => {
    try {
      const sign = decoder.decode(Uint8Array.from(bytes));
      if ([...sign].length === 1 && !signs.has(sign)) signs.set(sign, bytes);
    } catch {
      // No sign has these bytes.
    }
  };
  for (let first = ASCII; first <= 0xff; first++) {
    add(first);
    if (charset === "shift_jis") for (let second = 0x40; second <= 0xfc; second++) add(first, second);
  }
  return signs;
}

const known = new Map<Charset, ReadonlyMap<string, readonly number[]>>();

/** A text in a charset; signs that it has not are question marks. */
export function encoded(text: string, charset: Charset): Buffer {
  if (charset === "utf-8") return Buffer.from(text, "utf8");
  const signs = known.get(charset) ?? writtenIn(charset);
  known.set(charset, signs);
  const bytes: number[] = [];
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? UNKNOWN;
    if (code < ASCII) bytes.push(code);
    else bytes.push(...(signs.get(sign) ?? [UNKNOWN]));
  }
  return Buffer.from(bytes);
}
