import { documentNamed } from "#documents";
import {
  type DocumentType,
  filtersOf,
  isTypedFilter,
  type ListQuery,
  rangeNames,
  readable,
} from "#documents/kit";
import { applyFilters, literal, Where } from "../../db/page";
import type { Caller } from "../../http/caller";
import { missing } from "../../http/refusal";
import { snake } from "../names";
import type { Rules } from "../rules";
import { sqlOf } from "./columns";
import { addKeyword } from "./keyword";
import { scopeOf } from "./scope";

/** Rows of the caller's tenant and data scope. */
export function visible(document: DocumentType, caller: Caller): Where {
  const where = new Where().and("t.tenant_id = ?", caller.tenantId).and("t.del_flag = 0");
  for (const [name, value] of Object.entries(document.fixed ?? {}))
    where.and(`t.${snake(name)} = ?`, value);
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
export function wanted(
  document: DocumentType,
  query: ListQuery,
  caller: Caller,
  rules: Rules,
): Where {
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
  return applyFilters(where, document, { ...plain, keyword: undefined }, (name) =>
    sqlOf(rules, name),
  );
}
