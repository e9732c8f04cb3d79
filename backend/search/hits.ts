import {
  allFields,
  type DocumentType,
  isCalledByNumber,
  keywordField,
  readable,
} from "#documents/kit";
import { literal, within } from "../db/page";
import { castOf, headColumn, snake } from "../documents/names";
import { containing, fitOf } from "../documents/reading/find";
import { visible } from "../documents/reading/where";
import type { Caller } from "../http/caller";
import type { Typed } from "./typed";

/** Most rows of one kind: one more says that there are more. */
export const MOST = 5;
/** Rows with a part of what was typed that are looked at for the best. */
const LOOKED_AT = 200;
/** Lines that name what was typed, the newest ones: their documents are found. */
const LINES = 200;
/** Fewer digits are in every number: they find its end alone, or nothing. */
const END_DIGITS = 3;
const PART_DIGITS = 5;

/** A way to rows that fit, by an index: how well they fit (1 the best), and which come first. */
interface Way {
  rank: string | number;
  where: string;
  order?: string;
}

const begins = (label: string, { bind }: Typed, text: string, newest: boolean): Way => ({
  rank: 2,
  where: `${label} like ${bind(`${literal(text)}%`)}::text`,
  order: `${label} using ${newest ? "~>~" : "~<~"}`,
});

/** To a number: as a whole, by its beginning, by its end; digits also behind what all begin with. */
function numberWays(document: DocumentType, label: string, typed: Typed): Way[] {
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
function partWay(label: string, begun: string, { text, bind }: Typed): Way[] {
  const given = (value: string) => `${bind(value)}::text`;
  return text.split(" ").some((word) => /^[!-~]$/.test(word))
    ? []
    : [{ rank: fitOf(label, given(text), begun), where: containing(given, text) }];
}

/** To a name or code: as a whole and by its beginning, by parts. */
function nameWays(label: string, typed: Typed): Way[] {
  const begun = begins(label, typed, typed.text, false);
  const rank = `case when ${label} = ${typed.bind(typed.text)}::text then 1 else 2 end`;
  return [{ ...begun, rank }, ...partWay(label, begun.where, typed)];
}

/** To other numbers and codes that it has, by trigrams: a word without three letters or digits has none. */
function codeWay(document: DocumentType, caller: Caller, { text, bind }: Typed): Way[] {
  const words = text.split(" ").slice(0, 5);
  const isCode = (word: string) =>
    /[a-z0-9]{3}/.test(word) && (!/^\d+$/.test(word) || word.length >= PART_DIGITS);
  if (!words.every(isCode) || text.startsWith((document.number ?? "").toLowerCase())) return [];
  const fields = allFields(document);
  const columns = (document.keyword ?? []).flatMap((name) => {
    const f = fields[name];
    return f && !f.virtual && castOf(f) === "text" && readable(f, caller)
      ? [`t.${snake(name)}`]
      : [];
  });
  const has = words.map((word) => {
    const part = bind(`%${literal(word)}%`);
    return `(${columns.map((column) => `${column} ilike ${part}`).join(" or ")})`;
  });
  const whole = bind(text);
  const isOne = columns.map((column) => `lower(${column}) = ${whole}`).join(" or ");
  return columns.length
    ? [{ rank: `case when ${isOne} then 3 else 5 end`, where: has.join(" and ") }]
    : [];
}

/** Rows that name one of these, by a field of their own or of their lines. */
function naming(document: DocumentType, name: string, ids: string): string {
  const [first = "", second] = name.split(".");
  if (!second) return `t.${snake(first)} = any(${ids})`;
  const head = headColumn(document);
  return `t.id = any(array(select l.${head} from ${document.lines?.[first]?.table} l
    where l.${snake(second)} = any(${ids}) and l.del_flag = 0 order by l.id desc limit ${LINES}))`;
}

function namedWay(document: DocumentType, { named, bind }: Typed): Way[] {
  const parts = (document.foundBy ?? []).flatMap((name) => {
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
export function hitsOf(document: DocumentType, caller: Caller, typed: Typed): string[] {
  const { table } = document;
  const label = `lower(t.${snake(document.display)})`;
  const own = isCalledByNumber(document)
    ? [
        ...numberWays(document, label, typed),
        ...codeWay(document, caller, typed),
        ...(document.finds ? partWay(label, "false", typed) : []),
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
