import { wholeAddress } from "#backend/domain/personal/unmask";
import { patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { keep, literal } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import type { RowOf, SentOf } from "#documents/kit";
import { salesOrder } from "#documents/order/sales-order";
import { PACKAGES } from "#documents/order/sales-rows";
import { type DraftPart, rebuildDrafts } from "../package/drafts";
import { cancelPackages, releasePackages } from "../package/hold";
import { type PackageOf, packagesOf, packagesOfAll } from "../package/packages";
import { lockApart, lockWithReceivers } from "../rule/run/lock-orders";
import { runRule, runRulesOver } from "../rule/run/run-rule";
import { whyOf } from "../rule/run/why";
import { hoursLeft } from "../state/moves";
import { alreadySent, auditing, auditOrders } from "./audit";
import { complete, settleOrder, settleOrders } from "./form";
import { beyondDraft, partsOf, placing, withPackages } from "./places";

type SalesOrderRow = RowOf<typeof salesOrder>;

const MOST_ORDERS = 10;
const DIFFERENT = "收件信息不一致，不能合单";

/** What of each line has not left yet. */
const leftOf = ({ sql }: RuleContext, row: SalesOrderRow) =>
  sql.query<{ lineId: string; skuId: string; leftQty: number }>(
    `select id as "lineId", sku_id as "skuId", qty - shipped_qty as "leftQty" from sales_order_line
     where sales_order_id = $1 and del_flag = 0 and qty > shipped_qty order by line_no, id`,
    [row.id],
  );

const drafts = (packages: readonly PackageOf[]) => packages.filter((p) => p.status === "draft");

/** 拆单: how many pieces of each line go into each package. */
const split = transition(salesOrder, "split", {
  lock: withPackages,
  guard: beyondDraft,
  async ask(c, { row, packages }) {
    const parts = await partsOf(c, row, packages);
    const rows = (await leftOf(c, row)).map((line) => ({
      ...line,
      ...Object.fromEntries(
        PACKAGES.map((name, i) => [
          name,
          (parts[i]?.lines ?? []).filter((l) => l.orderLineId === line.lineId).reduce((sum, l) => sum + l.qty, 0),
        ]),
      ),
    }));
    return { rows };
  },
  async effect(c, { row, packages }, { rows }) {
    const left = await leftOf(c, row);
    const known = drafts(packages);
    const of = (lineId: string, name: (typeof PACKAGES)[number]) =>
      (rows ?? []).filter((r) => r.lineId === lineId).reduce((sum, r) => sum + (r[name] ?? 0), 0);
    for (const line of left) {
      const said = PACKAGES.reduce((sum, name) => sum + of(line.lineId, name), 0);
      if (said !== line.leftQty) throw conflict(`各包裹数量之和为${said}，应等于明细数量${line.leftQty}`);
    }
    const parts = PACKAGES.flatMap((name, i): DraftPart[] => {
      const lines = left.flatMap(({ lineId: orderLineId, skuId }) => {
        const qty = of(orderLineId, name);
        return qty > 0 ? [{ orderLineId, skuId, qty }] : [];
      });
      const { warehouseId = null, channelId = null } = known[i] ?? known[0] ?? {};
      return lines.length ? [{ warehouseId, channelId, lines }] : [];
    });
    await rebuildDrafts(c, row.id, parts);
  },
});

/** Other orders that wait to be audited, of the same store, receiver, warehouse and channel. */
const candidates = (c: RuleContext, row: SalesOrderRow) =>
  c.sql.query<{ id: string; orderNo: string; says: string; goods: string | null; latest: string | null }>(
    `select o.id, o.no as "orderNo", o.no as says, o.sku_qtys as goods,
       to_char(o.latest_ship_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as latest
     from sales_order o join sales_order me on me.id = $1
     where o.tenant_id = $2 and o.del_flag = 0 and o.id <> me.id and o.status = 'pendingAudit'
       and o.store_id is not distinct from me.store_id and o.receiver_hash = me.receiver_hash
       and exists (select 1 from package_order p join package_order q
           on q.warehouse_id = p.warehouse_id and q.logistics_channel_id = p.logistics_channel_id
         where p.status = 'draft' and q.status = 'draft' and p.del_flag = 0 and q.del_flag = 0
           and p.id in (select package_order_id from package_order_line
             where order_id = me.id and del_flag = 0)
           and q.id in (select package_order_id from package_order_line
             where order_id = o.id and del_flag = 0))
     order by o.latest_ship_time, o.id limit 50`,
    [row.id, c.tenantId],
  );

const placeOf = (p: DraftPart | PackageOf) => `${p.warehouseId}/${p.channelId}`;

/** The packages of another order join those of the first one that leave the same way. */
async function join(c: RuleContext, target: readonly PackageOf[], orderId: string) {
  const own = await packagesOf(c, orderId);
  const held = beyondDraft({ packages: own });
  if (held) throw conflict(held);
  const into = new Map(drafts(target).map((p) => [placeOf(p), p.id]));
  const parts = drafts(own).map(
    ({ warehouseId, channelId, lines, ...p }): DraftPart => ({
      warehouseId,
      channelId,
      lines,
      mergeInto: into.get(placeOf({ warehouseId, channelId, lines })) ?? (p.shared ? p.id : null),
    }),
  );
  await rebuildDrafts(c, orderId, parts);
}

/** 合单: orders to one receiver travel in one package. */
const merge = transition(salesOrder, "merge", {
  async lockFirst(c, id) {
    await c.sql.query(
      `select o.id from sales_order o join sales_order me on me.id = $1
       where o.tenant_id = $2 and o.del_flag = 0 and (o.id = me.id or o.status = 'pendingAudit'
         and o.receiver_hash = me.receiver_hash)
       order by o.id ${keep(c.sql, "sales_order", "change", "o")}`,
      [id, c.tenantId],
    );
  },
  lock: async (c, row) => ({ ...(await withPackages(c, row)), others: await candidates(c, row) }),
  guard: (scene) => beyondDraft(scene) ?? (!scene.others.length && "没有可合并的订单"),
  ask: async (_c, { others }) => ({ rows: others.map(({ id: _id, ...o }) => o) }),
  async effect(c, { packages, others }, { rows }) {
    const wanted = (rows ?? []).filter((r) => r.take).map((r) => r.orderNo);
    if (!wanted.length) throw conflict("请选择要合并的订单");
    if (wanted.length >= MOST_ORDERS) throw conflict(`一个包裹最多合并${MOST_ORDERS}个订单`);
    const chosen = wanted.map((no) => others.find((o) => o.orderNo === no));
    if (chosen.some((o) => !o)) throw conflict(DIFFERENT);
    for (const other of chosen) if (other) await join(c, packages, other.id);
    return { told: `已合并${wanted.length}个订单` };
  },
});

const sharing = [split, merge];

const MOST_TAGS = 10;

const hold = transition(salesOrder, "hold", {
  lock: withPackages,
  guard: (scene) => alreadySent(scene) && "包裹已下发仓库，不能挂起",
  async effect(c, { row }, { reason }) {
    await patch(c, salesOrder, row.id, { holdReason: reason, exceptionCode: null });
    await releasePackages(c, row.id);
  },
});

const release = transition(salesOrder, "release", {
  async effect({ sql }, { row }) {
    await patch({ sql }, salesOrder, row.id, { holdReason: null });
  },
});

const mark = transition(salesOrder, "mark", {
  check(_scene, { priority, tags }) {
    if (!priority && !tags?.length) return "请填写优先级或标签";
    return (tags?.length ?? 0) > MOST_TAGS && `标签最多${MOST_TAGS}个`;
  },
  async effect({ sql }, { row }, { priority, tags }) {
    await patch({ sql }, salesOrder, row.id, {
      priority: priority ?? undefined,
      tags: tags?.length ? [...new Set(tags)] : undefined,
    });
  },
});

const cancel = transition(salesOrder, "cancel", {
  lock: withPackages,
  guard: (scene) => alreadySent(scene) && "包裹已下发仓库，请先拦截",
  async effect(c, { row }, { reason }) {
    await patch(c, salesOrder, row.id, { exceptionCode: null, holdReason: null });
    await cancelPackages(c, row.id, reason);
  },
});

const keeping = [hold, release, mark, cancel];

/** The packages of an order as its page shows them; what is empty or gone is left out. */
const parcelsOf = ({ sql }: RuleContext, orderId: string): Promise<SentOf<typeof salesOrder>["packages"]> =>
  sql.query(
    `select p.id, p.no, p.status, w.name as warehouse, h.name as channel, p.tracking_no as "trackingNo",
       x.goods, x.others, x.qty, x.lines,
       to_char(p.ship_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as "shipTime"
     from package_order p
       left join warehouse w on w.id = p.warehouse_id
       left join logistics_channel h on h.id = p.logistics_channel_id
       cross join lateral (
         select string_agg(l.sku_code || '×' || l.qty, ' ' order by l.line_no)
             filter (where l.order_id = $1) as goods,
           (sum(l.qty) filter (where l.order_id = $1))::int as qty,
           jsonb_agg(jsonb_build_object('id', l.id::text, 'skuCode', l.sku_code, 'skuName', l.sku_name,
             'qty', l.qty) order by l.line_no) filter (where l.order_id = $1) as lines,
           coalesce(string_agg(distinct l.order_no, ' ') filter (where l.order_id <> $1), '') as others
         from package_order_line l where l.package_order_id = p.id and l.del_flag = 0) x
     where p.del_flag = 0 and x.goods is not null order by p.id`,
    [orderId],
  );

/** States in which somebody still has to send something. */
const UNSENT = "('pendingProcess', 'held', 'exception', 'pendingAudit', 'audited', 'partShipped')";

const runningRules = transition(salesOrder, "runRule", {
  async lockFirst(c, id) {
    await lockWithReceivers(c, [id]);
  },
  lock: withPackages,
  guard: beyondDraft,
  effect: (c, { row }) => runRule(c, row.id, "manual", auditOrders),
  many: {
    lockFirst: lockApart,
    async lock(c, rows) {
      const all = await packagesOfAll(
        c,
        rows.map((row) => row.id),
      );
      return new Map(rows.map(({ id }) => [id, { packages: all.get(id) ?? [] }]));
    },
    effect: (c, scenes) =>
      runRulesOver(
        c,
        scenes.map(({ row }) => row.id),
        "manual",
        auditOrders,
      ),
  },
});

const unmask = transition(salesOrder, "unmask", wholeAddress(salesOrder, "receiver"));

/** 订单 (market.md 4). */
export const salesOrderRules = rules(salesOrder, {
  expressions: {
    country: "t.receiver_country",
    remainHours: hoursLeft(`t.status in ${UNSENT}`),
    // First legs reach no order yet.
    estWithout: `concat_ws('、', case when t.est_unknown then '采购成本' end,
      case when t.est_freight is null then '运费' end, '头程费用')`,
    overdue: `coalesce(t.status in ${UNSENT} and t.latest_ship_time < now(), false)`,
  },
  filters: {
    tags: (value) => ({
      sql: "exists (select 1 from unnest(t.tags) as g where g ilike ?)",
      values: [`%${literal(value)}%`],
    }),
  },
  async enrich(_c, rows) {
    const unknown = { estCost: null, estProfit: null, estProfitRate: null };
    for (const row of rows) if (row.estUnknown) Object.assign(row, unknown);
  },
  async enrichOne(c, row) {
    row.packages = await parcelsOf(c, row.id);
    row.ruleRuns = await whyOf(c, row.id);
  },
  beforeSave: complete,
  async beforeSaveMany(c, rows) {
    for (const { next, before } of rows) await complete(c, next, before);
  },
  afterSave: settleOrder,
  afterSaveMany: settleOrders,
  transitions: [runningRules, ...auditing, ...placing, ...sharing, ...keeping, unmask],
});
