import { within } from "#backend/platform/db";
import type { Caller } from "#backend/platform/http";
import type { Context } from "#backend/platform/http/context";
import { documentNamed } from "#documents";
import { allFields, type DocumentType, knownBrief, readable } from "#documents/kit";
import { snake } from "../documents/names";
import { briefSql } from "../documents/reading/brief";
import { visible } from "../documents/reading/where";

/** What is said of a row that was found. */
export interface SearchSaid {
  type: string;
  id: string;
  name: string | null;
  status: string | null;
  amount: string | null;
  currency: string | null;
  qty: number | null;
  date: string | null;
  facts: string[];
}

/** Characters of a fact. */
const FACT = 60;

/** Texts that find it, and what it names. */
function factsOf(document: DocumentType, caller: Caller): string {
  const fields = allFields(document);
  const { keyword = [], lookup: { finds = [], foundBy = [] } = {} } = document;
  const said = [...new Set([...foundBy, ...keyword, ...finds])].flatMap((name) => {
    const f = fields[name];
    if (!f || name === document.display || f.virtual || !readable(f, caller)) return [];
    if (f.kind !== "ref") return [`left(t.${snake(name)}, ${FACT})`];
    const target = documentNamed(f.to);
    const named = `select r.${snake(target.display)} from ${target.table} r where r.id = t.${snake(name)}`;
    return [`(${named})`];
  });
  return `array_remove(array[${["null", ...said].join(", ")}]::text[], null)`;
}

/** State, amount, quantity and age of a row, as far as the caller may read them. */
function columnsOf(document: DocumentType, caller: Caller): string {
  const { status, amount, currency, qty } = briefSql(document, caller);
  return `t.id::text as id, t.${snake(document.display)} as name,
    ${status} as status, ${amount} as amount, ${currency} as currency,
    ${qty} as qty, t.create_time::date::text as date,
    ${factsOf(document, caller)} as facts`;
}

/** Those of these rows that the caller may see, with what is said of them. One statement. */
export async function saidOf(c: Context, rows: ReadonlyMap<DocumentType, readonly string[]>): Promise<SearchSaid[]> {
  const values: unknown[] = [];
  const selects = [...rows].map(([document, ids]) => {
    const where = visible(document, c.caller).and("t.id = any(?::bigint[])", ids);
    return `select '${document.name}' as type, ${columnsOf(document, c.caller)}
      from ${document.table} t where ${within(where, values)}`;
  });
  if (!selects.length) return [];
  const found = await c.sql.query<SearchSaid>(selects.join(" union all "), values);
  return found.map((row) => ({
    ...knownBrief(documentNamed(row.type), row),
    facts: [...new Set(row.facts)].filter(Boolean),
  }));
}
