import { refreshPayment } from "#backend/domain/purchase/order-lines/chain";
import { link, type RuleContext } from "#backend/engine/documents";
import { postAll } from "#backend/ledgers/payables/post";
import { lockIds } from "#backend/platform/db";
import { dec, rateOf } from "#backend/platform/values";
import type { opening } from "#documents/finance/opening";
import type { LineOf } from "#documents/kit";
import { given, noteMade, type OpeningRow, openingSource } from "./lines";

type DebtLine = LineOf<typeof opening, "debts">;

/** BroughtOrders of openings that prepayments belong to, locked; by the old number. */
export async function ordersOf(c: RuleContext, { debts }: OpeningRow) {
  const wanted = debts.flatMap((l) => l.poOldNo ?? []);
  if (!wanted.length) return [];
  const found = await c.sql.query<{ id: string }>(
    `select id from purchase_order where tenant_id = $1 and opening_no = any($2) and status = 'executing'
       and del_flag = 0`,
    [c.tenantId, wanted],
  );
  const ids = found.map(({ id }) => id);
  await lockIds(c.sql, "purchase_order", ids);
  return c.sql.query<{ id: string; no: string; supplierId: string; currency: string; oldNo: string; free: string }>(
    `select id, no, supplier_id as "supplierId", currency, opening_no as "oldNo",
       (order_amount - paid_amount)::text as free
     from purchase_order where id = any($1::bigint[]) order by id`,
    [ids],
  );
}

type BroughtOrders = Awaited<ReturnType<typeof ordersOf>>;
const orderOf = (orders: BroughtOrders, line: DebtLine) =>
  line.poOldNo ? orders.find((o) => o.oldNo === line.poOldNo && o.supplierId === line.supplierId) : undefined;

/** Why prepayments do not fit the orders that they name. */
export function prepaidProblem(orders: BroughtOrders, debts: readonly DebtLine[]): string | undefined {
  const left = new Map(orders.map((o) => [o.id, dec(o.free)]));
  for (const line of debts) {
    if (!line.poOldNo) continue;
    const order = orderOf(orders, line);
    if (!order) return `找不到采购单旧单号“${line.poOldNo}”，请先入账期初采购单`;
    if (order.currency !== line.currency) return `采购单旧单号${line.poOldNo}的币种是${order.currency}`;
    const rest = (left.get(order.id) ?? dec(0)).minus(line.amount);
    left.set(order.id, rest);
    if (rest.lt(0)) return `旧单号${line.poOldNo}的预付超过未到货的金额${dec(order.free).toFixed(2)}`;
  }
}

/** What is owed, or was paid ahead, item by item; what was paid of an order counts as asked for and paid. */
export async function owe(c: RuleContext, row: OpeningRow): Promise<void> {
  const day = given(row.asOfDate);
  const orders = await ordersOf(c, row);
  const paid = row.kind === "prepaid";
  const owed = [];
  for (const line of row.debts) {
    const { id: lineId, currency, amount } = line;
    const rate = await rateOf(c.sql, c.tenantId, currency, day);
    const poId = orderOf(orders, line)?.id ?? null;
    const entry = paid
      ? { type: "openingPrepaid" as const, amount: dec(amount).times(-1).toFixed(2), lineId }
      : { type: "opening" as const, amount, lineId };
    owed.push({ supplierId: given(line.supplierId), poId, currency, rate, entries: [entry] });
  }
  await postAll(c, openingSource(row), owed, day);
  const parts = row.debts.flatMap((line) => {
    const order = orderOf(orders, line);
    return order ? [{ ids: [line.id], madeId: order.id, amount: line.amount }] : [];
  });
  await noteMade(c, "opening_debt_line", "po_id", parts);
  await addPaidBefore(
    c,
    parts.map(({ madeId: id, amount }) => ({ id, amount })),
  );
  for (const { id } of orders) await link(c, { type: "purchase_order", id }, { type: "opening", id: row.id });
}

/** Adds what was paid before the first day of work to what orders had asked for and paid; negative takes it back. */
export async function addPaidBefore(c: RuleContext, parts: readonly { id: string; amount: string }[]): Promise<void> {
  if (!parts.length) return;
  await c.sql.query(
    `update purchase_order o set requested_amount = o.requested_amount + x.amount,
       paid_amount = o.paid_amount + x.amount,
       paid_base = round((o.paid_amount + x.amount) * coalesce(o.rate, 1), 2)
     from (select id, sum(amount) as amount from jsonb_to_recordset($1::jsonb) as p(id bigint, amount numeric)
       group by id) x where o.id = x.id`,
    [JSON.stringify(parts)],
  );
  await refreshPayment(c, [...new Set(parts.map(({ id }) => id))]);
}
