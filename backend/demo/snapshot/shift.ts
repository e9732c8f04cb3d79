const DAY_MS = 86_400_000;
const ISO_DAY = /(?<![\d-])(?:19|20)\d\d-[01]\d-[0-3]\d(?!\d)/g;
/** Letters of a document, its day as yyMMdd, and the count of that day. */
const NUMBER = /(?<![A-Za-z0-9])([A-Z]{1,6})(\d{6})(?=\d{3,6}(?!\d))/g;
/** The same in what a row is found by (`find_code`): a Z behind each letter and digit, a hyphen as its code. */
const FOUND_DAY = /(?<!\dZ)((?:1Z9Z|2Z0Z)\dZ\dZ)U0002d([01]Z\dZ)U0002d([0-3]Z\dZ)(?!\dZ)/g;
const FOUND_NUMBER = /(?<![a-z0-9]Z)((?:[a-z]Z){1,6})((?:\dZ){6})(?=(?:\dZ){3,6}(?!\dZ))/g;
const MONTH = /^(\d{4})(\d\d)$/;
/** A month goes where its middle goes. */
const MIDDLE = 15;

/** What of a value ages. */
export type Ages = "day" | "text" | "found" | "month" | undefined;

/** @param type as PostgreSQL names it */
export function agesAs(column: string, type: string): Ages {
  if (/^(date|timestamp)/.test(type)) return "day";
  if (column === "period" && type === "text") return "month";
  if (column === "find_text") return "found";
  return /^(text|jsonb?|character)/.test(type) ? "text" : undefined;
}

const dayOf = (text: string, days: number) => new Date(Date.parse(text) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * Moves values in time by whole days (company.md 3.1): days and instants, and in texts days as yyyy-MM-dd and
 * the days in numbers of documents.
 * @param prefixes letters that numbers of documents begin with
 */
export function mover(days: number, prefixes: ReadonlySet<string>) {
  // A demonstration has a few hundred days, named a million times.
  const known = new Map<string, string>();
  const moved = (day: string): string => {
    const found = known.get(day);
    if (found !== undefined) return found;
    const there = Number.isNaN(Date.parse(day)) ? day : dayOf(day, days);
    known.set(day, there);
    return there;
  };
  const short = (letters: string, day: string, whole: string): string => {
    if (!prefixes.has(letters)) return whole;
    const iso = `20${day.slice(0, 2)}-${day.slice(2, 4)}-${day.slice(4)}`;
    return letters + moved(iso).slice(2).replaceAll("-", "");
  };
  const plain = (code: string) => code.replaceAll("Z", "").toUpperCase();
  const coded = (text: string) =>
    text
      .toLowerCase()
      .replace(/[a-z0-9]/g, "$&Z")
      .replaceAll("-", "U0002d");
  const byKind: Record<Exclude<Ages, undefined>, (text: string) => string> = {
    day: (text) => text.replace(ISO_DAY, moved),
    text: (text) => text.replace(ISO_DAY, moved).replace(NUMBER, (whole, letters, day) => short(letters, day, whole)),
    found: (text) =>
      text
        .replace(FOUND_DAY, (_, ...parts) => coded(moved(parts.slice(0, 3).map(plain).join("-"))))
        .replace(FOUND_NUMBER, (whole, letters, day) => coded(short(plain(letters), plain(day), plain(whole)))),
    month(text) {
      const [, year, month] = MONTH.exec(text) ?? [];
      return year ? moved(`${year}-${month}-${MIDDLE}`).slice(0, 7).replace("-", "") : text;
    },
  };
  return (ages: Ages, text: string): string => (ages && days ? byKind[ages](text) : text);
}

/** What stands for nothing in COPY's text. */
const NOTHING = "\\N";

/** Moves rows of COPY's text form, whose fields are parted by tabs. @param ages what ages, by column */
export function moveRows(rows: string, ages: readonly Ages[], move: ReturnType<typeof mover>): string {
  const old = ages.flatMap((kind, at) => (kind ? [at] : []));
  return rows
    .split("\n")
    .map((row) => {
      if (!row) return row;
      const fields = row.split("\t");
      for (const at of old) {
        const text = fields[at];
        if (text && text !== NOTHING) fields[at] = move(ages[at], text);
      }
      return fields.join("\t");
    })
    .join("\n");
}
