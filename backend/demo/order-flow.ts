import dayjs from "dayjs";
import type { changeOf } from "#backend/domain/purchase/change/amounts";
import { NOW, patch, type RuleContext } from "#backend/engine/documents";
import { nextOrder } from "#backend/platform/db";
import { dec } from "#backend/platform/values";
import { documentNamed } from "#documents";
import { purchaseChange } from "#documents/purchase/purchase-change";
import { act, draft, personAt, startFrom, whole } from "./acting";
import { workAgo } from "./clock";

const CHANGES = 12;
/** So many are in force, the next wait for their approval up to the other number. */
const [IN_FORCE, ASKED] = [7, 9];
/** Days over which they are asked for. */
const CHANGED_DAYS = 4;
const REASONS = [
  "销量低于预期，减少数量",
  "供应商原材料涨价，重新议价",
  "仓库排期调整，交期顺延",
  "交期顺延，运费由我方承担",
];

/** Sends a draft into approval by its own rules: a flow runs and somebody has a task. */
export async function submit(c: RuleContext, name: string, id: string, starter = "buyerId") {
  nextOrder(c.sql);
  const row = await whole(c, documentNamed(name), id);
  await act(await personAt(c, String(row[starter]), "id"), name, id, "submit");
}

const drafts = (c: RuleContext, table: string, most: number, days: number) =>
  c.sql.query<{ id: string }>(
    `select id from ${table} where status = 'draft' and del_flag = 0
       and create_time > now() - make_interval(days => $2) order by id desc limit $1`,
    [most, days],
  );

type Items = Awaited<ReturnType<typeof changeOf>>["items"];

/** Lines of an order as a change finds them, made into what it asks for: never the same as before. */
function edited(items: Items, kind: number, today: string) {
  const [first, ...rest] = items;
  if (!first) return items;
  const later = (days: number) => dayjs(today).add(days, "day").format("YYYY-MM-DD");
  const [day, other] = [later(20 + kind), later(21 + kind)];
  const date = { newExpectDate: first.newExpectDate === day ? other : day };
  const qty = first.newQty;
  const fewer = { newQty: qty - Math.max(1, Math.floor(qty * 0.2)) };
  const dearer = { newPrice: dec(first.newPrice).times(1.05).plus(0.01).toFixed(2) };
  const change = [qty > 1 ? fewer : dearer, dearer, date, date][kind];
  return [{ ...first, ...change }, ...rest];
}

/** Changes of running orders: most in force, with the old version kept and the contract to sign again. */
export async function insertChanges(c: RuleContext, today: string) {
  const orders = await c.sql.query<{ id: string; buyer: string }>(
    `select id, buyer_id as buyer from purchase_order where status = 'executing' and del_flag = 0
       and contract_status = 'signed' order by approve_time desc limit $1`,
    [CHANGES * 2],
  );
  let made = 0;
  for (const [i, order] of orders.entries()) {
    if (i % 2) continue;
    await workAgo(c.sql, 1 + (made < IN_FORCE ? CHANGED_DAYS : -1) * (1 - made / CHANGES));
    const buyer = await personAt(c, order.buyer, "id");
    const kind = made % 4;
    const start = await startFrom(buyer, purchaseChange, { poId: order.id });
    const items = edited(start.items as Items, kind, today);
    const { id } = await draft(buyer, purchaseChange, {
      poId: order.id,
      reason: REASONS[kind] ?? "按客户要求调整",
      ...(kind === 3 && { newFreight: "300" }),
      items,
    });
    if (made < IN_FORCE) await takeEffect(buyer, id);
    else if (made < ASKED) await submit(buyer, "purchase_change", id);
    made++;
  }
  await workAgo(c.sql, 0);
  return made;
}

async function takeEffect(c: RuleContext, id: string) {
  nextOrder(c.sql);
  await patch(c, purchaseChange, id, { submitTime: NOW });
  await c.flows.get("purchase_change")?.approved(c, id);
}

/** Some of the newest drafts are in approval, so that the to-do lists have something to decide. */
export async function submitNewest(c: RuleContext): Promise<number> {
  const orders = await drafts(c, "purchase_order", 6, 12);
  await c.sql.query(
    `update purchase_order set expect_date = (now() + interval '30 days')::date
     where id = any($1::bigint[]) and expect_date < now()::date`,
    [orders.map((o) => o.id)],
  );
  for (const { id } of orders) await submit(c, "purchase_order", id);
  const contracts = await drafts(c, "purchase_contract", 3, 30);
  for (const { id } of contracts) await submit(c, "purchase_contract", id);
  return orders.length + contracts.length;
}
