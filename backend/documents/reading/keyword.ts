import { documentNamed } from "#documents";
import { type DocumentType, keywordField, readable } from "#documents/kit";
import { literal, type Where } from "../../db/page";
import type { Caller } from "../../http/caller";
import { headColumn, snake } from "../names";
import { type Expressions, sqlOf } from "./columns";

/** Ids of the referenced rows that have it in a keyword field of their own which the caller may read. */
function idsOf(to: string, caller: Caller, pattern: string): string {
  const target = documentNamed(to);
  const names = (target.keyword ?? [target.display]).filter((name) => {
    const field = target.fields[name];
    return field && field.kind !== "ref" && !field.virtual && readable(field, caller);
  });
  const has = names.map((n) => `r.${snake(n)} ilike ${pattern}`).join(" or ") || `${pattern} = ''`;
  return `array(select r.id from ${target.table} r where ${has})`;
}

/**
 * Adds that a row `t` has what was typed in one of the keyword fields that the caller may read. What is
 * found in referenced rows comes as a list of ids, so that an index serves each of the fields.
 */
export function addKeyword(
  where: Where,
  document: DocumentType,
  { caller, rules }: { caller: Caller; rules: Expressions },
  typed: string,
): void {
  const fields = (document.keyword ?? [])
    .map((name) => [name, keywordField(document, name)] as const)
    .filter(([, field]) => !field || readable(field, caller));
  if (!fields.length) return;
  const pattern = where.bind(`%${literal(typed)}%`);
  const has = fields.map(([name, field]) => {
    if (field?.kind !== "ref") return `${sqlOf(rules, name)} ilike ${pattern}`;
    const [first = "", second] = name.split(".");
    const ids = idsOf(field.to, caller, pattern);
    if (!second) return `t.${snake(first)} = any(${ids})`;
    const { table } = document.lines?.[first] ?? {};
    return `t.id = any(array(select l.${headColumn(document)} from ${table} l
      where l.${snake(second)} = any(${ids}) and l.del_flag = 0))`;
  });
  where.and(has.join(" or "));
}
