import { z } from "zod";
import { type Endpoint, endpoint } from "#backend/platform/http";
import { type Around, allFields, type DocumentType, factsOf, labelName, readable } from "#documents/kit";
import { context } from "../call";
import { choosersOf } from "../reading/choose";
import { type Offered, options } from "../reading/options";
import { selectList } from "../reading/select";
import type { DocumentRuleRow, RuleContext, Rules } from "../rules";

/**
 * What is said of rows that are offered: values of their own that the caller may read. `known`: also what
 * lines learn of them, as it is around these.
 */
async function withFacts(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  offered: Offered[],
  known: Around | null,
): Promise<(Offered & { facts?: Record<string, unknown> })[]> {
  const fields = allFields(document);
  const names = factsOf(document, !!known).filter((n) => fields[n] && readable(fields[n], c.caller));
  if (!names.length || !offered.length) return offered;
  const rows = await c.sql.query<DocumentRuleRow>(
    `select ${selectList(document, c.caller, rules)} from ${document.table} t
     where t.id = any($1::bigint[])`,
    [offered.map((o) => o.id)],
  );
  await rules.enrich?.(c, rows);
  await rules.facts?.(c, rows, known);
  const said = names.flatMap((n) => [n, labelName(n)]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return offered.map((o) => {
    const row = byId.get(o.id);
    const own = said.filter((n) => row?.[n] !== undefined && row[n] !== null);
    return { ...o, facts: Object.fromEntries(own.map((n) => [n, row?.[n]])) };
  });
}

/** `kind:domestic|overseas`: the options must have one of these values in an enum field. */
const onlyIn = z
  .string()
  .regex(/^\w+:\w+(\|\w+)*$/, "选项条件不正确")
  .transform((text): Record<string, string[]> => {
    const [name = "", values = ""] = text.split(":");
    return { [name]: values.split("|") };
  });

/** Half-filled forms say what they have: what is no id stands for none. */
const idIn = z
  .string()
  .regex(/^\d{1,18}$/)
  .optional()
  .catch(undefined);

const asks = z.object({
  keyword: z.string().max(100).optional(),
  ids: z.string().max(4000).optional(),
  labels: z
    .union([z.string(), z.array(z.string())])
    .transform((v) => [v].flat())
    .optional(),
  only: onlyIn.optional(),
  // Of people: those who hold this permission.
  holds: z.string().max(100).regex(/^\w+$/).optional(),
  // `option`: what is said of a row where it is chosen; `line`: and what lines learn of it, around these.
  facts: z.enum(["option", "line"]).optional(),
  warehouseId: idIn,
  storeId: idIn,
  currency: z.string().max(10).optional(),
});

const offered = z.array(z.looseObject({ id: z.string(), label: z.string().nullable() }));

/** Rows that a reference may name: those that fit what is typed, or those of these ids or names. */
export const offers = (document: DocumentType, rules: Rules): Endpoint =>
  endpoint({
    tag: document.label,
    path: `${document.api}/options`,
    title: `${document.label}选项`,
    permission: choosersOf(document),
    query: asks,
    response: offered,
    async handle(call) {
      const c = context(call, call.db);
      const { facts, warehouseId, storeId, currency, ...asked } = call.query;
      const rows = await options(c, document, asked);
      const around = { warehouseId, storeId, currency: currency || undefined };
      if (!facts) return rows;
      return withFacts(c, document, rules, rows, facts === "line" ? around : null);
    },
  });
