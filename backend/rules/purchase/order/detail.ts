import { paymentRequest } from "#documents/finance/payment-request";
import { permissionOf, type RowOf } from "#documents/kit";
import type { purchaseOrder } from "#documents/purchase/purchase-order";
import { visible } from "../../../documents/reading/where";
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

/** What was asked for of the order and paid, as far as the caller may see the requests. */
async function requests(c: RuleContext, id: string): Promise<Values[]> {
  const codes = c.caller.permissions;
  if (!codes.has(permissionOf(paymentRequest, "view")) || !codes.has("purchase_price_view"))
    return [];
  const where = visible(paymentRequest, c.caller)
    .and("l.po_id = ?", id)
    .and("l.del_flag = 0")
    .and("t.status <> 'void'");
  return c.sql.query<Values>(
    `select t.id, t.no, t.status, t.request_type as "requestType", l.biz_type as "bizType",
       t.currency, l.amount::text as amount, l.settled_amount::text as settled,
       t.expect_pay_date as "expectPayDate"
     from payment_request t join payment_request_line l on l.payment_request_id = t.id
     where ${where} order by t.id desc limit 100`,
    where.values,
  );
}

/** What the page of an order shows besides what every page shows. */
export async function orderDetail(
  c: RuleContext,
  row: RowOf<typeof purchaseOrder> & Values,
): Promise<void> {
  row.revisions = await revisions(c, row.id);
  row.requests = await requests(c, row.id);
  row.entries = await entriesOf(c, "po_id", row.id);
}
