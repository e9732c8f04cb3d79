import type { RuleContext } from "../../../documents/rules";

/** A picture of a 测评订单, or that it has none. */
export interface Picture {
  no: string;
  /** yyyy-MM-dd. */
  day: string;
  fileId: string | null;
}

/** The pictures of orders, in the order of their numbers; one without has a row as well. */
export const picturesOf = (c: RuleContext, orderIds: readonly string[]): Promise<Picture[]> =>
  c.sql.query<Picture>(
    `select o.no, o.order_date::text as day, p.id::text as "fileId"
     from evaluation_order o left join lateral unnest(o.order_photos) with ordinality p(id, n) on true
     where o.tenant_id = $1 and o.id = any($2::bigint[]) order by o.no, p.n`,
    [c.tenantId, orderIds],
  );
