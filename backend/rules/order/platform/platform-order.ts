import { platformOrder } from "#documents/order/platform-order";
import { connectorFor } from "../../../connect/connector";
import { requestFeed } from "../../../connect/feed";
import type { RuleContext } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { conflict } from "../../../http/refusal";
import { wholeAddress } from "../../personal/unmask";
import { convertOrder, notOurs } from "../sales/convert";
import { hoursLeft } from "../state/hours-left";
import { pair } from "./pair";

const convert = transition(platformOrder, "convert", {
  guard: ({ row }) => notOurs(row),
  async effect(c, { row }) {
    await convertOrder(c, row.id);
  },
});

/** The connection that a store is read by, or why there is none. */
async function readBy(c: RuleContext, storeId: string | null) {
  const store = await c.sql.one<{ state: string }>("select state from store where id = $1", [
    storeId,
  ]);
  if (store?.state !== "enabled") return { reason: "店铺已停用" };
  const connector = await connectorFor(c, {
    ...{ provider: "amazon", storeId: storeId ?? undefined },
  });
  return connector ?? { reason: "店铺没有启用的平台连接，请先在外部连接中新增" };
}

const sync = transition(platformOrder, "sync", {
  lock: async (c, row) => ({ by: await readBy(c, row.storeId) }),
  guard: ({ by }) => "reason" in by && by.reason,
  async effect(c, { by }) {
    // Several orders of one store are one turn.
    if ("id" in by && (await requestFeed(c, by.id)) === "running")
      throw conflict("同步任务进行中，请稍后");
  },
});

/** 平台订单: times as people at the marketplace read them, and what is left of the time to ship. */
export const platformOrderRules = rules(platformOrder, {
  expressions: {
    purchaseLocal:
      "to_char(t.purchase_time at time zone t.time_zone, 'YYYY-MM-DD HH24:MI:SS') || ' ' || t.time_zone",
    orderStatus: `(select o.status from sales_order o where o.tenant_id = t.tenant_id
      and o.platform_order_id = t.id and o.del_flag = 0 limit 1)`,
    remainHours: hoursLeft(
      "t.fulfillment_channel = 'MFN' and t.status in ('Unshipped', 'PartiallyShipped')",
    ),
  },
  transitions: [
    convert,
    sync,
    pair,
    transition(platformOrder, "unmask", wholeAddress(platformOrder, "shippingAddress")),
  ],
});
