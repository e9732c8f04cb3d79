import type { RuleContext } from "../../../documents/rules";
import type { Kind } from "./delivery-limits";

/** Pieces of order lines that deliveries of this type brought, by line. The lines are locked. */
export async function broughtBy({ sql }: RuleContext, kind: Kind, poLineIds: readonly string[]) {
  const rows = await sql.query<{ id: string; n: number }>(
    `select l.po_line_id as id, sum(l.signed_qty)::int as n
     from delivery_line l join delivery h on h.id = l.delivery_id
     where l.po_line_id = any($1::bigint[]) and h.delivery_type = $2 and h.status <> 'void'
       and h.del_flag = 0 and l.del_flag = 0 group by l.po_line_id`,
    [poLineIds, kind],
  );
  return new Map(rows.map((r) => [r.id, r.n]));
}
