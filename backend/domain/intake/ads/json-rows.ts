import { BROKEN } from "#backend/engine/connect/download";
import { Later } from "#backend/engine/connect/words";
import { breather } from "#backend/platform/breath";

/** Longest object of a report: it is flat, and has no texts longer than a name. */
const MOST_CHARS = 20_000;
const ROWS = 1000;

/** Finds objects of an array in a text that comes in pieces; nothing of it but the one being read is kept. */
class ObjectSplitter {
  #text = "";
  #depth = 0;
  #quoted = false;
  #escaped = false;
  #state: "before" | "within" | "after" = "before";

  /** Whether the array has ended. */
  get whole(): boolean {
    return this.#state === "after";
  }

  /** What stands between objects. @throws Later for what is no array of objects */
  #between(sign: string): void {
    if (this.#state === "before" && sign === "[") this.#state = "within";
    else if (this.#state === "within" && sign === "]") this.#state = "after";
    else if (!/[\s\uFEFF]/.test(sign) && !(this.#state === "within" && sign === ",")) throw new Later(BROKEN);
  }

  *split(piece: string): Generator<string> {
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
    if (this.#text.length > MOST_CHARS) throw new Later(BROKEN);
  }
}

/** Numbers of campaigns and keywords may be longer than a number can be: they are texts. */
const ID = /"(\w+Id)"\s*:\s*(\d+)/g;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replaceAll(ID, '"$1":"$2"'));
  } catch {
    throw new Later(BROKEN);
  }
}

/**
 * Objects of a JSON array that comes as bytes, a thousand at a time, however long it is.
 * @throws Later for what is no whole array of objects
 */
export async function* objectsIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<unknown[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const splitter = new ObjectSplitter();
  const breathe = breather();
  let rows: unknown[] = [];
  const decoded = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      throw new Later(BROKEN);
    }
  };
  for await (const chunk of bytes) {
    for (const text of splitter.split(decoded(chunk))) {
      rows.push(parsed(text));
      if (rows.length < ROWS) continue;
      yield rows;
      rows = [];
    }
    await breathe();
  }
  decoded();
  if (!splitter.whole) throw new Later(BROKEN);
  if (rows.length) yield rows;
}
