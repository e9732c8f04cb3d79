import { customer } from "#documents/service/customer";
import type { RuleContext } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { customerPage } from "./page";

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
    await c.sql.query("update customer set tags = $2 where id = $1", [row.id, tags]);
  },
});

const writeNote = transition(customer, "writeNote", {
  check(_scene, { note }) {
    const text = note ?? "";
    if (MAIL.test(text) || PHONE.test(text))
      throw invalidAt("note", "备注不能有邮箱、电话等个人信息");
  },
  async effect({ sql }, { row }, { note }) {
    await sql.query("update customer set note = $2 where id = $1", [row.id, note ?? null]);
  },
});

const blacklist = transition(customer, "blacklist", {
  check(_scene, { until }) {
    if (until && until < today()) throw invalidAt("until", "拉黑截止不能早于今天");
  },
  async effect({ sql }, { row }, { reason, until }) {
    await sql.query(
      `update customer set blacklist = true, blacklist_reason = $2, blacklist_until = $3 where id = $1`,
      [row.id, reason, until ?? null],
    );
  },
});

const restore = transition(customer, "restore", {
  async effect({ sql }, { row }) {
    await sql.query("update customer set blacklist = false, blacklist_until = null where id = $1", [
      row.id,
    ]);
  },
});

/** 客户 (market.md 3); made by the sync of orders alone (`keep.ts`). */
export const customerRules = rules(customer, {
  expressions: {
    refundRate:
      "(case when t.order_count > 0 then round(t.refund_count * 100.0 / t.order_count, 2) end)",
  },
  async enrichOne(c, row) {
    Object.assign(row, await customerPage(c, row.buyerKey));
  },
  transitions: [tag, writeNote, blacklist, restore],
});
