import { perform } from "#backend/engine/documents/lifecycle/perform";
import { lockWhole } from "#backend/engine/documents/reading/row";
import type { RuleValues } from "#backend/engine/documents/rules";
import { update } from "#backend/engine/documents/writing/write";
import type { Sql } from "#backend/platform/db/sql";
import { today } from "#backend/platform/values/calendar";
import { documentNamed } from "#documents";
import { actAs } from "../../../tests/acting";
import { openPromotion } from "./promotion.testing";

/** Days back from today that lie in one month, the nearest three first. */
const daysBack = () => {
  const month = today().slice(0, 7);
  const same = [-1, -2, -3].filter((n) => today(n).slice(0, 7) === month);
  return same.length ? same.map((n) => today(n)) : [today()];
};

/** A promotion department with a second pair of eyes, and orders that are checked. */
export async function openRebates() {
  const p = await openPromotion();
  const lead = await p.db.one<{ id: string; dept: string }>(
    "select id, dept_id as dept from sys_user where username = 'promo_lead'",
  );
  await p.db.query("delete from exchange_rate where currency = 'USD'");
  await p.db.query(
    "insert into exchange_rate (currency, effective_date, official_rate) values ('USD', '2026-07-01', 7.15)",
  );
  const asLead = (sql: Sql) =>
    actAs(sql, {
      userId: lead?.id ?? "",
      deptId: lead?.dept ?? null,
      username: "promo_lead",
      permissions: new Set(["purchase_price_view"]),
    });
  const leads = (name: string, id: string, action: string, input: RuleValues = {}) =>
    p.db.tx((sql) => perform(asLead(sql), documentNamed(name), id, action, input, { trusted: true }));

  const edit = (name: string, id: string, values: RuleValues) =>
    p.db.tx(async (sql) => {
      const c = p.as(sql);
      const document = documentNamed(name);
      const row = await lockWhole(c, document, id, { anyScope: true });
      return update(c, document, c.book.get(name)?.rules ?? {}, row, values);
    });

  /** A running task of a resource of its own with checked orders at these prices, all in one month. */
  const checked = async (name: string, prices: readonly string[], more: RuleValues = {}) => {
    const resourceId = await p.resource(name, more);
    await p.act("evaluation_resource", resourceId, "enable");
    await p.db.query("update evaluation_application set del_flag = 1");
    const applicationId = await p.running();
    const task = await p.task(applicationId, resourceId, { dailyLimit: 10, startDate: today(-5) });
    await p.act("evaluation", task.id, "start");
    const orderIds: string[] = [];
    const days = daysBack();
    for (const [i, paid] of prices.entries()) {
      const no = p.number();
      await p.sold(no, paid);
      const { id } = await p.register(task.id, no, days[i % days.length] ?? today(), paid);
      await p.act("evaluation_order", id, "check");
      orderIds.push(id);
    }
    return { resourceId, applicationId, taskId: task.id, orderIds };
  };
  const month = () => {
    const [first = today()] = daysBack();
    return { periodStart: `${first.slice(0, 7)}-01`, periodEnd: first };
  };
  /** A fee for these orders of a resource; without orders, for all of the month. */
  const fee = (resourceId: string, orderIds: readonly string[] = [], more: RuleValues = {}) =>
    p.add("rebate", {
      direction: "pay",
      resourceId,
      ...month(),
      ...(orderIds.length && { items: orderIds.map((orderId) => ({ orderId })) }),
      ...more,
    });
  const confirmed = async (id: string) => {
    await p.act("rebate", id, "submit");
    await leads("rebate", id, "confirm");
    return id;
  };
  return { ...p, asLead, leads, edit, checked, month, fee, confirmed };
}
export type Rebates = Awaited<ReturnType<typeof openRebates>>;
