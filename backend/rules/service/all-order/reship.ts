import { salesOrder } from "#documents/order/sales-order";
import { allOrder } from "#documents/service/all-order";
import { link } from "../../../documents/around/chain";
import { createDraft } from "../../../documents/writing/draft";
import { transition } from "../../../documents/written";
import { copyAddress } from "../../../personal/copy";

/** Times that goods of an order are sent once more (market.md 3). */
const MOST = 2;

/** 补发: an order of ours without a price, to where the first went. */
export const reship = transition(allOrder, "reship", {
  lock: async ({ sql, tenantId }, row) => ({
    sent: await sql.one<{ n: number }>(
      `select count(*)::int as n from sales_order where tenant_id = $1 and order_source = 'reship'
         and platform_order_no = $2 and store_id = $3 and status <> 'cancelled' and del_flag = 0`,
      [tenantId, row.platformOrderNo, row.storeId],
    ),
  }),
  guard: ({ sent }) => (sent?.n ?? 0) >= MOST && "补发次数已达上限",
  async effect(c, { row }, { skuId, qty, reason }) {
    const made = await createDraft(c, salesOrder, {
      ...{ orderSource: "reship", storeId: row.storeId, platformOrderNo: row.platformOrderNo },
      ...{ remark: reason, items: [{ skuId, qty, unitPrice: "0" }] },
    });
    await copyAddress(c.sql, {
      from: { table: "platform_order", column: "shipping_address", id: row.id },
      to: { table: "sales_order", column: "receiver", id: made.id },
    });
    await link(c, { type: "platform_order", id: row.id }, { type: salesOrder.name, id: made.id });
  },
});
