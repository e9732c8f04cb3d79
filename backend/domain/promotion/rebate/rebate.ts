import dayjs from "dayjs";
import type { RuleContext, RuleValues, SourcesOf } from "#backend/engine/documents";
import { NOW, patch, pick, rules, sameAs, transition } from "#backend/engine/documents";
import { conflict, invalidAt, missing } from "#backend/platform/http";
import { dec, r2, rateOf, today } from "#backend/platform/values";
import { rebate } from "#documents/promotion/rebate";
import { evaluationResource } from "#documents/promotion/resource";
import { notDeducted, type OrderPart, postDeduction, postFee, requireDeduction, skusOfOrders } from "../fee-facts";
import { gather, giveBack, takeOrders, workOut } from "./save";
import { namesOf, type SourceRow, sourcesOf } from "./sources";

/** What was settled when, and the files that say so. */
const settled = (
  { sql }: RuleContext,
  row: SourceRow,
  { day, files, no }: { day: string; files: readonly string[]; no?: string },
) =>
  patch({ sql }, rebate, row.id, {
    settleDate: day,
    settledAmount: sameAs("payable_amount"),
    voucher: files,
    settlementNo: no ?? null,
  });

/** What each order of a fee takes of it, and each promotion. */
function partsOf({ items }: SourceRow) {
  const promotions = new Map<string, string>();
  for (const { promotionId, amount } of items)
    if (promotionId) promotions.set(promotionId, dec(promotions.get(promotionId)).plus(dec(amount)).toFixed(2));
  const orders = items.flatMap(({ orderId, amount }) => (orderId ? [{ orderId, weight: amount ?? "0" }] : []));
  return { orders, promotions };
}

const payMethodOf = ({ sql }: RuleContext, { resourceId }: SourceRow) =>
  pick({ sql }, evaluationResource, resourceId, ["payMethod"]);

/** What each order of the refunds behind a share takes of it. */
const behind = ({ sql }: RuleContext, { id }: SourceRow) =>
  sql.query<OrderPart>(
    `select o.evaluation_order_id as "orderId",
       sum(l.amount * o.refund_amount / nullif(r.goods_amount, 0))::text as weight
     from rebate_line l join eva_refund r on r.id = l.refund_id
       join eva_refund_line o on o.eva_refund_id = r.id and o.del_flag = 0
     where l.rebate_id = $1 and l.del_flag = 0 group by 1 order by 1`,
    [id],
  );

/** The resource gave its share back: it lowers the promotion fees of that day. */
const settleReceive = transition(rebate, "settleReceive", {
  check({ row }, { received, day }) {
    if (!dec(received).eq(dec(row.payableAmount))) throw conflict("收款金额不一致");
    if (day && day > today()) throw invalidAt("day", "收款日期不能晚于今天");
  },
  async effect(c, { row }, input) {
    const day = input.day ?? today();
    await settled(c, row, { day, files: input.files ?? [] });
    const amount = dec(row.payableCny).times(-1).toFixed(2);
    const parts = await skusOfOrders(c, await behind(c, row));
    await postFee(c, { source: "rebate", no: row.no, day, amount, parts });
  },
});

/** The platform kept the fee: settled without a payment request (market.md 17.13). */
const deduct = transition(rebate, "deduct", {
  lock: async (c, row) => ({ resource: await payMethodOf(c, row) }),
  guard: ({ row, resource }) => (row.direction === "receive" ? "应收返点请登记收款" : notDeducted(resource?.payMethod)),
  check({ row }, input) {
    requireDeduction(input, row.payableAmount);
  },
  async effect(c, { row }, input) {
    await settled(c, row, { day: input.day, files: [], no: input.settlementNo });
    await postDeduction(
      c,
      { source: "rebate", no: row.no, amount: row.payableAmount, amountCny: row.payableCny ?? "0", ...partsOf(row) },
      input,
    );
  },
});

const monthOf = (day: string) => ({
  periodStart: dayjs(day).startOf("month").format("YYYY-MM-DD"),
  periodEnd: dayjs(day).endOf("month").format("YYYY-MM-DD"),
});

/** The month in which the last of these orders was bought; this one where there is none. */
async function boughtIn({ sql }: RuleContext, orderIds: readonly string[]) {
  const last = await sql.one<{ day: string | null }>(
    "select max(order_date)::text as day from evaluation_order where id = any($1::bigint[])",
    [orderIds],
  );
  return last?.day ?? today();
}

/** Form of a fee for chosen orders or promotions. @throws Refusal 409 why one of them is owed nothing */
async function prefill(
  c: RuleContext,
  { orderIds = [], promotionIds = [], refundIds = [] }: SourcesOf<typeof rebate>,
): Promise<RuleValues> {
  const named = [
    ...orderIds.map((orderId) => ({ orderId })),
    ...promotionIds.map((promotionId) => ({ promotionId })),
    ...refundIds.map((refundId) => ({ refundId })),
  ];
  const sources = [...(await sourcesOf(c, named)).values()];
  const refused = sources.find((s) => s.refused)?.refused;
  if (refused) throw conflict(refused);
  const [first] = sources;
  if (!first) throw missing();
  const alike = sources.every((s) => s.resourceId === first.resourceId && s.currency === first.currency);
  if (!alike) throw conflict("返利明细的资源或币种不一致");
  const resource = await c.sql.one<{ name: string; rate: string }>(
    `select resource_name as name, coalesce(rebate_rate, 0)::text as rate from evaluation_resource
     where id = $1`,
    [first.resourceId],
  );
  const receive = first.kind === "refund";
  return {
    direction: receive ? "receive" : "pay",
    currency: first.currency,
    ...monthOf(first.day ?? (await boughtIn(c, orderIds))),
    ...(resource && { resourceId: first.resourceId, resourceName: resource.name }),
    items: sources.map((s) => ({
      ...namesOf(s),
      sourceType: s.kind,
      sourceNo: s.no,
      says: s.says,
      ...(receive ? { base: s.worth, rate: resource?.rate } : { qty: 1, unitFee: s.worth }),
    })),
  };
}

const submit = transition(rebate, "submit", {
  lock: async (c, row) => ({ rate: await rateOf(c.sql, c.tenantId, row.currency ?? "CNY") }),
  guard: ({ row }) => !row.items.length && "请至少添加一条明细",
  async effect({ sql }, { row, rate }) {
    await patch({ sql }, rebate, row.id, { exchangeRate: rate, payableCny: r2(dec(row.payableAmount).times(rate)) });
  },
});

const confirm = transition(rebate, "confirm", {
  guard: ({ row }, { caller }) => row.createBy === caller.userId && "不能确认本人创建的返利单",
  async effect({ sql, caller }, { row }, { note }) {
    await patch({ sql }, rebate, row.id, { confirmBy: caller.userId, confirmTime: NOW, confirmNote: note ?? null });
  },
});

/** What its submission worked out is no more. */
const sendBack = transition(rebate, "return", {
  async effect({ sql }, { row }) {
    await patch({ sql }, rebate, row.id, { exchangeRate: 0, payableCny: 0 });
  },
});

const voided = transition(rebate, "void", { effect: (c, { row }) => giveBack(c, row) });

const cnyOf = (direction: "pay" | "receive") =>
  `case when t.direction = '${direction}' then coalesce(t.payable_cny, 0) end`;

/** 返利单 (market.md 1). */
export const rebateRules = rules(rebate, {
  expressions: {
    payCny: cnyOf("pay"),
    receiveCny: cnyOf("receive"),
    payMethod: "(select r.pay_method from evaluation_resource r where r.id = t.resource_id)",
  },
  beforeNumber: gather,
  beforeSave: workOut,
  afterSave: takeOrders,
  prefill,
  transitions: [submit, confirm, sendBack, settleReceive, deduct, voided],
});
