import { z } from "zod";
import { type Endpoint, endpoint, missing } from "#backend/platform/http";
import type { Context } from "#backend/platform/http/context";
import { documentNamed, isDeclared } from "#documents";
import { byChain, chainOf } from "#documents/chains";
import { knownBrief, permissionOf } from "#documents/kit";
import { snake } from "../names";
import { briefSql } from "../reading/brief";
import { visible } from "../reading/where";

interface ChainEnd {
  type: string;
  id: string;
}

/** A document that another one led to, or that led to it, at some steps' distance. */
interface Reached extends ChainEnd {
  way: "from" | "to" | "beside";
  steps: number;
}

/** Steps that are walked in each direction: the longest chain has ten kinds. */
const DEEPEST = 10;
const MOST = 500;

/**
 * What lies before and behind a document, transitively, and `beside` it: what else the documents before
 * it led to, such as the receipts of an order whose goods are paid. It does not lead through others of a
 * kind on the way: what belongs to another order stays with that one. One query.
 */
function walk(c: Pick<Context, "sql" | "tenantId">, start: ChainEnd): Promise<Reached[]> {
  return c.sql.query<Reached>(
    `with recursive up (type, id, steps) as (
       select from_type, from_id, 1 from doc_link
       where to_type = $1 and to_id = $2 and tenant_id = $3
       union
       select l.from_type, l.from_id, up.steps + 1 from up join doc_link l
         on l.to_type = up.type and l.to_id = up.id and l.tenant_id = $3
       where up.steps < $4
     ), down (type, id, steps) as (
       select to_type, to_id, 1 from doc_link
       where from_type = $1 and from_id = $2 and tenant_id = $3
       union
       select l.to_type, l.to_id, down.steps + 1 from down join doc_link l
         on l.from_type = down.type and l.from_id = down.id and l.tenant_id = $3
       where down.steps < $4
     ), beside (type, id, steps) as (
       select l.to_type, l.to_id, up.steps + 1 from up join doc_link l
         on l.from_type = up.type and l.from_id = up.id and l.tenant_id = $3
       where l.to_type <> $1 and l.to_type not in (select type from up)
       union
       select l.to_type, l.to_id, b.steps + 1 from beside b join doc_link l
         on l.from_type = b.type and l.from_id = b.id and l.tenant_id = $3
       where b.steps < $4 and l.to_type <> $1 and l.to_type not in (select type from up)
     ), found as (
       select type, id, 'from' as way, steps from up
       union all select type, id, 'to', steps from down
       union all select type, id, 'beside', steps from beside
     )
     select distinct on (type, id) type, id, way, steps from found
     where (type, id) <> ($1, $2::bigint)
     order by type, id, way = 'beside', steps limit $5`,
    [start.type, start.id, c.tenantId, DEEPEST, MOST],
  );
}

/** Notes that one document led to another; saying it twice changes nothing. */
export const link = (c: Context, from: ChainEnd, to: ChainEnd): Promise<void> => linkAll(c, [{ from, to }]);

/** The same of many. */
export async function linkAll(c: Context, links: readonly { from: ChainEnd; to: ChainEnd }[]): Promise<void> {
  await c.sql.query(
    `insert into doc_link (tenant_id, from_type, from_id, to_type, to_id)
     select $1, x."from" ->> 'type', (x."from" ->> 'id')::bigint, x."to" ->> 'type', (x."to" ->> 'id')::bigint
     from jsonb_to_recordset($2::jsonb) as x("from" jsonb, "to" jsonb) on conflict do nothing`,
    [c.tenantId, JSON.stringify(links)],
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
type ChainLinked = z.infer<typeof linked>;

/** Only documents that the caller may see are named (supply.md D.4): one query for each kind. */
async function named(c: Context, type: string, ends: Reached[]): Promise<ChainLinked[]> {
  if (!isDeclared(type)) return [];
  const document = documentNamed(type);
  if (!c.caller.permissions.has(permissionOf(document, "view"))) return [];
  const where = visible(document, c.caller).and(
    "t.id = any(?::bigint[])",
    ends.map((e) => e.id),
  );
  const { status, amount, currency, qty, date } = briefSql(document, c.caller);
  type Row = Pick<ChainLinked, "id" | "name" | "status" | "amount" | "currency" | "qty" | "date">;
  const rows = await c.sql.query<Row>(
    `select t.id, t.${snake(document.display)} as name, ${status} as status,
       ${amount} as amount, ${currency} as currency, ${qty} as qty, ${date}::text as date
     from ${document.table} t where ${where} order by t.id`,
    where.values,
  );
  return rows.flatMap((stored) => {
    const row = knownBrief(document, stored);
    const end = ends.find((e) => e.id === row.id);
    if (!end) return [];
    return [{ ...end, ...row, currency: row.amount && row.currency, label: document.label }];
  });
}

/** Of what lies beside, only steps of the chain that are not on the way itself. */
function onTheWay(start: ChainEnd, found: Reached[]): Reached[] {
  const known = new Set([start.type, ...found.filter((e) => e.way !== "beside").map((e) => e.type)]);
  const steps = new Set(chainOf(start.type).map((l) => l.name));
  return found.filter((e) => e.way !== "beside" || (steps.has(e.type) && !known.has(e.type)));
}

/** `GET /admin/chain/{type}/{id}`: where a document came from and what it led to, over all steps. */
export const chainEndpoint: Endpoint = endpoint({
  tag: "单据",
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
