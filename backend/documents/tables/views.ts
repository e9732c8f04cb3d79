import type { Sql } from "../../db/sql";
import { financeViews } from "./finance-views";
import { payableViews } from "./payable-views";
import { stockViews } from "./stock-views";

/**
 * Lists that read other documents' lines, by the table name of their declaration. A declaration of such
 * a list has no table of its own and can be neither added nor edited.
 */
export const views: Record<string, string> = {
  requisition_pool: `
    select l.id, l.tenant_id, l.version, r.create_by, r.approve_time as create_time, l.update_by,
      l.update_time, l.del_flag, r.no || '-' || l.line_no as line_code, r.id as req_id, r.dept_id,
      l.sku_id, l.sku_code, l.sku_name, r.warehouse_id, r.req_type, r.applicant_id, l.expect_date,
      l.qty, l.turned_qty, l.cancel_qty, l.qty - l.turned_qty - l.cancel_qty as remain_qty
    from purchase_requisition_line l
      join purchase_requisition r on r.id = l.purchase_requisition_id
    where l.del_flag = 0 and r.del_flag = 0 and r.status in ('approved', 'partTurned')
      and l.qty > l.turned_qty + l.cancel_qty`,
  delivery_to_sign: `
    select h.id, h.tenant_id, h.version, h.create_by, h.create_time, h.update_by, h.update_time,
      h.del_flag, h.dept_id, h.no as delivery_no, h.po_nos, h.sku_codes, h.supplier_id,
      h.supplier_text, h.warehouse_id, h.delivery_type, h.total_qty, h.carton_qty, h.signed_qty,
      h.expect_arrive_date, h.tracking_no, h.status as sign_state
    from delivery h where h.del_flag = 0 and h.status in ('shipped', 'partSigned')`,
  ...stockViews,
  ...payableViews,
  ...financeViews,
};

/** Tables that have a row for each row of a view, or more: whether it is a large one they tell. */
export const sizedBy: Partial<Record<string, string>> = {
  ap_entry_list: "ap_entry",
  ap_open_list: "ap_due",
  ap_order_list: "purchase_order",
  stock_list: "stock",
  stock_age_list: "stock_layer",
  stock_move_list: "stock_move",
  stock_transit_list: "stock_transit",
};

/** Makes the views of these tables anew. */
export async function makeViews(sql: Sql, tables: ReadonlySet<string>): Promise<void> {
  for (const [name, select] of Object.entries(views)) {
    if (!tables.has(name)) continue;
    await sql.query(`drop view if exists ${name}`);
    await sql.query(`create view ${name} as ${select}`);
  }
}
