import { documentNamed, documents } from "#documents";
import { type DocumentType, isCalledByNumber, permissionOf } from "#documents/kit";
import { isFound, plain } from "../documents/reading/find";
import type { Caller } from "../http/caller";
import type { Context } from "../http/context";
import { hitsOf, MOST } from "./hits";
import { type Said, saidOf } from "./said";
import { namedBy, type Typed } from "./typed";

/** Declarations whose rows can be found; of a table with several, those that have some of its rows. */
const searchable = documents.filter(
  (d) => (isFound(d) || isCalledByNumber(d)) && (!d.of || d.fixed),
);

export const seenBy = (caller: Caller): DocumentType[] =>
  searchable.filter((d) => caller.permissions.has(permissionOf(d, "view")));

/** How rows fit: number or code, its beginning, another value, a part, first letters, whom or what it names. */
export const MATCHES = ["exact", "begin", "value", "part", "initials", "named"] as const;
const matchOf = (rank: number) => MATCHES[[0, 0, 1, 2, 3, 3, 3, 4, 5][rank] ?? 3] ?? "part";

export interface Hit extends Said {
  match: (typeof MATCHES)[number];
}

export interface Group {
  type: string;
  label: string;
  /** There are others of this kind. */
  more: boolean;
  rows: Hit[];
}

interface Ranked {
  type: string;
  id: string;
  rank: number;
}

async function ranked(c: Context, searched: readonly DocumentType[], text: string) {
  const values: unknown[] = [];
  const typed: Typed = {
    text,
    values,
    bind: (value) => `$${values.push(value)}`,
    named: await namedBy(c, searched, text),
  };
  const selects = searched.flatMap((document) => hitsOf(document, c.caller, typed));
  if (!selects.length) return [];
  const found = await c.sql.query<Ranked>(selects.join(" union all "), values);
  const best = new Map<string, Ranked>();
  for (const row of found.sort((a, b) => a.rank - b.rank)) {
    const key = `${row.type} ${row.id}`;
    if (!best.has(key)) best.set(key, row);
  }
  return [...best.values()];
}

const NUMBER = /^([a-z]{2,4})\d/;

/**
 * Documents of all kinds that the caller may see and that fit what was typed, kinds with the best fit
 * first. A number whose beginning is that of one kind asks the others only when that kind has none.
 */
export async function search(c: Context, keyword: string): Promise<Group[]> {
  const text = plain(keyword);
  const seen = seenBy(c.caller);
  if (!text || !seen.length) return [];
  const [, prefix] = NUMBER.exec(text) ?? [];
  const own = prefix ? seen.filter((d) => d.number?.toLowerCase() === prefix) : [];
  const first = own.length ? await ranked(c, own, text) : [];
  const found = first.length ? first : await ranked(c, seen, text);
  const byType = new Map<string, Ranked[]>();
  for (const row of found) byType.set(row.type, [...(byType.get(row.type) ?? []), row]);
  const shown = [...byType].map(([type, rows]) => ({ type, rows: rows.slice(0, MOST) }));
  const said = await saidOf(
    c,
    new Map(shown.map(({ type, rows }) => [documentNamed(type), rows.map((r) => r.id)])),
  );
  const words = new Map(said.map((row) => [`${row.type} ${row.id}`, row]));
  return shown.map(({ type, rows }) => ({
    type,
    label: documentNamed(type).label,
    more: (byType.get(type)?.length ?? 0) > MOST,
    rows: rows.flatMap(({ id, rank }) => {
      const row = words.get(`${type} ${id}`);
      return row ? [{ ...row, match: matchOf(rank) }] : [];
    }),
  }));
}
