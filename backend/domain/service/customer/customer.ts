import { patch, type RuleContext, rules, transition, visible } from "#backend/engine/documents";
import { conflict, invalidAt } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import { type DocumentType, permissionOf, type SentOf } from "#documents/kit";
import { csRefund } from "#documents/service/cs-refund";
import { customer } from "#documents/service/customer";
import { csThread } from "#documents/service/thread";
import { voc } from "#documents/service/voc";

/** Rows of each kind that the page shows. */
const MOST = 50;
/** Who serves buyers sees all of their orders, and so does who sees all platform orders. */
const SEES_ORDERS = ["cs_order_view", "plat_order_view"];

type CustomerSent = SentOf<typeof customer>;

async function rowsOf<R extends object>(c: RuleContext, document: DocumentType, key: string, columns: string) {
  if (!c.caller.permissions.has(permissionOf(document, "view"))) return null;
  const where = visible(document, c.caller).and("t.buyer_key = ?", key);
  return c.sql.query<R>(
    `select t.id, t.no, t.status, ${columns}, to_char(t.create_time at time zone 'Asia/Shanghai',
       'YYYY-MM-DD HH24:MI') as time
     from ${document.table} t where ${where} order by t.id desc limit ${MOST}`,
    where.values,
  );
}

const ordersOf = async ({ sql, caller, tenantId }: RuleContext, key: string): Promise<CustomerSent["orders"]> =>
  SEES_ORDERS.some((code) => caller.permissions.has(code))
    ? sql.query(
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
async function customerPage(c: RuleContext, key: string | null): Promise<CustomerSent> {
  if (!key) return {};
  return {
    orders: await ordersOf(c, key),
    threads: await rowsOf(c, csThread, key, 't.subject, t.platform_order_no as "orderNo"'),
    refunds: await rowsOf(c, csRefund, key, "t.reason, t.amount::text, t.currency"),
    vocs: await rowsOf(c, voc, key, "t.category2, t.severity, t.description"),
  };
}

const MAIL = /[^\s@]+@[^\s@]+\.[^\s@]+/;
const PHONE = /(?:\+?\d[\s().-]?){7,}/;
const MOST_TAGS = 20;

/** Word of a value of a dictionary. */
const wordOf = async ({ sql, tenantId }: RuleContext, value: string | null | undefined) =>
  value
    ? (
        await sql.one<{ label: string }>(
          `select label from sys_dict_item where tenant_id = $1 and dict_type = 'customer_tag'
             and value = $2 and del_flag = 0`,
          [tenantId, value],
        )
      )?.label
    : undefined;

const tag = transition(customer, "tag", {
  check: (_scene, { add, remove }) => !add && !remove && conflict("请选择要加或去的标签"),
  async effect(c, { row }, input) {
    const [add, remove] = [await wordOf(c, input.add), await wordOf(c, input.remove)];
    const tags = [...new Set([...row.tags, ...(add ? [add] : [])])].filter((t) => t !== remove);
    if (tags.length > MOST_TAGS) throw conflict(`标签最多${MOST_TAGS}个`);
    await patch(c, customer, row.id, { tags });
  },
});

const writeNote = transition(customer, "writeNote", {
  check(_scene, { note }) {
    const text = note ?? "";
    if (MAIL.test(text) || PHONE.test(text)) throw invalidAt("note", "备注不能有邮箱、电话等个人信息");
  },
  async effect({ sql }, { row }, { note }) {
    await patch({ sql }, customer, row.id, { note: note ?? null });
  },
});

const blacklist = transition(customer, "blacklist", {
  check(_scene, { until }) {
    if (until && until < today()) throw invalidAt("until", "拉黑截止不能早于今天");
  },
  async effect({ sql }, { row }, { reason, until }) {
    await patch({ sql }, customer, row.id, { blacklist: true, blacklistReason: reason, blacklistUntil: until ?? null });
  },
});

const restore = transition(customer, "restore", {
  async effect({ sql }, { row }) {
    await patch({ sql }, customer, row.id, { blacklist: false, blacklistUntil: null });
  },
});

/** 客户 (market.md 3); made by the sync of orders alone (`keep.ts`). */
export const customerRules = rules(customer, {
  expressions: {
    refundRate: "(case when t.order_count > 0 then round(t.refund_count * 100.0 / t.order_count, 2) end)",
  },
  async enrichOne(c, row) {
    Object.assign(row, await customerPage(c, row.buyerKey));
  },
  transitions: [tag, writeNote, blacklist, restore],
});
