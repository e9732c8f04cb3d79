import type { RowOf } from "#documents/kit";
import type { purchaseOrder } from "#documents/purchase/purchase-order";
import type { RuleContext, Values } from "../../../documents/rules";
import { entriesOf } from "../../../payables/on-pages";

/** Versions that a change replaced, newest first; prices only for who may see them. */
async function revisions(c: RuleContext, id: string): Promise<Values[]> {
  if (!c.caller.permissions.has("purchase_price_view")) return [];
  return c.sql.query<Values>(
    `select r.revision, r.snapshot, r.create_time as time, u.displayname as "by",
       h.no as "changeNo", r.change_id as "changeId"
     from purchase_order_revision r
       left join sys_user u on u.id = r.create_by
       left join purchase_change h on h.id = r.change_id
     where r.purchase_order_id = $1 order by r.revision desc limit 20`,
    [id],
  );
}

/** What the page of an order shows besides what every page shows. */
export async function orderDetail(
  c: RuleContext,
  row: RowOf<typeof purchaseOrder> & Values,
): Promise<void> {
  row.revisions = await revisions(c, row.id);
  row.entries = await entriesOf(c, "po_id", row.id);
}
