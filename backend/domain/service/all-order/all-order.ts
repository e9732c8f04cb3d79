import { wholeAddress } from "#backend/domain/personal/unmask";
import type { RuleCondition, RuleContext } from "#backend/engine/documents";
import { createDraft, link, moveTo, patch, rules, transition } from "#backend/engine/documents";
import { keep, literal, lockAdvisory } from "#backend/platform/db";
import { invalidAt } from "#backend/platform/http";
import { copyAddress } from "#backend/platform/personal/address";
import { hashesOf } from "#backend/platform/personal/cipher";
import { keys } from "#backend/platform/personal/ring";
import type { RowOf, SentOf } from "#documents/kit";
import { platformOrder } from "#documents/order/platform-order";
import { salesOrder } from "#documents/order/sales-order";
import { allOrder } from "#documents/service/all-order";
import { csThread } from "#documents/service/thread";
import { slaOf } from "../message/figures";
import { wordFault } from "../message/refused-words";
import { wayOut } from "../message/send";
import { parcelsOf } from "../message/talk";
import { writeOut } from "../message/transitions";

/** 联系买家: a message that the buyer did not ask for; where there is a thread of the order, in it. */
const write = transition(allOrder, "write", {
  lock: async (c, row) => ({
    way: await wayOut(c, row.storeId),
    known: (await parcelsOf(c, row.id)).map((p) => p.trackingNo ?? ""),
  }),
  guard: ({ way }) => !way && "店铺没有启用的平台连接，请先在外部连接中新增",
  check({ known }, { content }) {
    const fault = wordFault(content ?? "", known);
    return fault && invalidAt("content", fault);
  },
  async effect(c, { row }, { subject, content }) {
    const { storeId, platformOrderNo } = row;
    await lockAdvisory(c.sql, "threadOfOrder", `${c.tenantId}/${storeId}/${platformOrderNo}`);
    const there = await c.sql.one<{ id: string; no: string }>(
      `select id, no from cs_thread where tenant_id = $1 and store_id = $2 and platform_order_no = $3
         and merged_into_id is null and del_flag = 0 order by id limit 1 ${keep(c.sql, "cs_thread")}`,
      [c.tenantId, storeId, platformOrderNo],
    );
    const thread =
      there ??
      (await createDraft(c, csThread, {
        subject,
        storeId,
        siteId: row.siteId,
        deptId: row.deptId,
        platformOrderId: row.id,
        platformOrderNo,
        buyerKey: row.buyerKey,
        unassigned: false,
        assigneeId: c.caller.userId,
        unread: 0,
      }));
    await writeOut(c, { ...thread, storeId }, { subject, content: content ?? "" });
    await moveTo(c, csThread, thread.id, "replied", "联系买家");
  },
});

const timelineMOST = 200;

/** What happened around an order, the latest first: the platform, parcels, messages, refunds, complaints. */
const timelineOf = (
  { sql, tenantId }: RuleContext,
  row: RowOf<typeof allOrder>,
): Promise<SentOf<typeof allOrder>["timeline"]> =>
  sql.query(
    `with parcel as (
       select distinct g.* from sales_order o
         join package_order_line l on l.order_id = o.id and l.del_flag = 0
         join package_order g on g.id = l.package_order_id and g.del_flag = 0
       where o.tenant_id = $1 and o.del_flag = 0 and (o.platform_order_id = $2
         or (o.order_source = 'reship' and o.platform_order_no = $3 and o.store_id = $4))),
     happened (at, what, document, id, no, detail) as (
       select purchase_time, '下单', null::text, null::bigint, null::text,
         currency || ' ' || round(order_total, 2) from platform_order where id = $2
       union all select create_time, case order_source when 'reship' then '补发' else '生成订单' end,
         'sales_order', id, no, sku_qtys from sales_order where tenant_id = $1 and del_flag = 0
           and (platform_order_id = $2
             or (order_source = 'reship' and platform_order_no = $3 and store_id = $4))
       union all select ship_time, '出库', 'package_order', id, no, tracking_no from parcel
         where ship_time is not null
       union all select delivered_time, '妥投', 'package_order', id, no, tracking_no from parcel
         where delivered_time is not null
       union all select m.message_time, case m.direction when 'in' then '买家来信' else '回复买家' end,
         'cs_thread', h.id, h.no, left(m.content, 80) from cs_message m
           join cs_thread h on h.id = m.cs_thread_id and h.del_flag = 0
         where h.tenant_id = $1 and h.platform_order_id = $2 and m.del_flag = 0
       union all select coalesce(executed_time, create_time), case status when 'done' then '已退款'
           else '退款单' end, 'cs_refund', id, no, currency || ' ' || round(amount, 2)
         from cs_refund where tenant_id = $1 and platform_order_id = $2 and del_flag = 0
           and status <> 'void'
       union all select create_time, '登记客户之声', 'voc', id, no, left(description, 80) from voc
         where tenant_id = $1 and platform_order_no = $3 and del_flag = 0 and status <> 'cancelled')
     select at, what, document, id, no, detail from happened order by at desc limit ${timelineMOST}`,
    [tenantId, row.id, row.platformOrderNo, row.storeId],
  );

/** Things that are typed at once. */
const quotedMOST = 50;
/** Rows that one of them may lead to by a parcel or a product. */
const MOST_ROWS = 1000;

/**
 * Orders by whatever a buyer quotes (market.md 3): numbers of orders and parcels, SKU, ASIN, an e-mail
 * address; several with blanks, commas or lines between them.
 */
function quotedIn(typed: string): RuleCondition {
  const words = typed
    .normalize("NFKC")
    .split(/[\s,;，；]+/)
    .filter(Boolean)
    .slice(0, quotedMOST);
  const upper = words.map((word) => word.toUpperCase());
  const mails = words.filter((w) => w.includes("@")).flatMap((w) => hashesOf(keys(), "email", w));
  // One by one: of a list of patterns no index of parts of words is used.
  const parts = words.map(() => "or t.seller_skus ilike ?").join(" ");
  return {
    sql: `lower(t.platform_order_no) = any(?) or t.buyer_key = any(?) ${parts}
      or t.id = any(array(select o.platform_order_id from package_order g
          join package_order_line l on l.package_order_id = g.id and l.del_flag = 0
          join sales_order o on o.id = l.order_id
        where g.tenant_id = t.tenant_id and upper(g.tracking_no) = any(?) limit ${MOST_ROWS}))
      or t.id = any(array(select l.platform_order_id from sku_listing s
          join platform_order_line l on l.sku_id = s.sku_id and l.asin = s.asin
        where s.asin = any(?) limit ${MOST_ROWS}))`,
    values: [words.map((w) => w.toLowerCase()), mails, ...words.map((w) => `%${literal(w)}%`), upper, upper],
  };
}

/** Times that goods of an order are sent once more (market.md 3). */
const reshipMOST = 2;

/** 补发: an order of ours without a price, to where the first went. */
const reship = transition(allOrder, "reship", {
  lock: async ({ sql, tenantId }, row) => ({
    sent: await sql.one<{ n: number }>(
      `select count(*)::int as n from sales_order where tenant_id = $1 and order_source = 'reship'
         and platform_order_no = $2 and store_id = $3 and status <> 'cancelled' and del_flag = 0`,
      [tenantId, row.platformOrderNo, row.storeId],
    ),
  }),
  guard: ({ sent }) => (sent?.n ?? 0) >= reshipMOST && "补发次数已达上限",
  async effect(c, { row }, { skuId, qty, reason }) {
    const made = await createDraft(c, salesOrder, {
      orderSource: "reship",
      storeId: row.storeId,
      platformOrderNo: row.platformOrderNo,
      remark: reason,
      items: [{ skuId, qty, unitPrice: "0" }],
    });
    await copyAddress(c.sql, {
      from: { table: "platform_order", column: "shipping_address", id: row.id },
      to: { table: "sales_order", column: "receiver", id: made.id },
    });
    await link(c, { type: "platform_order", id: row.id }, { type: salesOrder.name, id: made.id });
  },
});

const MOST = 10;

/** 打标: a word of the dictionary more or less. */
const tag = transition(allOrder, "tag", {
  check({ row }, { add, remove }) {
    if (!add && !remove) return "请选择要加或去的标签";
    return add && !row.csTags.includes(add) && row.csTags.length >= MOST && `标签最多${MOST}个`;
  },
  async effect({ sql }, { row }, { add, remove }) {
    const tags = row.csTags.filter((one) => one !== remove);
    if (add && !tags.includes(add)) tags.push(add);
    await patch({ sql }, platformOrder, row.id, { csTags: tags });
  },
});

/** SQL: sum of the refunds of the order that are in one of these states. */
const refunds = (states: string) => `coalesce((select sum(r.amount) from cs_refund r
  where r.platform_order_id = t.id and r.del_flag = 0 and r.status in (${states})), 0)`;

const LIVE = "'auditing', 'approved', 'executing', 'done', 'failed'";

/** SQL: something of the parcels of the order. */
const ofParcels = (what: string) => `(select ${what} from sales_order o
    join package_order_line l on l.order_id = o.id and l.del_flag = 0
    join package_order g on g.id = l.package_order_id and g.del_flag = 0
  where o.tenant_id = t.tenant_id and o.platform_order_id = t.id and o.del_flag = 0)`;

const OF_THREADS = "from cs_thread h where h.platform_order_id = t.id and h.tenant_id = t.tenant_id and h.del_flag = 0";

/** SQL: the worst of the order's threads. */
const SLA = `case (select max(array_position(array['none', 'ok', 'due', 'overdue'], ${slaOf("h")})) ${OF_THREADS})
  when 4 then 'overdue' when 3 then 'due' when 2 then 'ok' else 'none' end`;

/** 全部订单 (market.md 3): what customer service asks of a platform order. */
export const allOrderRules = rules(allOrder, {
  expressions: {
    purchaseLocal: "to_char(t.purchase_time at time zone t.time_zone, 'YYYY-MM-DD HH24:MI:SS') || ' ' || t.time_zone",
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
  transitions: [write, reship, tag, transition(allOrder, "unmask", wholeAddress(allOrder, "shippingAddress"))],
});
