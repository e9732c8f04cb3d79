import { literal, type Where } from "#backend/platform/db";
import { documentNamed } from "#documents";
import type { DocumentType } from "#documents/kit";
import { snake } from "../names";
import { findOf } from "../tables/find";

/** How a row fits what was typed: as a whole, by its beginning, by a part, by first letters. */
export type FindMatch = "exact" | "begin" | "part" | "initials";

/** Most rows that are offered, and how many that have it somewhere are looked at for the best. */
const MOST = 20;
const LOOKED_AT = 400;
const WORDS = 5;

/** What was typed, in one width and case. */
export const plain = (typed: string): string =>
  typed.normalize("NFKC").replaceAll("\0", "").trim().replace(/\s+/g, " ").toLowerCase();

const isLatin = (word: string) => /^[a-z0-9]+$/.test(word);

/** Does a declaration keep what its rows are found by, in its own table or in the one that it shows? */
export const isFound = (document: DocumentType): boolean => {
  const own = document.of ? documentNamed(document.of) : document;
  return own.table === document.table && !!findOf(own);
};

/** Binds a value of a statement and answers what stands for it. */
export type FindBind = (value: string) => string;

/** That a row `t` has every word of what was typed somewhere, or has it as first letters. */
export function containing(bind: FindBind, typed: string): string {
  const words = plain(typed).split(" ").slice(0, WORDS);
  const parts = words.map((word) => {
    const at = bind(word);
    const named = `t.find_text like '%' || find_code(${at}) || '%'`;
    return isLatin(word) ? `(${named} or t.find_text like '%' || find_code(${at}, 'Y') || '%')` : named;
  });
  return parts.join(" and ");
}

/** How well a row `t` fits what was typed, 1 the best: `begins` says that its name begins with it. */
export const fitOf = (label: string, whole: string, begins: string): string => `case
    when ${label} = ${whole} or t.find_text like E'%\\n' || find_code(${whole}) || E'\\n%' then 1
    when ${begins} then 2
    when t.find_text like E'%\\n' || find_code(${whole}) || '%' then 3
    when t.find_text like '%' || find_code(${whole}) || '%' then 4
    when t.find_text like E'%\\t' || find_code(${whole}, 'Y') || '%' then 6
    when t.find_text like '%' || find_code(${whole}, 'Y') || '%' then 7
    else 5 end`;

/**
 * Rows among `where` that have what was typed in a code, a name or a bar code, or as first letters, the
 * best first. Two index scans: names that begin with it in their order, and parts.
 */
export function findQuery(document: DocumentType, where: Where, typed: string): string {
  const { table } = document;
  const text = plain(typed);
  const label = `t.${snake(document.display)}`;
  const bind = (value: string) => `${where.bind(value)}::text`;
  const whole = bind(text);
  const begins = `lower(${label}) like ${bind(`${literal(text)}%`)}`;
  const parts = containing(bind, typed);
  const match = fitOf(`lower(${label})`, whole, begins);
  return `with begun as (
      select t.id from ${table} t where ${where} and ${begins} order by lower(${label}) using ~<~ limit ${MOST}
    ), part as (
      select t.id from ${table} t where ${where} and ${parts} limit ${LOOKED_AT}
    ), found as (
      select t.id, ${label} as label, ${match} as rank from ${table} t
      where t.id in (select id from begun union select id from part)
    )
    select id, label, (array['exact', 'begin', 'begin', 'part', 'part', 'initials', 'initials'])[rank]
      as match
    from found order by rank, label limit ${MOST}`;
}
