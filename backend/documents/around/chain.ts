import { z } from "zod";
import { documentNamed, isDeclared } from "#documents";
import { byChain, chainOf } from "#documents/chains";
import {
  allFields,
  currencyOf,
  type DocumentType,
  knownBrief,
  permissionOf,
  readable,
} from "#documents/kit";
import type { Context } from "../../http/context";
import { type Endpoint, endpoint } from "../../http/endpoint";
import { missing } from "../../http/refusal";
import { snake } from "../names";
import { visible } from "../reading/where";
import { type End, type Reached, walk } from "./walk";

/** Notes that one document led to another; saying it twice changes nothing. */
export async function link(c: Context, from: End, to: End): Promise<void> {
  await c.sql.query(
    `insert into doc_link (tenant_id, from_type, from_id, to_type, to_id)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [c.tenantId, from.type, from.id, to.type, to.id],
  );
}

const linked = z.object({
  type: z.string(),
  id: z.string(),
  label: z.string(),
  name: z.string().nullable(),
  status: z.string().nullable(),
  way: z.enum(["from", "to", "beside"]).meta({ description: "来源、下游、同一来源的其他单据" }),
  steps: z.int().meta({ description: "隔了几步" }),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  qty: z.number().nullable(),
  date: z.string().nullable(),
});
type Linked = z.infer<typeof linked>;

/** What a list of related documents says of a kind, as far as the caller may read it. */
function briefColumns(document: DocumentType, c: Context) {
  const fields = allFields(document);
  const column = (name: string | undefined, cast: string) => {
    const f = name === undefined ? undefined : fields[name];
    return name && f && !f.virtual && readable(f, c.caller) ? `t.${snake(name)}::${cast}` : "null";
  };
  const { amount, qty, date } = document.brief ?? {};
  const currency = amount ? fields[amount] : undefined;
  const named = currency && "currency" in currency ? currency.currency : undefined;
  return `${column(amount, "text")} as amount, ${column(named, "text")} as currency,
    ${column(qty, "float8")} as qty, ${column(date, "date")}::text as date`;
}

/** Only documents that the caller may see are named (supply.md D.4): one query for each kind. */
async function named(c: Context, type: string, ends: Reached[]): Promise<Linked[]> {
  if (!isDeclared(type)) return [];
  const document = documentNamed(type);
  if (!c.caller.permissions.has(permissionOf(document, "view"))) return [];
  const where = visible(document, c.caller).and(
    "t.id = any(?::bigint[])",
    ends.map((e) => e.id),
  );
  const status = document.status ? `t.${snake(document.status.field)}` : "null";
  type Row = Pick<Linked, "id" | "name" | "status" | "amount" | "currency" | "qty" | "date">;
  const rows = await c.sql.query<Row>(
    `select t.id, t.${snake(document.display)} as name, ${status} as status,
       ${briefColumns(document, c)}
     from ${document.table} t where ${where} order by t.id`,
    where.values,
  );
  const amountField = document.brief?.amount && allFields(document)[document.brief.amount];
  return rows.flatMap((stored) => {
    const row = knownBrief(document, stored);
    const end = ends.find((e) => e.id === row.id);
    if (!end) return [];
    const fixed = amountField ? currencyOf(amountField, {}) : undefined;
    const currency = row.amount === null ? null : (row.currency ?? fixed ?? null);
    return [{ ...end, ...row, currency, label: document.label }];
  });
}

/** Of what lies beside, only steps of the chain that are not on the way itself. */
function onTheWay(start: End, found: Reached[]): Reached[] {
  const known = new Set([
    start.type,
    ...found.filter((e) => e.way !== "beside").map((e) => e.type),
  ]);
  const steps = new Set(chainOf(start.type).map((l) => l.name));
  return found.filter((e) => e.way !== "beside" || (steps.has(e.type) && !known.has(e.type)));
}

/** `GET /admin/chain/{type}/{id}`: where a document came from and what it led to, over all steps. */
export const chainEndpoint: Endpoint = endpoint({
  tag: "单据",
  method: "get",
  path: "/admin/chain/:type/:id(\\d+)",
  title: "关联单据",
  params: z.object({ type: z.string(), id: z.string() }),
  response: z.array(linked),
  async handle({ db, caller, tenantId, params }) {
    if (!isDeclared(params.type)) throw missing();
    const c = { sql: db, caller, tenantId };
    const found = onTheWay(params, await walk(c, params));
    const types = [...new Set(found.map((e) => e.type))].sort(byChain);
    const rows = await Promise.all(
      types.map((type) =>
        named(
          c,
          type,
          found.filter((e) => e.type === type),
        ),
      ),
    );
    return rows.flat();
  },
});
