import { literal, within } from "#backend/platform/db";
import type { Caller } from "#backend/platform/http";
import type { Context } from "#backend/platform/http/context";
import { documentNamed, documents } from "#documents";
import { allFields, type DocumentType, isCalledByNumber, keywordField, permissionOf, readable } from "#documents/kit";
import { castOf, headColumn, snake } from "../documents/names";
import { containing, fitOf, isFound, plain } from "../documents/reading/find";
import { visible } from "../documents/reading/where";
import { type SearchSaid, saidOf } from "./said";

/** What was typed, for one statement that has these values. */
interface SearchTyped {
  text: string;
  values: unknown[];
  bind(value: unknown): string;
  /** Ids that it names, by declaration: suppliers, SKU, people. */
  named: Readonly<Record<string, string[]>>;
}

/** Most rows of one declaration that what was typed may name. */
const NAMED = 20;

/** Declarations whose rows find documents that name them. */
const targetsOf = (searched: readonly DocumentType[]) =>
  new Set(
    searched.flatMap((d) =>
      (d.lookup?.foundBy ?? []).flatMap((name) => {
        const f = keywordField(d, name);
        return f?.kind === "ref" ? [f.to] : [];
      }),
    ),
  );

/** Ids that what was typed names: people by their names, what has an index of its own by any part. */
async function namedBy(c: Context, searched: readonly DocumentType[], text: string): Promise<Record<string, string[]>> {
  // Nobody is called by digits.
  if (/^[\d\s]+$/.test(text)) return {};
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const tenant = bind(c.tenantId);
  const anywhere = bind(`%${literal(text)}%`);
  const selects = [...targetsOf(searched)].map((name) => {
    const target = documentNamed(name);
    const fits = isFound(target)
      ? containing((value) => `${bind(value)}::text`, text)
      : `t.${snake(target.display)} ilike ${anywhere}`;
    return `select '${name}' as name,
      array(select t.id from ${target.table} t where t.tenant_id = ${tenant} and ${fits} limit ${NAMED}) as ids`;
  });
  if (!selects.length) return {};
  const rows = await c.sql.query<{ name: string; ids: string[] }>(
    // A value has its type also where no part of the statement reads it.
    `with given as (select ${tenant}::bigint, ${anywhere}::text) ${selects.join(" union all ")}`,
    values,
  );
  return Object.fromEntries(rows.filter((r) => r.ids.length).map((r) => [r.name, r.ids]));
}

/** Most rows of one kind: one more says that there are more. */
const MOST = 5;
/** Rows with a part of what was typed that are looked at for the best. */
const LOOKED_AT = 200;
/** Lines that name what was typed, the newest ones: their documents are found. */
const LINES = 200;
/** Fewer digits are in every number: they find its end alone, or nothing. */
const END_DIGITS = 3;
const PART_DIGITS = 5;

/** A way to rows that fit, by an index: how well they fit (1 the best), and which come first. */
interface SearchWay {
  rank: string | number;
  where: string;
  order?: string;
}

const begins = (label: string, { bind }: SearchTyped, text: string, newest: boolean): SearchWay => ({
  rank: 2,
  where: `${label} like ${bind(`${literal(text)}%`)}::text`,
  order: `${label} using ${newest ? "~>~" : "~<~"}`,
});

/** To a number: as a whole, by its beginning, by its end; digits also behind what all begin with. */
function numberWays(document: DocumentType, label: string, typed: SearchTyped): SearchWay[] {
  const { text, bind } = typed;
  const prefix = (document.number ?? "").toLowerCase();
  if (text.startsWith(prefix) || prefix.startsWith(text))
    return [{ rank: 1, where: `${label} = ${bind(text)}::text` }, begins(label, typed, text, true)];
  if (!/^\d+$/.test(text) || text.length < END_DIGITS) return [];
  const turned = `reverse(${label})`;
  const end = bind(`${[...text].reverse().join("")}%`);
  return [
    begins(label, typed, prefix + text, true),
    { rank: 4, where: `${turned} like ${end}::text`, order: `${turned} using ~<~` },
  ];
}

/** To what its rows are found by: any part, the first letters. One letter is in everything. */
function partWay(label: string, begun: string, { text, bind }: SearchTyped): SearchWay[] {
  const given = (value: string) => `${bind(value)}::text`;
  return text.split(" ").some((word) => /^[!-~]$/.test(word))
    ? []
    : [{ rank: fitOf(label, given(text), begun), where: containing(given, text) }];
}

/** To a name or code: as a whole and by its beginning, by parts. */
function nameWays(label: string, typed: SearchTyped): SearchWay[] {
  const begun = begins(label, typed, typed.text, false);
  const rank = `case when ${label} = ${typed.bind(typed.text)}::text then 1 else 2 end`;
  return [{ ...begun, rank }, ...partWay(label, begun.where, typed)];
}

/** To other numbers and codes that it has, by trigrams: a word without three letters or digits has none. */
function codeWay(document: DocumentType, caller: Caller, { text, bind }: SearchTyped): SearchWay[] {
  const words = text.split(" ").slice(0, 5);
  const isCode = (word: string) => /[a-z0-9]{3}/.test(word) && (!/^\d+$/.test(word) || word.length >= PART_DIGITS);
  if (!words.every(isCode) || text.startsWith((document.number ?? "").toLowerCase())) return [];
  const fields = allFields(document);
  const columns = (document.keyword ?? []).flatMap((name) => {
    const f = fields[name];
    return f && !f.virtual && castOf(f) === "text" && readable(f, caller) ? [`t.${snake(name)}`] : [];
  });
  const has = words.map((word) => {
    const part = bind(`%${literal(word)}%`);
    return `(${columns.map((column) => `${column} ilike ${part}`).join(" or ")})`;
  });
  const whole = bind(text);
  const isOne = columns.map((column) => `lower(${column}) = ${whole}`).join(" or ");
  return columns.length ? [{ rank: `case when ${isOne} then 3 else 5 end`, where: has.join(" and ") }] : [];
}

/** Rows that name one of these, by a field of their own or of their lines. */
function naming(document: DocumentType, name: string, ids: string): string {
  const [first = "", second] = name.split(".");
  if (!second) return `t.${snake(first)} = any(${ids})`;
  const head = headColumn(document);
  return `t.id = any(array(select l.${head} from ${document.lines?.[first]?.table} l
    where l.${snake(second)} = any(${ids}) and l.del_flag = 0 order by l.id desc limit ${LINES}))`;
}

function namedWay(document: DocumentType, { named, bind }: SearchTyped): SearchWay[] {
  const parts = (document.lookup?.foundBy ?? []).flatMap((name) => {
    const field = keywordField(document, name);
    const ids = field?.kind === "ref" ? named[field.to] : undefined;
    return ids ? [naming(document, name, `${bind(ids)}::bigint[]`)] : [];
  });
  const where = `(${parts.join(" or ")})`;
  return parts.length ? [{ rank: 8, where, order: "t.create_time desc, t.id desc" }] : [];
}

/**
 * Statements for the rows of a document that the caller may see and that fit what was typed: of each way
 * to them the best few, with how well they fit.
 */
function hitsOf(document: DocumentType, caller: Caller, typed: SearchTyped): string[] {
  const { table } = document;
  const label = `lower(t.${snake(document.display)})`;
  const own = isCalledByNumber(document)
    ? [
        ...numberWays(document, label, typed),
        ...codeWay(document, caller, typed),
        ...(document.lookup?.finds ? partWay(label, "false", typed) : []),
      ]
    : nameWays(label, typed);
  const ways = [...own, ...namedWay(document, typed)];
  if (!ways.length) return [];
  const where = within(visible(document, caller), typed.values);
  return ways.map(({ rank, where: fits, order }) => {
    const from = `from ${table} t where ${where} and ${fits}`;
    const found = order
      ? `select t.id, ${rank} as rank ${from} order by ${order} limit ${MOST + 1}`
      : `select f.id, f.rank from (select t.id, ${rank} as rank ${from} limit ${LOOKED_AT}) f
         order by f.rank, f.id desc limit ${MOST + 1}`;
    return `(select '${document.name}' as type, f.id, f.rank from (${found}) f)`;
  });
}

/** Declarations whose rows can be found; of a table with several, those that have some of its rows. */
const searchable = documents.filter((d) => (isFound(d) || isCalledByNumber(d)) && (!d.of || d.fixed));

export const seenBy = (caller: Caller): DocumentType[] =>
  searchable.filter((d) => caller.permissions.has(permissionOf(d, "view")));

/** How rows fit: number or code, its beginning, another value, a part, first letters, whom or what it names. */
export const MATCHES = ["exact", "begin", "value", "part", "initials", "named"] as const;
const matchOf = (rank: number) => MATCHES[[0, 0, 1, 2, 3, 3, 3, 4, 5][rank] ?? 3] ?? "part";

export interface Hit extends SearchSaid {
  match: (typeof MATCHES)[number];
}

export interface SearchGroup {
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
  const typed: SearchTyped = {
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
export async function search(c: Context, keyword: string): Promise<SearchGroup[]> {
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
  const said = await saidOf(c, new Map(shown.map(({ type, rows }) => [documentNamed(type), rows.map((r) => r.id)])));
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
