import { BROKEN } from "#backend/engine/connect/download";
import { Later } from "#backend/engine/connect/words";
import { breather } from "#backend/platform/breath";

/** Longest object of a report: it is flat, and has no texts longer than a name. */
const MOST_CHARS = 20_000;
const ROWS = 1000;

/** Text that is held while an array is looked for: what stands before it. */
const MOST_HEAD = 10_000_000;

/** Which array is meant, where it is not the whole, and what is thrown for a text that is not as it should be. */
interface ArrayWanted {
  key?: string;
  broken(): Error;
}

/** Finds objects of an array in a text that comes in pieces; nothing of it but the one being read is kept. */
class ObjectSplitter {
  readonly #wanted: ArrayWanted;
  /** What was read of an object before the array that is looked for begins; undefined: it has begun. */
  #head: string | undefined;
  #last = "";
  #text = "";
  #depth = 0;
  #quoted = false;
  #escaped = false;
  #state: "before" | "within" | "after" = "before";

  constructor(wanted: ArrayWanted) {
    this.#wanted = wanted;
    this.#head = wanted.key === undefined ? undefined : "";
  }

  /** Whether the array has ended, and what it is in. */
  get whole(): boolean {
    return this.#state === "after" && (this.#wanted.key === undefined || this.#last === "}");
  }

  /** The text from the array that is looked for on. */
  #begun(piece: string): string {
    if (this.#head === undefined) return piece;
    const text = this.#head + piece;
    const found = new RegExp(`"${this.#wanted.key}"\\s*:\\s*(?=\\[)`).exec(text);
    this.#head = found ? undefined : text;
    if (text.length > MOST_HEAD && !found) throw this.#wanted.broken();
    return found ? text.slice(found.index + found[0].length) : "";
  }

  /** What stands between objects. @throws what is said for no array of objects */
  #between(sign: string): void {
    if (this.#state === "after" && this.#wanted.key !== undefined) this.#last = /\s/.test(sign) ? this.#last : sign;
    else if (this.#state === "before" && sign === "[") this.#state = "within";
    else if (this.#state === "within" && sign === "]") this.#state = "after";
    else if (!/[\s\uFEFF]/.test(sign) && !(this.#state === "within" && sign === ",")) throw this.#wanted.broken();
  }

  *split(given: string): Generator<string> {
    const piece = this.#begun(given);
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const sign = piece[at] ?? "";
      if (this.#quoted) {
        if (this.#escaped) this.#escaped = false;
        else if (sign === "\\") this.#escaped = true;
        else if (sign === '"') this.#quoted = false;
      } else if (sign === "{" && this.#state === "within") {
        if (this.#depth++ === 0) from = at;
      } else if (!this.#depth) this.#between(sign);
      else if (sign === '"') this.#quoted = true;
      else if (sign === "}" && --this.#depth === 0) {
        yield this.#text + piece.slice(from, at + 1);
        this.#text = "";
      }
    }
    if (this.#depth) this.#text += piece.slice(from);
    if (this.#text.length > MOST_CHARS) throw this.#wanted.broken();
  }
}

/** Numbers of campaigns and keywords may be longer than a number can be: they are texts. */
const ID = /"(\w+Id)"\s*:\s*(\d+)/g;

function parsed(text: string, { broken }: ArrayWanted): unknown {
  try {
    return JSON.parse(text.replaceAll(ID, '"$1":"$2"'));
  } catch {
    throw broken();
  }
}

/** The whole is one array, which comes from the other side. */
const FETCHED: ArrayWanted = { broken: () => new Later(BROKEN) };

/**
 * Objects of a JSON array that comes as bytes, a thousand at a time, however long it is; of an object the array that
 * is wanted.
 * @throws Later, or what is said, for what is no whole array of objects
 */
export async function* objectsIn(
  bytes: AsyncIterable<Uint8Array>,
  wanted: ArrayWanted = FETCHED,
): AsyncGenerator<unknown[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const splitter = new ObjectSplitter(wanted);
  const breathe = breather();
  let rows: unknown[] = [];
  const decoded = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw wanted.broken();
    }
  };
  for await (const chunk of bytes) {
    for (const text of splitter.split(decoded(chunk))) {
      rows.push(parsed(text, wanted));
      if (rows.length < ROWS) continue;
      yield rows;
      rows = [];
    }
    await breathe();
  }
  decoded();
  if (!splitter.whole) throw wanted.broken();
  if (rows.length) yield rows;
}
