import dayjs from "dayjs";
import { fillAmounts, inBase, orderTotals, type PricedLine } from "#backend/domain/purchase/order-lines/totals";
import type { Sql } from "#backend/platform/db";
import { insertRows } from "#backend/platform/tenancy/insert";
import { dec } from "#backend/platform/values";
import type { Chance } from "./random";
import { after, at, decided, numbers } from "./sourcing/kit";
import { linkAll } from "./sourcing/turns";

/** An order line that is to be, with its source. Chosen in the order of the days. */
interface Want {
  day: string;
  group: string;
  turnId: string | null;
  inquiryId: string | null;
  turnLineId: string | null;
  awardId: string | null;
  sourceNo: string | null;
  supplierId: string;
  warehouseId: string;
  buyerId: string;
  urgent: boolean;
  skuId: string;
  qty: number;
  price: string;
  taxRate: string;
}

const GOOD_SUPPLIER = `s.status = 'approved' and s.level <> 'D'`;
/** A SKU that must be sealed is only ordered where a sample is in force. */
const SEALED = `(not k.seal_required or exists (select 1 from seal_sample f where f.sku_id = k.id
  and f.supplier_id = s.id and f.status = 'effective' and f.del_flag = 0))`;

/** What awards and turn lines without an inquiry offer to be ordered. */
const wants = (sql: Sql) =>
  sql.query<Want>(
    `select to_char(i.approve_time, 'YYYY-MM-DD') as day, 'i' || i.id || '/' || q.supplier_id as group,
       null as "turnId", i.id::text as "inquiryId", null as "turnLineId", q.id::text as "awardId",
       i.no as "sourceNo", q.supplier_id::text as "supplierId", t.warehouse_id::text as "warehouseId",
       i.buyer_id::text as "buyerId", t.urgency = 'urgent' as urgent, l.sku_id::text as "skuId",
       q.award_qty as qty, q.price::text as price, q.tax_rate::text as "taxRate"
     from inquiry_quote q join inquiry_order i on i.id = q.inquiry_order_id
       join inquiry_order_line l on l.id = q.line_id
       join turn_requisition_line tl on tl.id = l.turn_line_id
       join turn_requisition t on t.id = tl.turn_requisition_id
       join supplier s on s.id = q.supplier_id join sku k on k.id = l.sku_id
     where i.status = 'awarded' and q.award_qty > 0 and ${GOOD_SUPPLIER} and ${SEALED}
     union all
     select to_char(t.approve_time, 'YYYY-MM-DD'), 't' || t.id || '/' || p.supplier_id || '/' || (p.tax_rate = 0),
       t.id::text, null, l.id::text, null, t.no, p.supplier_id::text, t.warehouse_id::text,
       t.buyer_id::text, t.urgency = 'urgent', l.sku_id::text, l.qty - l.released_qty, p.price::text,
       p.tax_rate::text
     from turn_requisition_line l join turn_requisition t on t.id = l.turn_requisition_id
       join sku_supplier_price p on p.sku_id = l.sku_id and p.is_default and p.currency = 'CNY'
       join supplier s on s.id = p.supplier_id join sku k on k.id = l.sku_id
     where t.status in ('approved', 'processing', 'done') and l.inquired_qty = 0
       and l.qty > l.released_qty and ${GOOD_SUPPLIER} and ${SEALED}
     order by 1, 2`,
  );

/** Lines in the groups that become one order each. */
const groups = (rows: readonly Want[]) => {
  const found = new Map<string, [...Want[], Want]>();
  for (const row of rows) found.set(row.group, [...(found.get(row.group) ?? []), row]);
  return [...found.values()];
};

interface OrderSupplier {
  id: string;
  name: string;
  settle: string;
  deposit: string | null;
  trigger: string;
  days: number | null;
  taxRate: string;
}

interface OrderSku {
  id: string;
  code: string;
  name: string;
  spec: string | null;
  unit: string;
}

/** Suppliers, SKUs and departments of users by id, as orders copy them. */
async function masters(sql: Sql) {
  const suppliers = await sql.query<OrderSupplier>(
    `select id, name, settle_method as settle, deposit_rate::text as deposit,
       balance_trigger as trigger, period_days as days, coalesce(tax_rate, '0') as "taxRate"
     from supplier`,
  );
  const skus = await sql.query<OrderSku>(
    `select id, sku_code as code, name, unit,
       case when jsonb_typeof(attrs) = 'object'
         then (select string_agg(key || ':' || value, ' ' order by key) from jsonb_each_text(attrs))
         else spec end as spec
     from sku`,
  );
  const depts = await sql.query<{ id: string; dept: string }>(
    "select id, dept_id as dept from sys_user where dept_id is not null",
  );
  return {
    suppliers: new Map(suppliers.map((s) => [s.id, s])),
    skus: new Map(skus.map((s) => [s.id, s])),
    depts: new Map(depts.map((d) => [d.id, d.dept])),
  };
}

export interface OrderSeed extends Record<string, unknown> {
  id: number;
  day: string;
  status: string;
  needsContract: boolean;
}

const stamp = { tenant_id: 1, version: 0, del_flag: 0 };
/** @param over days since it was expected: what is long past was closed, what is just past came */
function stateOf(chance: Chance, n: number, age: number, over: number): string {
  const u = chance.u(`order:state:${n}`);
  if (age < 8) return u < 0.45 ? "draft" : "approved";
  if (u < 0.03 && age < 25) return "draft";
  if (u < 0.05) return "rejected";
  if (u < 0.08) return "void";
  if (age < 14) return u < 0.6 ? "approved" : "executing";
  return u < (over > 45 ? 0.98 : 0.12) ? "closed" : "executing";
}

/** One order of a group: its row, its lines, and what its approval needed. */
function build(
  chance: Chance,
  today: string,
  id: number,
  group: readonly [...Want[], Want],
  masters: { suppliers: Map<string, OrderSupplier>; skus: Map<string, OrderSku>; depts: Map<string, string> },
  last: Map<string, string>,
) {
  const [first] = group;
  const yesterday = dayjs(today).subtract(1, "day").format("YYYY-MM-DD");
  const day = after(first.day, 1 + chance.below(3, `order:day:${id}`), yesterday);
  const age = dayjs(today).diff(day, "day");
  const supplier = masters.suppliers.get(first.supplierId) as OrderSupplier;
  const expect = dayjs(day).add(25 + chance.below(30, `order:expect:${id}`), "day");
  const wanted = stateOf(chance, id, age, dayjs(today).diff(expect, "day"));
  const lines = group.map((w): Want & PricedLine => ({ ...w, taxRate: w.taxRate ?? supplier.taxRate }));
  const taxed = lines.some((l) => Number(l.taxRate) > 0);
  const head = {
    freightAmount: chance.u(`freight:${id}`) < 0.2 ? `${100 + 50 * chance.below(8, `f:${id}`)}` : "0",
    otherAmount: "0",
    discountAmount: "0",
  };
  fillAmounts(lines, 2);
  const { lineTotal, ...totals } = orderTotals(lines, head, 2);
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
      id,
      status,
      order_type: first.urgent ? "urgent" : "normal",
      supplier_id: first.supplierId,
      supplier_text: supplier.name,
      company_id: chance.u(`company:${id}`) < 0.8 ? 1 : 2,
      buyer_id: first.buyerId,
      warehouse_id: first.warehouseId,
      tax_type: taxed ? "tax" : "nonTax",
      currency: "CNY",
      rate: "1",
      expect_date: expect.format("YYYY-MM-DD"),
      settle_method: supplier.settle,
      deposit_rate: supplier.deposit,
      balance_trigger: supplier.trigger,
      period_days: supplier.days,
      freight_amount: head.freightAmount,
      other_amount: "0",
      discount_amount: "0",
      fee_share_type: "amount",
      goods_amount: totals.goodsAmount,
      tax_amount: totals.taxAmount,
      order_amount: totals.orderAmount,
      base_amount: base,
      total_qty: totals.totalQty,
      receive_status: "none",
      pay_status: "none",
      contract_status: "none",
      revision: 0,
      sku_codes: [...new Set(lines.map(code))].join(" "),
      dept_id: masters.depts.get(first.buyerId) ?? null,
      create_by: first.buyerId,
      create_time: at(day, chance, `order:${id}`),
      submit_time: status === "draft" ? null : at(day, chance, `order:${id}`),
      approve_time: sent ? decided(day, yesterday, chance, `order:${id}:ok`) : null,
    },
    lines: lines.map((l, i) => {
      const sku = masters.skus.get(l.skuId);
      const key = `${l.skuId}/${l.supplierId}`;
      const before = last.get(key);
      const rose = before && dec(l.price).gt(dec(before).times("1.1"));
      if (sent && status !== "void") last.set(key, l.price);
      return {
        ...stamp,
        purchase_order_id: id,
        line_no: i + 1,
        turn_line_id: l.turnLineId,
        award_id: l.awardId,
        source_no: l.sourceNo,
        sku_id: l.skuId,
        sku_code: sku?.code,
        sku_name: sku?.name,
        spec: sku?.spec,
        unit: sku?.unit,
        qty: l.qty,
        price: l.price,
        tax_rate: l.taxRate,
        price_incl_tax: l.priceInclTax,
        amount_excl_tax: l.amountExclTax,
        tax_amount: l.taxAmount,
        amount: l.amount,
        fee_share: l.feeShare,
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
    (g, i) => chance.u(`order:${i}:${g[0]?.group}`) < (dayjs(today).diff(g[0].day, "day") > 20 ? 0.98 : 0.7),
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
    chosen.flatMap((g, i): [number, number][] => (g[0]?.[name] ? [[Number(g[0][name]), i + 1]] : []));
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
