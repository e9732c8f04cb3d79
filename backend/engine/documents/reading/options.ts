import { holding } from "#backend/platform/auth/caller";
import { literal } from "#backend/platform/db";
import type { DocumentType } from "#documents/kit";
import { snake } from "../names";
import type { RuleContext } from "../rules";
import { type FindMatch, findQuery, isFound } from "./find";
import { listing } from "./list";
import { offerable } from "./readable";

/** What is asked for: rows that fit what was typed, or exactly those of these ids or names. */
interface OptionAsked {
  keyword?: string | undefined;
  ids?: string | undefined;
  labels?: string[] | undefined;
  /** Values that they must have, by enum field. */
  only?: Readonly<Record<string, string[]>> | undefined;
  /** Of people: a permission that they must hold, and be able to sign in. */
  holds?: string | undefined;
}

export interface Offered {
  id: string;
  label: string;
  parentId?: string;
  match?: FindMatch;
}

/**
 * id and label of visible rows for pickers: the 20 that fit best, of few rows a whole list, or exactly
 * those asked for.
 */
export function options(
  c: RuleContext,
  document: DocumentType,
  { keyword, ids, labels, only, holds }: OptionAsked,
): Promise<Offered[]> {
  const where = offerable(document, c.caller);
  const display = `t.${snake(document.display)}`;
  if (ids)
    where.and(
      "t.id = any(?::bigint[])",
      ids.split(",").filter((v) => /^\d{1,18}$/.test(v)),
    );
  if (labels)
    where.and(
      `lower(${display}) = any(?)`,
      labels.map((l) => l.trim().toLowerCase()),
    );
  for (const [name, values] of Object.entries(only ?? {}))
    if (document.fields[name]?.kind === "enum") where.and(`t.${snake(name)} = any(?)`, values);
  if (holds && document.table === "sys_user") where.and(`t.lock_flag = '0' and ${holding("t.id", "?")}`, holds);
  if (keyword?.trim() && isFound(document)) {
    const query = findQuery(document, where, keyword);
    return c.sql.query<Offered>(query, where.values);
  }
  if (keyword) where.and(`${display} ilike ?`, `%${literal(keyword.replaceAll("\0", ""))}%`);
  const parent = document.tree ? `, t.${snake(document.tree.parent)} as "parentId"` : "";
  const rules = c.book.get(document.name)?.rules ?? {};
  const { order } = listing(document, { current: 1, size: 1 }, c.caller, rules);
  // What is not searched while typing is chosen from this list: all groups and people must stand in it.
  const most = document.tree ? 2000 : document.many && !ids && !labels ? 20 : 500;
  return c.sql.query<Offered>(
    `select t.id, ${display} as label${parent} from ${document.table} t where ${where}
     order by ${document.lookup?.typedFilter ? display : order} limit ${most}`,
    where.values,
  );
}
