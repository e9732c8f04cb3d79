import { conflict } from "#backend/platform/http";

/** Sign between units and decimals of a column. */
export type DecimalSign = "." | ",";

/** Blanks group digits, signs of currencies stand beside them. */
const bare = (text: string) => text.replaceAll(/[\s\u00a0\u202f$€£¥]/g, "").replace("\u2212", "-");

/** What a written amount says of its decimal sign: neither 1234 nor 1.234 says anything. */
function signIn(text: string): DecimalSign | undefined {
  const value = bare(text);
  const [comma, dot] = [value.lastIndexOf(","), value.lastIndexOf(".")];
  if (comma >= 0 && dot >= 0) return comma > dot ? "," : ".";
  if (comma < 0 && dot < 0) return undefined;
  const sign = comma >= 0 ? "," : ".";
  const at = Math.max(comma, dot);
  const many = value.indexOf(sign) !== at;
  if (many) return sign === "," ? "." : ",";
  return value.length - at - 1 === 3 && /\d{1,3}$/.test(value.slice(0, at)) ? undefined : sign;
}

/** Proves the decimal sign of a column, value by value. */
export class DecimalProof {
  #found = new Map<DecimalSign, { no: number; text: string }>();

  see(no: number, text: string): void {
    const sign = signIn(text);
    if (sign && !this.#found.has(sign)) this.#found.set(sign, { no, text });
  }

  /**
   * @param usual sign of the marketplace, for a column that reads both ways alike
   * @throws Refusal 409 naming the two lines that contradict each other
   */
  sign(usual: DecimalSign): DecimalSign {
    const [dot, comma] = [this.#found.get("."), this.#found.get(",")];
    if (dot && comma)
      throw conflict(`金额的小数点不一致：第${dot.no}行为${dot.text}，第${comma.no}行为${comma.text}，请上传原文件`);
    return dot ? "." : comma ? "," : usual;
  }
}

/** An amount as decimal text; undefined when it is none. */
export function amountIn(text: string, sign: DecimalSign): string | undefined {
  const value = bare(text)
    .replaceAll(sign === "." ? "," : ".", "")
    .replace(",", ".");
  const [, brackets] = /^\((.*)\)$/.exec(value) ?? [];
  const plain = brackets === undefined ? value : `-${brackets}`;
  return /^[+-]?\d{1,15}(\.\d{1,6})?$/.test(plain) ? plain.replace("+", "") : undefined;
}

/** Hours by which the zones that reports name lie before UTC. */
const ZONES: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  Z: 0,
  BST: 1,
  PST: -8,
  PDT: -7,
  CET: 1,
  CEST: 2,
  MET: 1,
  MEST: 2,
  JST: 9,
};

const DAY = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/;
const DAY_LAST = /^(\d{1,2})([./])(\d{1,2})\2(\d{2}|\d{4})$/;
/** `Jan 05, 2026`, `05. Jan. 2026`. */
const DAY_NAMED = /^(?:(\d{1,2})\.? )?(\p{L}{3,9})\.?(?: (\d{1,2}),)? (\d{4})$/u;
/** Months by their first letters, in English and German. */
const MONTHS: Readonly<Record<string, string>> = Object.fromEntries(
  ["jan", "feb", "mar mär", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov", "dec dez"].flatMap(
    (names, at) => names.split(" ").map((name) => [name, String(at + 1)]),
  ),
);
const two = (text: string) => text.padStart(2, "0");

/**
 * yyyy-MM-dd of a written day, which may be in no calendar; with slashes the month stands first only in the Americas.
 * Undefined when it is none.
 */
export function dayIn(text: string, monthFirst: boolean): string | undefined {
  const [, y, m, d] = DAY.exec(text) ?? [];
  if (y && m && d) return `${y}-${two(m)}-${two(d)}`;
  const [, before, name = "", after, in4] = DAY_NAMED.exec(text) ?? [];
  const [named, dated] = [MONTHS[name.slice(0, 3).toLowerCase()], before ?? after];
  if (named && dated && in4 && !(before && after)) return `${in4}-${two(named)}-${two(dated)}`;
  const [, a, mark, b, year] = DAY_LAST.exec(text) ?? [];
  if (!a || !b || !year) return undefined;
  const [month, day] = mark === "/" && monthFirst ? [a, b] : [b, a];
  return `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`;
}

/**
 * A written time as an instant, ISO 8601; a day alone is its beginning. Undefined when it is none.
 * @param monthFirst how the marketplace writes days with slashes
 */
export function timeIn(text: string, monthFirst: boolean): string | undefined {
  const [date = "", clock = "00:00:00", zone = "UTC"] = text
    .trim()
    .replace(/(\d)T(\d)/, "$1 $2")
    .split(/\s+/);
  const day = dayIn(date, monthFirst);
  const [, h, min, sec = "00", offset] =
    /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/.exec(clock) ?? [];
  const hours = ZONES[zone.toUpperCase()];
  if (!day || !h || !min || (hours === undefined && !offset)) return undefined;
  const time = Date.parse(`${day}T${two(h)}:${min}:${sec}${offset ?? "Z"}`);
  if (Number.isNaN(time)) return undefined;
  return new Date(offset ? time : time - (hours ?? 0) * 3_600_000).toISOString();
}
