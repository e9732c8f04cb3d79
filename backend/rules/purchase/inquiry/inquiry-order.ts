import type { RowOf } from "#documents/kit";
import { inquiryOrder } from "#documents/purchase/inquiry-order";
import { link } from "../../../documents/around/chain";
import { namedRefs } from "../../../documents/reading/named-refs";
import type { RuleContext } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { dec, r2, sum } from "../../../values/money";
import { rateOf } from "../../../values/rates";
import { openAwards } from "./awards";
import { requireAward, supplierTotals, wonOf } from "./compare";
import { draftInquiries, fillItems, lockTurns, moveInquired, requireFree } from "./lines";
import { prefillInquiry } from "./prefill";
import { lockSkus, storePrices } from "./prices";
import { recordQuote } from "./quotes";
import { start } from "./start";
import { requireSuppliers } from "./suppliers";
import { toOrder } from "./to-order";

type Row = RowOf<typeof inquiryOrder>;

/** Amount of the awards in CNY, tax included, at the rate of today (supply.md C.2). */
async function awardAmount(c: RuleContext, { currency, quotes }: Row): Promise<string> {
  const rate = dec(await rateOf(c.sql, c.tenantId, currency));
  const factor = (taxRate: string | null) => dec(taxRate).div(100).plus(1);
  return sum(
    wonOf(quotes).map((q) =>
      r2(dec(q.price).times(q.awardQty).times(factor(q.taxRate)).times(rate)),
    ),
  );
}

const submit = transition(inquiryOrder, "submit", {
  lock: async (c, row) => ({ amount: await awardAmount(c, row) }),
  guard: ({ row }) => requireAward(row.items, row.quotes),
  async effect(c, { row, amount }) {
    await c.sql.query("update inquiry_order set award_amount = $2 where id = $1", [row.id, amount]);
  },
});

const approved = transition(inquiryOrder, "approved", {
  async lock(c, row) {
    await lockSkus(c, row);
    return {};
  },
  effect: (c, { row }) => storePrices(c, row),
});

const returned = transition(inquiryOrder, "returned", {
  to: (_scene, { status }) => (status === "draft" ? "quoted" : status),
});

const free = {
  lock: async (c: RuleContext, row: Row) => ({ turns: await lockTurns(c, row.items) }),
  effect: (c: RuleContext, { row }: { row: Row }) => moveInquired(c, row.items, []),
};
const del = transition(inquiryOrder, "del", free);
const voided = transition(inquiryOrder, "void", {
  async lock(c, row) {
    await lockTurns(c, row.items);
    const order = await c.sql.one<{ no: string }>(
      `select o.no from purchase_order o join purchase_order_line l on l.purchase_order_id = o.id
         join inquiry_quote q on q.id = l.award_id
       where q.inquiry_order_id = $1 and l.del_flag = 0 and o.del_flag = 0 and o.status <> 'void'
       order by o.id limit 1`,
      [row.id],
    );
    return { order: order?.no };
  },
  guard: ({ order }) => order && `已生成采购单${order}，不能作废`,
  effect: free.effect,
});

/** 询价单 (supply.md 3). */
export const inquiryOrderRules = rules(inquiryOrder, {
  prefill: prefillInquiry,
  filters: {
    supplierId: (value) => {
      const { sql, values } = namedRefs("supplier", value);
      return {
        sql: `exists (select 1 from inquiry_order_supplier s where s.inquiry_order_id = t.id
          and s.del_flag = 0 and s.supplier_id in ${sql})`,
        values,
      };
    },
  },
  async enrichOne(c, row) {
    if (c.caller.permissions.has("purchase_price_view"))
      Object.assign(row, { supplierTotals: supplierTotals(row) });
    if (row.status !== "awarded") return;
    const open = await openAwards(c, row.id);
    Object.assign(row, { openAwards: Object.fromEntries(open.map((w) => [w.id, w.open])) });
  },
  async beforeSave(c, next, before) {
    const currency = next.currency ?? before?.currency ?? "CNY";
    if (next.items || next.currency) {
      const items = next.items ?? before?.items ?? [];
      const was = before?.items ?? [];
      const turns = await lockTurns(c, [...items, ...was]);
      requireFree(items, was, turns, await draftInquiries(c, [...turns.keys()], before?.id));
      Object.assign(next, { items, ...(await fillItems(c, items, currency)) });
    }
    if (!next.suppliers) return;
    await requireSuppliers(c, next.suppliers);
    next.supplierCount = next.suppliers.length;
  },
  async afterSave(c, id, { items }, before) {
    if (!items) return;
    await moveInquired(c, before?.items ?? [], items);
    const turns = await c.sql.query<{ id: string }>(
      "select distinct turn_requisition_id as id from turn_requisition_line where id = any($1)",
      [items.flatMap((l) => l.turnLineId ?? [])],
    );
    for (const turn of turns)
      await link(c, { type: "turn_requisition", id: turn.id }, { type: "inquiry_order", id });
  },
  transitions: [start, recordQuote, submit, approved, returned, toOrder, del, voided],
});
