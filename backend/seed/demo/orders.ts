import dayjs from "dayjs";
import type { Sql } from "../../db/sql";
import { fillAmounts, inBase, orderTotals } from "../../rules/purchase/order-lines/totals";
import { insertRows } from "../../tenancy/insert";
import { dec } from "../../values/money";
import { masters, type Sku, type Supplier } from "./order-masters";
import { groups, type Want, wants } from "./order-wants";
import type { Chance } from "./random";
import { after, at, numbers } from "./sourcing/kit";
import { linkAll } from "./sourcing/turns";

export interface OrderSeed extends Record<string, unknown> {
  id: number;
  day: string;
  status: string;
  needsContract: boolean;
}

const stamp = { tenant_id: 1, version: 0, del_flag: 0 };
function stateOf(chance: Chance, n: number, age: number): string {
  const u = chance.u(`order:state:${n}`);
  if (age < 4) return u < 0.4 ? "draft" : "approved";
  if (u < 0.03) return "draft";
  if (u < 0.05) return "rejected";
  if (u < 0.08) return "void";
  if (age < 14) return u < 0.6 ? "approved" : "executing";
  return u < (age > 75 ? 0.5 : 0.12) ? "closed" : "executing";
}

/** One order of a group: its row, its lines, and what its approval needed. */
function build(
  chance: Chance,
  today: string,
  id: number,
  group: readonly Want[],
  masters: { suppliers: Map<string, Supplier>; skus: Map<string, Sku>; depts: Map<string, string> },
  last: Map<string, string>,
) {
  const [first] = group as [Want];
  const yesterday = dayjs(today).subtract(1, "day").format("YYYY-MM-DD");
  const day = after(first.day, 1 + chance.below(3, `order:day:${id}`), yesterday);
  const age = dayjs(today).diff(day, "day");
  const wanted = stateOf(chance, id, age);
  const supplier = masters.suppliers.get(first.supplierId) as Supplier;
  const expect = dayjs(day).add(25 + chance.below(30, `order:expect:${id}`), "day");
  const lines = group.map((w) => ({ ...w, taxRate: w.taxRate ?? supplier.taxRate }));
  const taxed = lines.some((l) => Number(l.taxRate) > 0);
  const head: Record<string, unknown> = {
    freightAmount:
      chance.u(`freight:${id}`) < 0.2 ? `${100 + 50 * chance.below(8, `f:${id}`)}` : "0",
    otherAmount: "0",
    discountAmount: "0",
    feeShareType: "amount",
  };
  fillAmounts(lines as unknown as Record<string, unknown>[], 2);
  const { lineTotal, ...totals } = orderTotals(
    lines as unknown as Record<string, unknown>[],
    head,
    2,
  );
  const base = inBase(totals.orderAmount, "1");
  const needsContract = dec(base).gte(1000);
  const status = wanted === "approved" && !needsContract ? "executing" : wanted;
  const sent = !["draft", "rejected"].includes(status);
  const code = (l: Want) => masters.skus.get(l.skuId)?.code ?? "";
  const order: OrderSeed = { id, day, status, needsContract };
  return {
    order,
    row: {
      ...stamp,
      ...{ id, status, order_type: first.urgent ? "urgent" : "normal" },
      supplier_id: first.supplierId,
      supplier_text: supplier.name,
      company_id: chance.u(`company:${id}`) < 0.8 ? 1 : 2,
      buyer_id: first.buyerId,
      warehouse_id: first.warehouseId,
      tax_type: taxed ? "tax" : "nonTax",
      ...{ currency: "CNY", rate: "1" },
      expect_date: expect.format("YYYY-MM-DD"),
      settle_method: supplier.settle,
      deposit_rate: supplier.deposit,
      balance_trigger: supplier.trigger,
      period_days: supplier.days,
      freight_amount: head.freightAmount,
      ...{ other_amount: "0", discount_amount: "0", fee_share_type: "amount" },
      goods_amount: totals.goodsAmount,
      tax_amount: totals.taxAmount,
      order_amount: totals.orderAmount,
      base_amount: base,
      total_qty: totals.totalQty,
      ...{ receive_status: "none", pay_status: "none", contract_status: "none", revision: 0 },
      sku_codes: [...new Set(lines.map(code))].join(" "),
      dept_id: masters.depts.get(first.buyerId) ?? null,
      create_by: first.buyerId,
      create_time: at(day, chance, `order:${id}`),
      submit_time: status === "draft" ? null : at(day, chance, `order:${id}`),
      approve_time: sent ? at(after(day, 1, yesterday), chance, `order:${id}:ok`) : null,
    },
    lines: lines.map((l, i) => {
      const sku = masters.skus.get(l.skuId);
      const computed = l as unknown as Record<string, string>;
      const key = `${l.skuId}/${l.supplierId}`;
      const before = last.get(key);
      const rose = before && dec(l.price).gt(dec(before).times("1.1"));
      if (sent && status !== "void") last.set(key, l.price);
      return {
        ...{ ...stamp, purchase_order_id: id, line_no: i + 1 },
        ...{ turn_line_id: l.turnLineId, award_id: l.awardId, source_no: l.sourceNo },
        ...{ sku_id: l.skuId, sku_code: sku?.code, sku_name: sku?.name, spec: sku?.spec },
        ...{ unit: sku?.unit, qty: l.qty, price: l.price, tax_rate: l.taxRate },
        price_incl_tax: computed.priceInclTax,
        amount_excl_tax: computed.amountExclTax,
        tax_amount: computed.taxAmount,
        amount: computed.amount,
        fee_share: computed.feeShare,
        expect_date: expect.format("YYYY-MM-DD"),
        closed_qty: status === "closed" ? l.qty : 0,
        open_qty: status === "closed" ? 0 : l.qty,
        remark: rose ? "原材料上涨" : null,
        create_time: at(day, chance, `order:${id}`),
      };
    }),
  };
}

/** Orders of what was awarded and turned (market.md 13), by day; most of them run. */
export async function insertOrders(sql: Sql, chance: Chance, today: string): Promise<OrderSeed[]> {
  const known = await masters(sql);
  const last = new Map<string, string>();
  const chosen = groups(await wants(sql)).filter(
    (g, i) => chance.u(`order:${i}:${g[0]?.group}`) < 0.88,
  );
  const made = chosen.map((g, i) => build(chance, today, i + 1, g, known, last));
  const no = numbers("CG");
  const dated = [...made].sort((a, b) => a.order.day.localeCompare(b.order.day));
  const numberOf = new Map(dated.map((m) => [m.order.id, no(m.order.day)]));
  await insertRows(
    sql,
    "purchase_order",
    made.map((m) => ({ ...m.row, no: numberOf.get(m.order.id) })),
  );
  await insertRows(
    sql,
    "purchase_order_line",
    made.flatMap((m) => m.lines),
  );
  const links = (name: "turnId" | "inquiryId") =>
    chosen.flatMap((g, i): [number, number][] =>
      g[0]?.[name] ? [[Number(g[0][name]), i + 1]] : [],
    );
  await linkAll(sql, "turn_requisition", "purchase_order", links("turnId"));
  await linkAll(sql, "inquiry_order", "purchase_order", links("inquiryId"));
  await sql.query(
    `update purchase_order_line l set seal_sample_id = f.id from purchase_order o, seal_sample f
     where o.id = l.purchase_order_id and f.sku_id = l.sku_id and f.supplier_id = o.supplier_id
       and f.status = 'effective' and f.del_flag = 0`,
  );
  return made.map((m) => m.order);
}

/** What orders in force leave on SKUs and suppliers. */
export async function settleOrders(sql: Sql): Promise<void> {
  await sql.query(
    `update sku k set on_order_qty = x.n from (
       select l.sku_id, sum(l.open_qty)::int as n from purchase_order_line l
         join purchase_order o on o.id = l.purchase_order_id
       where o.status in ('approved', 'executing') and l.del_flag = 0 group by 1) x
     where x.sku_id = k.id`,
  );
  await sql.query(
    `update supplier s set open_po_amount = x.n from (
       select supplier_id, sum(base_amount) as n from purchase_order
       where status in ('approved', 'executing') and del_flag = 0 group by 1) x
     where x.supplier_id = s.id`,
  );
}
