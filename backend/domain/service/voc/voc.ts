import { recountCustomers } from "#backend/domain/buyers/keep";
import { link, logMove, NOW, patch, plus, type RuleContext, rules, transition } from "#backend/engine/documents";
import { notify } from "#backend/engine/notices/notify";
import { keep } from "#backend/platform/db";
import { conflict, forbidden, invalidAt, missing } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import type { DraftOf, RowOf } from "#documents/kit";
import { sku } from "#documents/product/sku";
import { voc } from "#documents/service/voc";
import { DUE_DAYS, severities } from "#documents/service/words";
import { overview } from "./stat";

type HandleRow = RowOf<typeof voc>;

/** Within which the same of one SKU is said to be known. */
const ALIKE_DAYS = 30;

const recount = (c: RuleContext, { buyerKey }: HandleRow) =>
  recountCustomers(c.sql, c.tenantId, buyerKey ? [buyerKey] : []);

const path = (id: string) => `${voc.screens.detail}?id=${id}`;

/** Another open complaint of the same about the same SKU. */
const alikeOf = ({ sql, tenantId }: RuleContext, row: HandleRow) =>
  sql.one<{ no: string }>(
    `select no from voc where tenant_id = $1 and sku_id = $2 and category2 = $3 and id <> $4
       and status in ('pendingAssign', 'processing', 'pendingVerify') and del_flag = 0
       and create_time > now() - make_interval(days => ${ALIKE_DAYS}) order by id desc limit 1`,
    [tenantId, row.skuId, row.category2, row.id],
  );

export const submit = transition(voc, "submit", {
  lock: async (c, row) => ({ alike: await alikeOf(c, row) }),
  warn: ({ alike }) => alike && `${ALIKE_DAYS}天内已有相同SKU和小类的${alike.no}未关闭，请确认是否重复`,
  async effect(c, { row }) {
    await patch(c, voc, row.id, { dueDate: today(DUE_DAYS[row.severity]), submitDate: today() });
    await recount(c, row);
  },
});

/** Somebody at work whose role handles complaints without being service itself. */
const handlerOf = ({ sql, tenantId }: RuleContext, id: string) =>
  sql.one<{ id: string; deptId: string | null; may: boolean }>(
    `select u.id, u.dept_id as "deptId", exists (select 1 from sys_user_role ur
         join sys_role r on r.id = ur.role_id and r.del_flag = 0
           and r.role_code not in ('CS', 'CS_LEAD', 'EXEC')
         join sys_role_menu rm on rm.role_id = r.id
         join sys_menu m on m.id = rm.menu_id and m.permission = 'cs_voc_handle' and m.del_flag = 0
       where ur.user_id = u.id) as may
     from sys_user u where u.id = $1 and u.tenant_id = $2 and u.del_flag = 0 and u.lock_flag = '0'`,
    [id, tenantId],
  );

/** What is dangerous is dealt with on the next day at the latest. */
function dueOf({ severity, submitDate, dueDate }: HandleRow, asked: string | null | undefined): string {
  if (asked && asked < today()) throw invalidAt("dueDate", "期限不能早于今天");
  const last = dueDate ?? today(DUE_DAYS[severity]);
  if (severity === "safety" && asked && asked > last && last >= today())
    throw invalidAt("dueDate", "安全问题须在24小时内处理");
  return asked ?? (last < today() && !submitDate ? today(DUE_DAYS[severity]) : last);
}

const assign = transition(voc, "assign", {
  async effect(c, { row }, { handlerId, dueDate }) {
    const handler = await handlerOf(c, String(handlerId));
    if (!handler?.may) throw invalidAt("handlerId", "处理人须为在职的产品、质检或运营人员");
    const due = dueOf(row, dueDate);
    await patch(c, voc, row.id, { handlerId: handler.id, handlerDept: handler.deptId, dueDate: due });
    await notify(c.sql, {
      tenantId: c.tenantId,
      userIds: [handler.id],
      bizPath: path(row.id),
      title: `客户之声${row.no}待处理`,
      pushDescribe: `请于${due}前提交处理结果：${row.description}`.slice(0, 200),
    });
  },
});

const resolve = transition(voc, "resolve", {
  guard({ row }, { caller }) {
    if (row.handlerId !== caller.userId) throw forbidden("仅处理人可提交");
  },
  async effect({ sql }, { row }, { rootCause, action, preventAction }) {
    await patch({ sql }, voc, row.id, { rootCause, action, preventAction: preventAction ?? row.preventAction });
  },
});

const verify = transition(voc, "verify", {
  guard: ({ row }, { caller }) => row.handlerId === caller.userId && "处理人不能验证本人的处理结果",
  check({ row }, { verifyResult, verifyNote, proof }) {
    if (verifyResult === "ng") return !verifyNote && invalidAt("verifyNote", "请填写无效原因");
    if (!proof?.length) return invalidAt("proof", "请上传验证证明");
    return !(row.rootCause && row.action) && conflict("请先填写原因和措施");
  },
  to: (_scene, { verifyResult }) => (verifyResult === "ok" ? "closed" : "processing"),
  async effect(c, { row }, { verifyResult, verifyNote, proof }) {
    const ok = verifyResult === "ok";
    await patch(c, voc, row.id, {
      verifyResult,
      verifyNote: verifyNote ?? null,
      verifyBy: c.caller.userId,
      verifyProof: proof ?? [],
      closeTime: ok ? NOW : null,
      ngCount: plus(ok ? 0 : 1),
    });
    await notify(c.sql, {
      tenantId: c.tenantId,
      bizPath: path(row.id),
      userIds: [row.handlerId, row.createBy].flatMap((id) => id ?? []),
      title: `客户之声${row.no}${ok ? "已关闭" : "验证无效，请重新处理"}`,
      pushDescribe: verifyNote || (ok ? "措施验证有效" : "措施验证无效"),
    });
  },
});

const cancel = transition(voc, "cancel", { effect: async (c, { row }) => recount(c, row) });

type VocDraft = DraftOf<typeof voc>;
type VocRow = RowOf<typeof voc>;

/** Sources that speak of one order. */
const OF_ORDERS: readonly (string | null | undefined)[] = ["message", "return"];

/** What an order says of a complaint about it. */
const orderOf = ({ sql, tenantId }: RuleContext, id: string | null | undefined) =>
  id
    ? sql.one<Record<"no" | "storeId", string> & Record<"siteId" | "buyerKey", string | null>>(
        `select platform_order_no as no, store_id as "storeId", site_id as "siteId", buyer_key as "buyerKey"
         from platform_order where id = $1 and tenant_id = $2 and del_flag = 0`,
        [id, tenantId],
      )
    : undefined;

/** By which ASIN a store sells a SKU. */
const listed = ({ sql }: RuleContext, storeId: string | null, skuId: string | null | undefined) =>
  sql.one<{ siteId: string; asin: string | null }>(
    `select s.site_id as "siteId", (select l.asin from sku_listing l where l.store_id = s.id
        and l.sku_id = $2 and l.del_flag = 0 and l.asin is not null order by l.line_no limit 1) as asin
     from store s where s.id = $1`,
    [storeId, skuId ?? null],
  );

/** Who makes a SKU: the first supplier of its prices. */
const supplierOf = async ({ sql }: RuleContext, skuId: string | null | undefined) =>
  (
    await sql.one<{ id: string }>(
      `select supplier_id as id from sku_supplier_price where sku_id = $1 and del_flag = 0
       order by is_default desc nulls last, line_no limit 1`,
      [skuId ?? null],
    )
  )?.id ?? null;

/** The large category to which a small one belongs. */
async function categoryOf({ sql, tenantId }: RuleContext, small: string | null | undefined) {
  const item = await sql.one<{ parent: string | null }>(
    `select parent_value as parent from sys_dict_item where tenant_id = $1
       and dict_type = 'voc_category' and value = $2 and del_flag = 0`,
    [tenantId, small],
  );
  if (!item?.parent) throw invalidAt("category2", "请选择问题小类");
  return item.parent;
}

/** Orders of which something was said; what nobody counted is unknown. */
function ncx({ source, ncxOrders, totalOrders, cxHealth }: VocDraft) {
  if (source !== "ncx") return { ncxOrders: null, totalOrders: null, cxHealth: null };
  if (typeof ncxOrders !== "number") throw invalidAt("ncxOrders", "请输入NCX订单");
  if (typeof totalOrders !== "number") throw invalidAt("totalOrders", "请输入总订单");
  if (ncxOrders > totalOrders) throw invalidAt("ncxOrders", "NCX订单不能多于总订单");
  if (!cxHealth) throw invalidAt("cxHealth", "请选择CX健康度");
  return {};
}

/** Completes a complaint before it is written. */
async function complete(c: RuleContext, next: VocDraft, before?: VocRow): Promise<void> {
  const whole = { ...before, ...next };
  if (OF_ORDERS.includes(whole.source) && !whole.platformOrderId) throw invalidAt("platformOrderId", "请选择关联订单");
  next.category1 = await categoryOf(c, whole.category2);
  if (whole.severity === "safety" && !whole.images?.length) throw invalidAt("images", "安全问题至少上传一张图片");
  const order = await orderOf(c, whole.platformOrderId);
  const storeId = order?.storeId ?? whole.storeId ?? null;
  const at = await listed(c, storeId, whole.skuId);
  Object.assign(next, ncx(whole), {
    storeId,
    siteId: order?.siteId ?? at?.siteId ?? null,
    asin: at?.asin ?? null,
    platformOrderNo: order?.no ?? null,
    buyerKey: order?.buyerKey ?? null,
    supplierId: await supplierOf(c, whole.skuId),
  });
}

const MOST_CHARS = 2000;

/**
 * What a complaint taught is looked at from now on: one more point of the quality standard that inspections
 * of the SKU show. Where the SKU has none of its own, that of its SPU is taken over first.
 */
const addStandard = transition(voc, "addStandard", {
  guard: ({ row }) => row.standardPoint && `已补充质检标准：${row.standardPoint}`,
  async effect(c, { row }, { point }) {
    const known = await c.sql.one<{ own: string | null; standard: string | null }>(
      `select k.qc_standard as own, coalesce(k.qc_standard, p.qc_standard) as standard from sku k
         left join spu p on p.id = k.spu_id where k.id = $1 and k.tenant_id = $2
       ${keep(c.sql, "sku", "change", "k")}`,
      [row.skuId, c.tenantId],
    );
    if (!known) throw missing();
    const next = [known.standard?.trim(), `${point}（${row.no}）`].filter(Boolean).join("\n");
    if (next.length > MOST_CHARS) throw conflict(`SKU的质检标准最多${MOST_CHARS}字`);
    await patch(c, sku, row.skuId, { qcStandard: next, version: plus(1), updateBy: c.caller.userId, updateTime: NOW });
    await logMove(c, sku, row.skuId, {
      action: `客户之声${row.no}补充质检标准`,
      diff: { qcStandard: [known.own, next] },
    });
    await patch(c, voc, row.id, { standardPoint: point });
  },
});

const RANK = Object.keys(severities)
  .map((name) => `'${name}'`)
  .join(", ");

/** 客户之声 (market.md 3). */
export const vocRules = rules(voc, {
  expressions: {
    skuImages: "(select k.images from sku k where k.id = t.sku_id)",
    overdue: `(case when t.status in ('pendingAssign', 'processing', 'pendingVerify')
      and t.due_date < (now() at time zone 'Asia/Shanghai')::date then 'yes' end)`,
    ncxRate: "(case when t.total_orders > 0 then round(t.ncx_orders * 100.0 / t.total_orders, 2) end)",
    urgency: `array_position(array[${RANK}], t.severity)`,
  },
  overview,
  beforeSave: complete,
  async afterSave(c, id, next, before) {
    if (!before && next.platformOrderId)
      await link(c, { type: "platform_order", id: next.platformOrderId }, { type: voc.name, id });
  },
  async prefill(c, { platformOrderId = [], skuId = [] }) {
    const order = platformOrderId[0]
      ? await c.sql.one<Record<"id" | "no", string> & { storeId: string; storeName: string }>(
          `select t.id, t.platform_order_no as no, t.store_id as "storeId", s.store_name as "storeName"
           from platform_order t join store s on s.id = t.store_id where t.id = $1`,
          [platformOrderId[0]],
        )
      : undefined;
    const sku = await c.sql.one<{ id: string; code: string }>(
      `select k.id, k.sku_code as code from sku k where k.id = coalesce($1::bigint,
         (select l.sku_id from platform_order_line l where l.platform_order_id = $2 and l.sku_id is not null
          order by l.line_no limit 1))`,
      [skuId[0] ?? null, order?.id ?? null],
    );
    return {
      ...(order && {
        source: "message",
        platformOrderId: order.id,
        platformOrderName: order.no,
        storeId: order.storeId,
        storeName: order.storeName,
      }),
      ...(sku && { skuId: sku.id, skuName: sku.code }),
    };
  },
  transitions: [submit, assign, resolve, verify, cancel, addStandard],
});
