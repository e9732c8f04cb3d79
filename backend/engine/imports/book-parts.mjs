// Parts of an xlsx file, a piece at a time: what is asked for next is unpacked next, so that no more than
// a piece and the shared texts lie in memory.
import { Unzip, UnzipInflate } from "fflate";

/** Packed bytes that are unpacked at once. */
const STEP = 32 * 1024;
/** Characters of one row, or of one shared text. */
const MOST_UNFINISHED = 8 * 1024 * 1024;
/** Characters of all shared texts. */
const MOST_SHARED = 64 * 1024 * 1024;

const NAMED = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Text of XML as it is meant. */
export const plain = (text) =>
  text.includes("&") || text.includes("_x")
    ? text
        .replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (_, name, ten, hex) =>
          name ? NAMED[name.toLowerCase()] : String.fromCodePoint(ten ? Number(ten) : Number.parseInt(hex, 16)),
        )
        .replace(/_x([\da-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

export const attribute = (tag, name) => {
  const at = tag.indexOf(` ${name}="`);
  if (at < 0) return "";
  const from = at + name.length + 3;
  return plain(tag.slice(from, tag.indexOf('"', from)));
};

/** Text of a part, in pieces; one that is there must be there to its end. */
export function* textOf(bytes, part, needed = false) {
  const decoder = new TextDecoder();
  let pieces = [];
  let open = needed;
  const unzip = new Unzip((file) => {
    if (file.name !== part) return;
    open = true;
    file.ondata = (error, chunk, last) => {
      if (error) throw error;
      open = !last;
      pieces.push(decoder.decode(chunk, { stream: !last }));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < bytes.length; at += STEP) {
    unzip.push(bytes.subarray(at, at + STEP), at + STEP >= bytes.length);
    const now = pieces;
    pieces = [];
    yield* now;
  }
  if (open) throw new Error("cut off");
}

export const wholeText = (bytes, part) => [...textOf(bytes, part)].join("");

/** Elements of a name in pieces of text, each with its attributes and what it holds; then what follows the last. */
function* elements(pieces, name) {
  const whole = new RegExp(`<${name}(\\s[^>]*?)?(?:/>|>([\\s\\S]*?)</${name}>)`, "g");
  let text = "";
  let prefixed;
  for (const piece of pieces) {
    text += piece;
    prefixed ??= /<\w+:(worksheet|sst)\b/.test(text);
    if (prefixed) text = text.replace(/<(\/?)\w+:(?=\w)/g, "<$1");
    let end = 0;
    whole.lastIndex = 0;
    // An element is looked for only where its end has come: a half one would be searched again and again.
    const last = Math.max(text.lastIndexOf(`</${name}>`), text.lastIndexOf("/>"));
    for (let found = last < 0 ? null : whole.exec(text); found; found = whole.exec(text)) {
      end = whole.lastIndex;
      yield [found[1] ?? "", found[2] ?? ""];
    }
    text = text.slice(end);
    if (text.length > MOST_UNFINISHED) throw new Error("too long");
  }
  return text;
}

const inner = (text) => [...text.matchAll(/<t(?:\s[^>]*)?>([\s\S]*?)<\/t>/g)].map(([, t]) => plain(t)).join("");

/** Texts that cells name by their number. */
export function sharedTexts(bytes) {
  const texts = [];
  let chars = 0;
  for (const [, held] of elements(textOf(bytes, "xl/sharedStrings.xml"), "si")) {
    const text = inner(held.includes("<rPh") ? held.replace(/<rPh[\s\S]*?<\/rPh>/g, "") : held);
    chars += text.length;
    if (chars > MOST_SHARED) throw new Error("too long");
    texts.push(text);
  }
  return texts;
}

const isDateId = (id) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
const isDateCode = (code) => /[ymdhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ""));

/** Which styles show a number as a date, by their number. */
export function dateStyles(bytes) {
  const text = wholeText(bytes, "xl/styles.xml").replace(/<(\/?)\w+:(?=\w)/g, "<$1");
  const own = new Map(
    [...text.matchAll(/<numFmt\s[^>]*>/g)].map(([tag]) => [
      Number(attribute(tag, "numFmtId")),
      isDateCode(attribute(tag, "formatCode")),
    ]),
  );
  const [, styles = ""] = /<cellXfs[^>]*>([\s\S]*?)<\/cellXfs>/.exec(text) ?? [];
  return [...styles.matchAll(/<xf\s[^>]*>/g)].map(([tag]) => {
    const id = Number(attribute(tag, "numFmtId"));
    return own.get(id) ?? isDateId(id);
  });
}

const DAY_MS = 86_400_000;
/** Days of a spreadsheet as a date of no zone; its first year has a day that never was. */
function dateOf(days, from1904) {
  const since1900 = from1904 ? days + 1462 : days < 60 ? days + 1 : days;
  return new Date(Math.round((since1900 - 25_569) * DAY_MS));
}

function placeOf(ref) {
  let place = 0;
  for (let i = 0; i < ref.length; i++) {
    const letter = ref.charCodeAt(i) - 64;
    if (letter < 1 || letter > 26) break;
    place = place * 26 + letter;
  }
  return place - 1;
}

/** Value of a cell: text, number, yes or no, date; null when it is empty. */
function cellValue(type, style, held, { shared, dates, from1904 }) {
  if (type === "inlineStr") return inner(held);
  const at = held.indexOf("<v");
  if (at < 0) return null;
  const from = held.indexOf(">", at) + 1;
  const text = held.slice(from, held.indexOf("</v>", from));
  if (type === "s") return shared[Number(text)] ?? null;
  if (type === "str" || type === "e") return plain(text);
  if (type === "b") return text === "1" || text === "true";
  if (type === "d") return new Date(text);
  const number = Number(text);
  if (text === "" || Number.isNaN(number)) return text === "" ? null : plain(text);
  return dates[Number(style)] ? dateOf(number, from1904) : number;
}

const MOST_PLACES = 16_384;

/** Rows of a sheet as they are read: number and values; what stands behind them is handed to `rest`. */
export function* rowsIn(bytes, part, book, rest) {
  let row = 0;
  const found = elements(textOf(bytes, part, true), "row");
  for (;;) {
    const { done, value } = found.next();
    if (done) return rest(value ?? "");
    const [tag, held] = value;
    row = Number(attribute(tag, "r")) || row + 1;
    const values = [];
    let place = -1;
    for (const [, own = "", cell = ""] of held.matchAll(/<c(\s[^>]*?)?(?:\/>|>([\s\S]*?)<\/c>)/g)) {
      const ref = attribute(own, "r");
      place = ref ? placeOf(ref) : place + 1;
      if (place < 0 || place >= MOST_PLACES) throw new Error("no such column");
      while (values.length < place) values.push(null);
      values[place] = cell ? cellValue(attribute(own, "t"), attribute(own, "s"), cell, book) : null;
    }
    yield [row, values];
  }
}
