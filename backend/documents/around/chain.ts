import { z } from "zod";
import { documentNamed, documents } from "#documents";
import { permissionOf } from "#documents/kit";
import type { Sql } from "../../db/sql";
import type { Context } from "../../http/context";
import { type Endpoint, endpoint } from "../../http/endpoint";
import { missing } from "../../http/refusal";
import { snake } from "../names";
import { visible } from "../reading/where";

interface End {
  type: string;
  id: string;
}

/** Notes that one document led to another; saying it twice changes nothing. */
export async function link(c: Context, from: End, to: End): Promise<void> {
  await c.sql.query(
    `insert into doc_link (tenant_id, from_type, from_id, to_type, to_id)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [c.tenantId, from.type, from.id, to.type, to.id],
  );
}

interface Linked extends End {
  label: string;
  name: string;
  status: string | null;
  way: "from" | "to";
}

/** Only documents that the caller may see are named (supply.md D.4). */
async function name(sql: Sql, c: Context, end: End, way: "from" | "to"): Promise<Linked[]> {
  const document = documentNamed(end.type);
  if (!c.caller.permissions.has(permissionOf(document, "view"))) return [];
  const where = visible(document, c.caller).and("t.id = ?", end.id);
  const status = document.status ? `t.${snake(document.status.field)}` : "null";
  const row = await sql.one<{ name: string; status: string | null }>(
    `select t.${snake(document.display)} as name, ${status} as status
     from ${document.table} t where ${where}`,
    where.values,
  );
  return row ? [{ ...end, ...row, label: document.label, way }] : [];
}

/** `GET /admin/chain/{type}/{id}`: where a document came from and what it led to. */
export const chainEndpoint: Endpoint = endpoint({
  tag: "单据",
  method: "get",
  path: "/admin/chain/:type/:id(\\d+)",
  title: "关联单据",
  params: z.object({ type: z.string(), id: z.string() }),
  response: z.array(
    z.object({
      type: z.string(),
      id: z.string(),
      label: z.string(),
      name: z.string().nullable(),
      status: z.string().nullable(),
      way: z.enum(["from", "to"]),
    }),
  ),
  async handle({ db, caller, tenantId, params }) {
    if (!documents.some((d) => d.name === params.type)) throw missing();
    const rows = await db.query<End & { way: "from" | "to" }>(
      `select from_type as type, from_id as id, 'from' as way from doc_link
       where to_type = $1 and to_id = $2 and tenant_id = $3
       union all
       select to_type, to_id, 'to' from doc_link
       where from_type = $1 and from_id = $2 and tenant_id = $3
       order by way, type, id limit 200`,
      [params.type, params.id, tenantId],
    );
    const c = { sql: db, caller, tenantId };
    const found = await Promise.all(rows.map(({ way, ...end }) => name(db, c, end, way)));
    return found.flat();
  },
});
