import type { DocumentType } from "#documents/kit";
import { permissionOf } from "#documents/kit";
import { csRefund } from "#documents/service/cs-refund";
import { csThread } from "#documents/service/thread";
import { voc } from "#documents/service/voc";
import { visible } from "../../../documents/reading/where";
import type { RuleContext, Values } from "../../../documents/rules";

/** Rows of each kind that the page shows. */
const MOST = 50;
/** Who serves buyers sees all of their orders, and so does who sees all platform orders. */
const SEES_ORDERS = ["cs_order_view", "plat_order_view"];

const rowsOf = (c: RuleContext, document: DocumentType, key: string, columns: string) => {
  if (!c.caller.permissions.has(permissionOf(document, "view"))) return null;
  const where = visible(document, c.caller).and("t.buyer_key = ?", key);
  return c.sql.query<Values>(
    `select t.id, t.no, t.status, ${columns}, to_char(t.create_time at time zone 'Asia/Shanghai',
       'YYYY-MM-DD HH24:MI') as time
     from ${document.table} t where ${where} order by t.id desc limit ${MOST}`,
    where.values,
  );
};

const ordersOf = ({ sql, caller, tenantId }: RuleContext, key: string) =>
  SEES_ORDERS.some((code) => caller.permissions.has(code))
    ? sql.query<Values>(
        `select o.id, o.platform_order_no as no, o.status, s.store_name as store, o.item_qty as qty,
           o.order_total::text as amount, o.currency, o.seller_skus as skus,
           to_char(o.purchase_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as time
         from platform_order o join store s on s.id = o.store_id
         where o.tenant_id = $1 and o.buyer_key = $2 and o.del_flag = 0
         order by o.purchase_time desc, o.id desc limit ${MOST}`,
        [tenantId, key],
      )
    : null;

/** What a buyer bought, got back and complained of; null for what the caller may not see. */
export async function customerPage(c: RuleContext, key: string | null): Promise<Values> {
  if (!key) return {};
  return {
    orders: await ordersOf(c, key),
    threads: await rowsOf(c, csThread, key, 't.subject, t.platform_order_no as "orderNo"'),
    refunds: await rowsOf(c, csRefund, key, "t.reason, t.amount::text, t.currency"),
    vocs: await rowsOf(c, voc, key, "t.category2, t.severity, t.description"),
  };
}
