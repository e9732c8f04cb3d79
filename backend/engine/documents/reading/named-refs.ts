import { literal } from "#backend/platform/db";
import { documentNamed } from "#documents";
import { snake } from "../names";
import type { RuleCondition } from "../rules";

/**
 * Rows of a declaration that a filter means which is typed: parts of their names, or ids that a link
 * carries; as a subquery of ids.
 */
export function namedRefs(to: string, value: string): RuleCondition {
  const target = documentNamed(to);
  const words = value.split(/[\s,，]+/).filter(Boolean);
  return {
    sql: `(select r.id from ${target.table} r where r.id = any(?::bigint[])
      or r.${snake(target.display)} ilike any(?))`,
    values: [words.filter((w) => /^\d{1,18}$/.test(w)), words.map((w) => `%${literal(w)}%`)],
  };
}
