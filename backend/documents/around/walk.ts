import type { Context } from "../../http/context";

export interface End {
  type: string;
  id: string;
}

/** A document that another one led to, or that led to it, at some steps' distance. */
export interface Reached extends End {
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
export function walk(c: Pick<Context, "sql" | "tenantId">, start: End): Promise<Reached[]> {
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
