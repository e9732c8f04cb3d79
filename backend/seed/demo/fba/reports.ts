import { permissionOf } from "#documents/kit";
import { fbaInventory } from "#documents/wms/fba/fba-inventory";
import { fbaRemoval } from "#documents/wms/fba/fba-removal";
import { fbaReturn } from "#documents/wms/fba/fba-return";
import { otherOut } from "#documents/wms/other-out";
import type { RuleContext, Values } from "../../../documents/rules";
import { act, draft } from "../acting";

/** What Amazon says of a line of a return; nothing more than what is known already unless `more` says so. */
async function rowsOf(c: RuleContext, status: string, more: Values = {}) {
  const lines = await c.sql.query<Values>(
    `select h.removal_order_id as "orderId", l.msku, l.fnsku, l.requested_qty as "requestedQty",
       l.shipped_qty as "shippedQty", l.cancelled_qty as "cancelledQty", l.disposed_qty as "disposedQty",
       h.currency
     from fba_return h join fba_return_line l on l.fba_return_id = h.id
     where h.status = $1 and h.del_flag = 0 and l.del_flag = 0 order by h.id, l.line_no`,
    [status],
  );
  return lines.map((line) => ({ ...line, disposition: "Unsellable", ...more }));
}

const UNKNOWN = { orderId: "DE-RM-UNKNOWN", msku: "DE-OLD-LAMP", disposition: "Unsellable" };

/** The same person, with these rights too: a report does what whoever reads it in may do. */
const may = (c: RuleContext, codes: readonly string[]): RuleContext => ({
  ...c,
  caller: { ...c.caller, permissions: new Set([...c.caller.permissions, ...codes]) },
});

/** Two removal reports: one carried out but for a row, one that is only tried out. */
export async function insertRemovals(c: RuleContext): Promise<number> {
  const reader = may(c, [permissionOf(fbaReturn, "ship"), permissionOf(fbaReturn, "fee")]);
  const done = await draft(reader, fbaRemoval, {
    title: "移除报告 上月",
    rows: [...(await rowsOf(c, "shipping", { removalFee: "3.60" })), UNKNOWN],
  });
  await act(reader, "fba_removal", done.id, "run");
  const asked = await rowsOf(c, "submitted", { shippedQty: 3 });
  const rows = asked.map((row, i) => (i ? { ...row, disposition: "Sellable" } : row));
  const known = await rowsOf(c, "partReceived");
  await draft(reader, fbaRemoval, { title: "移除报告 本月", rows: [...rows, UNKNOWN, ...known] });
  return 2;
}

/** Stock reports of a store: one that became adjustments, one beside today's books. */
export async function insertInventories(c: RuleContext, storeId: string): Promise<number> {
  const lines = await c.sql.query<{ msku: string; sellableQty: number; unsellableQty: number }>(
    `select l.msku, s.good_qty as "sellableQty", s.bad_qty as "unsellableQty"
     from stock s join warehouse w on w.id = s.warehouse_id and w.kind = 'fba' and w.store_id = $1
       join sku_listing l on l.sku_id = s.sku_id and l.store_id = $1 and l.del_flag = 0
         and l.fulfillment_channel = 'AFN'
     where s.available_qty > 50 and s.available_bad_qty > 0
     order by s.sku_id, l.msku`,
    [storeId],
  );
  const counted = (by: readonly number[]) =>
    by.flatMap((n, i) => {
      const line = lines[i];
      return line ? { ...line, sellableQty: line.sellableQty + n } : [];
    });
  const done = await draft(c, fbaInventory, {
    ...{ storeId, title: "FBA库存报告 上月", rows: counted([2, -1, 0, 0, -3, 0]) },
  });
  await act(may(c, [permissionOf(otherOut, "add")]), "fba_inventory", done.id, "run");
  await draft(c, fbaInventory, {
    ...{ storeId, title: "FBA库存报告 本月" },
    rows: [
      ...counted([0, 4, 0, -2, 0, 0, 0, 1]),
      { msku: "DE-OLD-LAMP", sellableQty: 3, unsellableQty: 0 },
    ],
  });
  return 2;
}
