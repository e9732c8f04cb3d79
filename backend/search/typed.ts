import { documentNamed } from "#documents";
import { type DocumentType, keywordField } from "#documents/kit";
import { literal } from "../db/page";
import { snake } from "../documents/names";
import { containing, isFound } from "../documents/reading/find";
import type { Context } from "../http/context";

/** What was typed, for one statement that has these values. */
export interface Typed {
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
      (d.foundBy ?? []).flatMap((name) => {
        const f = keywordField(d, name);
        return f?.kind === "ref" ? [f.to] : [];
      }),
    ),
  );

/** Ids that what was typed names: people by their names, what has an index of its own by any part. */
export async function namedBy(
  c: Context,
  searched: readonly DocumentType[],
  text: string,
): Promise<Record<string, string[]>> {
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
