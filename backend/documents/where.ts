import { type DocumentType, filtersOf, type ListQuery } from "#documents/kit";
import { applyFilters, Where } from "../db/page";
import type { Caller } from "../http/caller";
import { snake } from "./names";
import type { Rules } from "./rules";

/** Rows of the caller's tenant and data scope (market.md §10 dsType). */
export function visible(document: DocumentType, caller: Caller): Where {
  const where = new Where().and("t.tenant_id = ?", caller.tenantId).and("t.del_flag = 0");
  const by = document.scopeBy;
  if (!by || caller.scope.kind === "all") return where;
  const own = `t.${snake(by.user ?? "createBy")} = ?`;
  if (caller.scope.kind === "depts" && by.dept)
    return where.and(
      `t.${snake(by.dept)} = any(?::bigint[]) or ${own}`,
      caller.scope.deptIds,
      caller.userId,
    );
  return where.and(own, caller.userId);
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
    const value = query[name];
    if (typeof value !== "string" || !value) continue;
    const own = rules.filters?.[name];
    if (own) {
      const c = own(value);
      where.and(c.sql, ...c.values);
    } else if (field.kind === "ref") where.and(`t.${snake(name)} = any(?::bigint[])`, ids(value));
    else continue;
    plain[name] = undefined;
  }
  return applyFilters(where, document, plain, (name) => `t.${snake(name)}`);
}
