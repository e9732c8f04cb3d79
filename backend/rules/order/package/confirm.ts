import { connectorFor } from "../../../connect/connector";
import { enqueue } from "../../../connect/enqueue";
import type { RuleContext } from "../../../documents/rules";
import { CONFIRM } from "./ask";

interface About {
  id: string;
  no: string;
  storeId: string | null;
}

/** The connection to the platform of a store, where something in the package was ordered there. */
export async function platformOf(
  { sql, tenantId }: RuleContext,
  { id, storeId }: About,
): Promise<{ id: string } | undefined> {
  if (!storeId) return;
  const ordered = await sql.one(
    `select 1 from package_order_line l join sales_order o on o.id = l.order_id
     where l.package_order_id = $1 and l.del_flag = 0 and o.platform_order_id is not null limit 1`,
    [id],
  );
  return ordered && connectorFor({ sql, tenantId }, { provider: "amazon", storeId });
}

/**
 * Has the platform told that a locked package left, where one is connected. Told again, its number
 * stands for the same thing. @returns whether there is something to tell
 */
export async function confirmShipped(c: RuleContext, row: About, again = ""): Promise<boolean> {
  const platform = await platformOf(c, row);
  if (!platform) return false;
  await c.sql.query("update package_order set confirm_state = 'queued' where id = $1", [row.id]);
  await enqueue(c, {
    ...{ kind: CONFIRM, key: `${row.no}${again}`, connectorId: platform.id },
    ...{ payload: { packageId: row.id }, document: "package_order", id: row.id, no: row.no },
  });
  return true;
}
