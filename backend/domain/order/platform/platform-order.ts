import { wholeAddress } from "#backend/domain/personal/unmask";
import { requestFeed, UNDER_WAY } from "#backend/engine/connect/feed";
import { rules, transition } from "#backend/engine/documents";
import { namedRefs } from "#backend/engine/documents/reading/named-refs";
import { literal } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { platformOrder } from "#documents/order/platform-order";
import { convertOrder, notOurs } from "../sales/convert";
import { hoursLeft } from "../state/moves";
import { pair } from "./pair";
import { readBy } from "./store-sync";

const convert = transition(platformOrder, "convert", {
  lock: async (c, row) => ({
    made: await c.sql.one<{ no: string }>(
      "select no from sales_order where tenant_id = $1 and platform_order_id = $2 and del_flag = 0",
      [c.tenantId, row.id],
    ),
  }),
  guard: ({ row, made }) => (made ? `已生成订单 ${made.no}` : notOurs(row)),
  async effect(c, { row }) {
    await convertOrder(c, row.id);
  },
});

const sync = transition(platformOrder, "sync", {
  lock: async (c, row) => ({ by: await readBy(c, row.storeId) }),
  guard: ({ by }) => "reason" in by && by.reason,
  async effect(c, { by }) {
    // Several orders of one store are one turn.
    if ("id" in by && (await requestFeed(c, by.id)) === "running") throw conflict(UNDER_WAY);
  },
});

/** SQL: a line of the order of which this holds. */
const lineWith = (holds: string) => `exists (select 1 from platform_order_line l
  where l.platform_order_id = t.id and l.del_flag = 0 and ${holds})`;

/** 平台订单: times as people at the marketplace read them, and what is left of the time to ship. */
export const platformOrderRules = rules(platformOrder, {
  expressions: {
    purchaseLocal: "to_char(t.purchase_time at time zone t.time_zone, 'YYYY-MM-DD HH24:MI:SS') || ' ' || t.time_zone",
    orderStatus: `(select o.status from sales_order o where o.tenant_id = t.tenant_id
      and o.platform_order_id = t.id and o.del_flag = 0 limit 1)`,
    remainHours: hoursLeft("t.fulfillment_channel = 'MFN' and t.status in ('Unshipped', 'PartiallyShipped')"),
  },
  filters: {
    asin: (value) => ({ sql: lineWith("upper(l.asin) like upper(?)"), values: [`${literal(value)}%`] }),
    skuId: (value) => {
      const { sql, values } = namedRefs("sku", value);
      return { sql: lineWith(`l.sku_id in ${sql}`), values };
    },
  },
  transitions: [
    convert,
    sync,
    pair,
    transition(platformOrder, "unmask", wholeAddress(platformOrder, "shippingAddress")),
  ],
});
