import { nextOrder } from "../../../db/locks";
import type { Sql } from "../../../db/sql";
import { act, asSystem } from "../acting";

/** Orders of the demonstration that staff has to work on. */
const MOST = 24;

/** Orders of the newest platform orders that we ship ourselves. */
export async function insertConversions(sql: Sql): Promise<number> {
  const c = asSystem(sql);
  const open = await sql.query<{ id: string }>(
    `select p.id from platform_order p
     where p.tenant_id = $1 and p.fulfillment_channel = 'MFN' and p.status = 'Unshipped'
       and not exists (select 1 from platform_order_line l
         where l.platform_order_id = p.id and l.sku_id is null)
     order by p.purchase_time desc, p.id desc limit ${MOST}`,
    [c.tenantId],
  );
  for (const { id } of open) {
    nextOrder(sql);
    await act(c, "platform_order", id, "convert");
  }
  return open.length;
}
