import { applyFilters, literal, Where } from "#backend/platform/db";
import { type Caller, missing } from "#backend/platform/http";
import { documentNamed } from "#documents";
import {
  type DocumentType,
  filtersOf,
  isTypedFilter,
  keywordField,
  type ListQuery,
  rangeNames,
  readable,
} from "#documents/kit";
import { headColumn, snake } from "../names";
import type { Rules } from "../rules";
import { scopeOf } from "./scope";
import { type Expressions, sqlOf } from "./select";

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
function addKeyword(
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

/** Rows of the caller's tenant and data scope. */
export function visible(document: DocumentType, caller: Caller): Where {
  const where = new Where().and("t.tenant_id = ?", caller.tenantId).and("t.del_flag = 0");
  for (const [name, value] of Object.entries(document.fixed ?? {})) where.and(`t.${snake(name)} = ?`, value);
  const scope = scopeOf(document, caller);
  return scope ? where.and(scope.sql, ...scope.values) : where;
}

/** The one row of this id, if the caller may see it. @throws Refusal 404 for an id that no row can have */
export function oneVisible(document: DocumentType, caller: Caller, id: string): Where {
  if (!/^\d{1,18}$/.test(id)) throw missing();
  return visible(document, caller).and("t.id = ?", id);
}

const ids = (value: string) => value.split(",").filter((v) => /^-?\d{1,18}$/.test(v));

/** Everything that a list query asks for, on top of what the caller may see. */
export function wanted(document: DocumentType, query: ListQuery, caller: Caller, rules: Rules): Where {
  const where = visible(document, caller);
  if (query.ids) where.and("t.id = any(?::bigint[])", ids(query.ids));
  const plain: ListQuery = { ...query };
  for (const { name, field } of filtersOf(document)) {
    // Who may not read a value may not find it out by filtering either.
    if (!readable(field, caller)) {
      for (const part of [name, ...rangeNames(name)]) plain[part] = undefined;
      continue;
    }
    const value = query[name];
    if (typeof value !== "string" || !value) continue;
    const own = rules.filters?.[name];
    const column = sqlOf(rules, name);
    if (own) {
      const c = own(value, caller);
      where.and(c.sql, ...c.values);
    } else if (field.kind === "refs") where.and(`${column} && ?::bigint[]`, ids(value));
    else if (field.kind === "ref" && isTypedFilter(documentNamed(field.to))) {
      // Too many to choose from: what is typed is part of the name, or an id that a link carries.
      // As an array the few that fit are found first, and then their rows by the index.
      const target = documentNamed(field.to);
      const words = value.split(/[\s,，]+/).filter(Boolean);
      where.and(
        `${column} = any(array(select r.id from ${target.table} r where r.tenant_id = ?
           and (r.id = any(?::bigint[]) or r.${snake(target.display)} ilike any(?))))`,
        caller.tenantId,
        ids(value),
        words.map((w) => `%${literal(w)}%`),
      );
    } else if (field.kind === "ref") {
      // Of one alone an index keeps its order, of a list it does not.
      const chosen = ids(value);
      if (chosen.length === 1) where.and(`${column} = ?::bigint`, chosen[0]);
      else where.and(`${column} = any(?::bigint[])`, chosen);
    } else continue;
    plain[name] = undefined;
  }
  const { keyword } = query;
  if (typeof keyword === "string" && keyword)
    addKeyword(where, document, { caller, rules }, keyword.replaceAll("\0", ""));
  return applyFilters(where, document, { ...plain, keyword: undefined }, (name) => sqlOf(rules, name));
}
