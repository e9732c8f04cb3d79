import { allOrder } from "#documents/service/all-order";
import { rules, transition } from "../../../documents/written";
import { wholeAddress } from "../../personal/unmask";
import { slaOf } from "../message/figures";
import { parcelsOf } from "../message/talk";
import { quotedIn } from "./quoted";
import { reship } from "./reship";
import { tag } from "./tag";
import { timelineOf } from "./timeline";
import { write } from "./write";

/** SQL: sum of the refunds of the order that are in one of these states. */
const refunds = (states: string) => `coalesce((select sum(r.amount) from cs_refund r
  where r.platform_order_id = t.id and r.del_flag = 0 and r.status in (${states})), 0)`;

const LIVE = "'auditing', 'approved', 'executing', 'done', 'failed'";

/** SQL: something of the parcels of the order. */
const ofParcels = (what: string) => `(select ${what} from sales_order o
    join package_order_line l on l.order_id = o.id and l.del_flag = 0
    join package_order g on g.id = l.package_order_id and g.del_flag = 0
  where o.tenant_id = t.tenant_id and o.platform_order_id = t.id and o.del_flag = 0)`;

const OF_THREADS =
  "from cs_thread h where h.platform_order_id = t.id and h.tenant_id = t.tenant_id and h.del_flag = 0";

/** SQL: the worst of the order's threads. */
const SLA = `case (select max(array_position(array['none', 'ok', 'due', 'overdue'], ${slaOf("h")})) ${OF_THREADS})
  when 4 then 'overdue' when 3 then 'due' when 2 then 'ok' else 'none' end`;

/** 全部订单 (market.md 3): what customer service asks of a platform order. */
export const allOrderRules = rules(allOrder, {
  expressions: {
    purchaseLocal:
      "to_char(t.purchase_time at time zone t.time_zone, 'YYYY-MM-DD HH24:MI:SS') || ' ' || t.time_zone",
    orderStatus: `(select o.status from sales_order o where o.tenant_id = t.tenant_id
      and o.platform_order_id = t.id and o.del_flag = 0 limit 1)`,
    refundedAmount: refunds("'done'"),
    refundableAmount: `greatest(t.order_total - ${refunds(LIVE)}, 0)`,
    unread: `coalesce((select sum(h.unread)::int ${OF_THREADS}), 0)`,
    slaState: SLA,
    vocCount: `(select count(*)::int from voc v where v.tenant_id = t.tenant_id
      and v.platform_order_no = t.platform_order_no and v.del_flag = 0)`,
    latestTracking: ofParcels("(array_agg(g.tracking_no order by g.id desc))[1]"),
    deliveredTime: ofParcels("max(g.delivered_time)"),
  },
  filters: {
    quoted: quotedIn,
    refunded: (value) => ({
      sql: `exists (select 1 from cs_refund r where r.platform_order_id = t.id and r.del_flag = 0
        and r.status = 'done') = any(string_to_array(?, ',')::boolean[])`,
      values: [value],
    }),
  },
  async enrichOne(c, row) {
    row.parcels = await parcelsOf(c, row.id);
    row.timeline = await timelineOf(c, row);
  },
  transitions: [
    ...[write, reship, tag],
    transition(allOrder, "unmask", wholeAddress(allOrder, "shippingAddress")),
  ],
});
