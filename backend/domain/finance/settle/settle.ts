import { addPaidOpenings } from "#backend/domain/finance/opening/asking";
import { addPaidBills } from "#backend/domain/logistics/bill/asking";
import { payableMost, sayAmount } from "#backend/domain/purchase/asking/caps";
import { PAYABLE, type Payable, refreshPaid } from "#backend/domain/purchase/order-lines/chain";
import { patch, type RuleContext } from "#backend/engine/documents";
import { type Debt, type Entry, postAll } from "#backend/ledgers/payables/post";
import type { Source } from "#backend/ledgers/stock";
import { conflict } from "#backend/platform/http";
import { dec, r2, scaleOf, sum } from "#backend/platform/values";
import { paymentRequest } from "#documents/finance/payment-request";
import { sharesOf } from "./shares";
import { lockedRequest, type Request, unpaidOf, type Voucher, writePaid } from "./state";

/** What a payment pays of a line. */
interface Paying {
  poId: string | null;
  billId: string | null;
  openingId: string | null;
  bizType: string;
  amount: string;
}

interface Owing {
  id: string;
  no: string;
  paid: string;
  /** What may be paid of it altogether. */
  most: string;
}

type SettleOrder = Parameters<typeof payableMost>[0] & Omit<Owing, "most">;

/** Orders and bills that are paid, as they are now: locked by whoever settles. */
async function owingOf({ sql, tenantId }: RuleContext, { requestType }: Request, parts: readonly Paying[]) {
  const orders = await sql.query<SettleOrder>(
    `select id, no, status, balance_trigger as "balanceTrigger",
       order_amount::text as "orderAmount", payable_amount::text as "payableAmount",
       return_amount::text as "returnAmount", paid_amount::text as paid
     from purchase_order where tenant_id = $1 and id = any($2::bigint[])`,
    [tenantId, parts.flatMap((p) => p.poId ?? [])],
  );
  const bills = await sql.query<Owing>(
    `select id, no, total_amount::text as most, paid_amount::text as paid
     from logistics_bill where tenant_id = $1 and id = any($2::bigint[])`,
    [tenantId, parts.flatMap((p) => p.billId ?? [])],
  );
  const openings = await sql.query<Owing>(
    `select id, old_no as no, amount::text as most, paid_amount::text as paid
     from opening_payable where tenant_id = $1 and id = any($2::bigint[])`,
    [tenantId, parts.flatMap((p) => p.openingId ?? [])],
  );
  return { orders: orders.map((o): Owing => ({ ...o, most: payableMost(o, requestType) })), bills, openings };
}

/**
 * Why a payment would pay more than is still owed: since its request was approved, goods went back, the
 * order was cut, or others paid.
 */
async function beyondOwed(c: RuleContext, request: Request, parts: readonly Paying[]): Promise<string | undefined> {
  const { orders, bills, openings } = await owingOf(c, request, parts);
  const problem = (label: string, one: Owing, mine: (p: Paying) => boolean) => {
    const amount = sum(parts.filter(mine).map((p) => p.amount));
    if (!dec(amount).gt(0) || dec(one.paid).plus(amount).lte(one.most)) return [];
    const left = dec(one.most).minus(one.paid);
    const owed = (left.lt(0) ? dec(0) : left).toFixed(2);
    const name = `${label}${one.no}`;
    return sayAmount(c, `${name}尚欠${owed}，不能付款${amount}`, `${name}的付款超过尚欠金额`);
  };
  const found = [
    ...orders.flatMap((o) => problem("采购单", o, (p) => p.poId === o.id && p.bizType === "po")),
    ...bills.flatMap((b) => problem("物流账单", b, (p) => p.billId === b.id)),
    ...openings.flatMap((o) => problem("期初应付", o, (p) => p.openingId === o.id)),
  ];
  return found[0];
}

/** A payment as it settles requests. */
export interface Settlement {
  /** The payment. */
  source: Source;
  /** In the currency of the request. */
  amount: string;
  bizDate: string;
  /** What the bank says of it: whoever made the request is told. */
  transfer: Voucher;
  /** Writes what else is to be written, given what it settled in CNY: before the supplier is locked. */
  write?(baseAmount: string): Promise<void>;
}

/** What one settlement did to a line. */
interface SettlePart {
  lineId: string;
  poId: string | null;
  billId: string | null;
  openingId: string | null;
  bizType: string;
  amount: string;
  /** In CNY at the rate of its source. */
  base: string;
}

/** Notes what a payment did to each line, `-` of it when it came back, and adds it to the lines. */
const keepParts = (c: RuleContext, requestId: string, source: Source, parts: readonly SettlePart[]) =>
  c.sql.query(
    `with x as (
       select * from jsonb_to_recordset($6::jsonb) as x("lineId" bigint, amount numeric, base numeric)
     ), kept as (
       insert into request_settlement (tenant_id, request_id, line_id, biz_document, biz_id, amount,
         base_amount, create_by)
       select $1, $2, x."lineId", $3, $4, x.amount, x.base, $5 from x)
     update payment_request_line l set settled_amount = l.settled_amount + x.amount
     from x where l.id = x."lineId"`,
    [c.tenantId, requestId, source.document, source.id, c.caller.userId, JSON.stringify(parts)],
  );

type SettlePaid = Payable & Debt & { poId: string };

/** Adds to 已付 of orders what their parts say; answers the orders, ascending. */
async function addPaid({ sql }: RuleContext, parts: readonly SettlePart[]): Promise<SettlePaid[]> {
  const ids = [...new Set(parts.flatMap((p) => p.poId ?? []))];
  if (!ids.length) return [];
  const rows = ids.map((id) => ({
    id,
    paid: sum(parts.map((p) => (p.poId === id && p.bizType === "po" ? p.amount : "0"))),
  }));
  const orders = await sql.query<SettlePaid>(
    `update purchase_order o set paid_amount = o.paid_amount + x.paid,
       paid_base = round((o.paid_amount + x.paid) * coalesce(o.rate, 1), 2)
     from jsonb_to_recordset($1::jsonb) as x(id bigint, paid numeric) where o.id = x.id
     returning o.id as "poId", o.currency, coalesce(o.rate, 1)::text as rate, ${PAYABLE}`,
    [JSON.stringify(rows)],
  );
  return orders.sort((a, b) => Number(a.poId) - Number(b.poId));
}

/** Enters parts in the payables ledger, and lets their orders follow. */
async function enterParts(
  c: RuleContext,
  { source, bizDate }: Pick<Settlement, "source" | "bizDate">,
  parts: readonly SettlePart[],
  type: "payment" | "paymentReverse",
): Promise<void> {
  const orders = await addPaid(c, parts);
  const entriesOf = (own: (p: SettlePart) => boolean): Entry[] =>
    parts
      .filter(own)
      .map((p) => ({
        type: p.bizType === "offset" ? "offset" : type,
        amount: dec(p.amount).times(-1).toFixed(2),
        lineId: p.lineId,
      }));
  const bills = await addPaidBills(c, parts);
  const openings = await addPaidOpenings(c, parts);
  await postAll(
    c,
    source,
    [
      ...orders.map(({ supplierId, poId, currency, rate }) => ({
        supplierId,
        poId,
        currency,
        rate,
        entries: entriesOf((p) => p.poId === poId),
      })),
      ...bills.map(({ billId, ...debt }) => ({ ...debt, poId: null, entries: entriesOf((p) => p.billId === billId) })),
      ...openings.map(({ openingId, ...debt }) => ({
        ...debt,
        poId: null,
        entries: entriesOf((p) => p.openingId === openingId),
      })),
    ],
    bizDate,
  );
  await refreshPaid(c, orders);
}

const partsOf = (row: Request, amounts: readonly string[]): SettlePart[] =>
  row.items.flatMap((l, i) => {
    const amount = amounts[i] ?? "0";
    if (dec(amount).eq(0)) return [];
    const base = r2(dec(amount).times(dec(l.rate)));
    return [{ lineId: l.id, poId: l.poId, billId: l.billId, openingId: l.openingId, bizType: l.bizType, amount, base }];
  });

/** What paying so much more of a request does to its lines. */
async function partsBy(c: RuleContext, row: Request, amount: string) {
  const paidAmount = dec(row.paidAmount).plus(amount).toFixed(2);
  const scale = await scaleOf(c, row.currency);
  return { paidAmount, parts: partsOf(row, sharesOf(row.items, paidAmount, scale)) };
}

/** Why so much of a request is not paid now: more than what it is asked for is still owed. */
export async function settleProblem(c: RuleContext, requestId: string, amount: string) {
  const row = await lockedRequest(c, requestId);
  return beyondOwed(c, row, (await partsBy(c, row, amount)).parts);
}

/**
 * Pays an amount of a request: split over its lines (supply.md 6.0), entered per order, and no longer on
 * its way. Requests are locked before, those settled together together (`lockRequests`).
 * @throws Refusal 409 付款金额超过请款未付金额{n} | 采购单{no}尚欠{n}，不能付款{m}
 */
export async function settleRequest(c: RuleContext, requestId: string, by: Settlement): Promise<void> {
  const row = await lockedRequest(c, requestId);
  const open = dec(unpaidOf(row));
  const held = dec(row.payingAmount).minus(by.amount);
  if (dec(by.amount).lte(0) || dec(by.amount).gt(open) || held.lt(0))
    throw conflict(`付款金额超过请款未付金额${open.toFixed(2)}`);
  const { paidAmount, parts } = await partsBy(c, row, by.amount);
  const beyond = await beyondOwed(c, row, parts);
  if (beyond) throw conflict(beyond);
  const paid = { paidAmount, payingAmount: held.toFixed(2) };
  await keepParts(c, row.id, by.source, parts);
  await writePaid(c, row, paid, "付款", by.transfer);
  await by.write?.(sum(parts.map((p) => p.base)));
  await enterParts(c, by, parts, "payment");
}

/** What a payment settled of a request and did not take back. */
const settledBy = ({ sql }: RuleContext, requestId: string, source: Source) =>
  sql.query<SettlePart>(
    `select s.line_id as "lineId", l.po_id as "poId", l.bill_id as "billId",
       l.opening_id as "openingId", l.biz_type as "bizType",
       (-sum(s.amount))::text as amount, (-sum(s.base_amount))::text as base
     from request_settlement s join payment_request_line l on l.id = s.line_id
     where s.request_id = $1 and s.biz_document = $2 and s.biz_id = $3
     group by s.line_id, l.po_id, l.bill_id, l.opening_id, l.biz_type, l.line_no having sum(s.amount) <> 0
     order by l.line_no, s.line_id`,
    [requestId, source.document, source.id],
  );

/** 退票: takes back exactly what this payment settled of a request that is locked; nothing is on its way any more. */
export async function unsettleRequest(
  c: RuleContext,
  requestId: string,
  { source, bizDate }: Pick<Settlement, "source" | "bizDate">,
): Promise<void> {
  const row = await lockedRequest(c, requestId);
  const parts = await settledBy(c, requestId, source);
  await keepParts(c, row.id, source, parts);
  const paidAmount = dec(row.paidAmount)
    .plus(sum(parts.map((p) => p.amount)))
    .toFixed(2);
  await writePaid(c, row, { paidAmount, payingAmount: row.payingAmount }, "退票");
  await enterParts(c, { source, bizDate }, parts, "paymentReverse");
}

/**
 * What payments in preparation hold of a request that is locked: `delta` more, or less when it is negative.
 * @throws Refusal 409 付款金额超过请款未付金额{n}, or when it waits for no payment
 */
export async function holdPaying(c: RuleContext, requestId: string, delta: string): Promise<void> {
  const row = await lockedRequest(c, requestId);
  const waits = row.status === "approved" || row.status === "partPaid";
  if (dec(delta).gt(0) && !waits) throw conflict(`请款单${row.no}状态不是待付款`);
  const free = dec(unpaidOf(row)).minus(dec(row.payingAmount));
  if (dec(delta).gt(free)) throw conflict(`付款金额超过请款未付金额${free.toFixed(2)}`);
  await patch(c, paymentRequest, row.id, { payingAmount: dec(row.payingAmount).plus(delta).toFixed(2) });
}
