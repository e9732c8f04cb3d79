const GAP = /[ \t\r\n]*/y;
const TOKEN =
  /[{}[\],:]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const DEPTH = 50;

/** Where a text stops being JSON, counted from 1. */
export interface EtlFault {
  line: number;
  column: number;
}

export interface EtlPlaces {
  /** Line on which a value begins, by its way there: `source[0].plugin_name`. */
  lines: ReadonlyMap<string, number>;
  fault?: EtlFault;
}

class Broken extends Error {}

/** Reads a JSON text for where its values stand; the parser of the language says no lines. */
export function placesOf(text: string): EtlPlaces {
  const lines = new Map<string, number>();
  let at = 0;
  let line = 1;
  let lineStart = 0;

  function skip() {
    GAP.lastIndex = at;
    const [gap = ""] = GAP.exec(text) ?? [];
    for (let i = 0; i < gap.length; i++)
      if (gap[i] === "\n") {
        line += 1;
        lineStart = at + i + 1;
      }
    at += gap.length;
  }
  /** The next piece, without taking it. @throws Broken */
  function peek(): string {
    skip();
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text)?.[0];
    if (found === undefined) throw new Broken();
    return found;
  }
  const take = (...wanted: string[]) => {
    const next = peek();
    if (wanted.length && !wanted.includes(next)) throw new Broken();
    at += next.length;
    return next;
  };

  function members(path: string, depth: number) {
    do {
      const key = peek();
      if (!key.startsWith('"')) throw new Broken();
      take();
      take(":");
      value(`${path && `${path}.`}${JSON.parse(key)}`, depth);
    } while (take(",", "}") === ",");
  }
  function items(path: string, depth: number) {
    let i = 0;
    do {
      value(`${path}[${i}]`, depth);
      i += 1;
    } while (take(",", "]") === ",");
  }
  function value(path: string, depth: number) {
    const next = peek();
    lines.set(path, line);
    if (depth > DEPTH || "}],:".includes(next)) throw new Broken();
    take();
    const close = next === "{" ? "}" : next === "[" ? "]" : "";
    if (!close) return;
    if (peek() === close) take();
    else if (next === "{") members(path, depth + 1);
    else items(path, depth + 1);
  }

  try {
    value("", 0);
    skip();
    if (at < text.length) throw new Broken();
    return { lines };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return { lines, fault: { line, column: at - lineStart + 1 } };
  }
}

/** Line of a value, or of what holds it where it is not there. */
export function lineOf({ lines }: EtlPlaces, path: string): number {
  for (let way = path; way; way = way.replace(/(?:\.[^.[]*|\[\d+\])$|^[^.[]*$/, "")) {
    const line = lines.get(way);
    if (line) return line;
  }
  return 1;
}
