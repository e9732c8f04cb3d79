import { sayAmount } from "#backend/domain/purchase/asking/caps";
import { lockOrder, OFFSETS, refreshPayment } from "#backend/domain/purchase/order-lines/chain";
import { lockGoods } from "#backend/domain/purchase/order-lines/locks";
import { pick, pickAs, type RuleContext, rules, type SourceId, transition } from "#backend/engine/documents";
import { postPayables } from "#backend/ledgers/payables/post";
import { lockAdvisory, lockIds } from "#backend/platform/db";
import { conflict, invalid } from "#backend/platform/http";
import { dec, rateOf, today } from "#backend/platform/values";
import { supplierRefund } from "#documents/finance/payables/supplier-refund";
import type { RowOf } from "#documents/kit";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { supplier } from "#documents/supplier/supplier";
import { ownAccountOf } from "../pay/guards";
import { usualAccount } from "../payment/request";

type Refund = Pick<RowOf<typeof supplierRefund>, "supplierId" | "poId" | "currency" | "amount" | "bizDate">;

/** Locks what a refund changes, in LOCK_ORDER. */
async function lockOwed(c: RuleContext, { supplierId, poId }: Pick<Refund, "supplierId" | "poId">) {
  const order = poId ? await lockOrder(c, poId) : undefined;
  if (poId) await lockGoods(c, [poId]);
  await lockIds(c.sql, "supplier", [supplierId]);
  return order;
}

/** What was paid to a supplier without an order and is not owed. It is locked. */
const overpaid = async ({ sql }: RuleContext, { supplierId, currency }: Refund) =>
  (
    await sql.one<{ amount: string }>(
      `select greatest(-sum(d.open), 0)::text as amount from ap_due d
         join ap_account a on a.id = d.account_id
       where a.supplier_id = $1 and a.currency = $2 and d.po_id = 0`,
      [supplierId, currency],
    )
  )?.amount ?? "0.00";

/** What is due of an order and no request uses. It is locked. */
const creditLeft = async ({ sql }: RuleContext, poId: string) =>
  (
    await sql.one<{ amount: string }>(
      `select greatest(o.refund_due_amount - ${OFFSETS}, 0)::text as amount
       from purchase_order o where o.id = $1`,
      [poId],
    )
  )?.amount ?? "0.00";

/**
 * What may come back, under lock: what is due of the order, or of what was paid without one.
 * @throws Refusal 409 退款金额超过应退{n}
 */
async function requireDue(c: RuleContext, refund: Refund): Promise<void> {
  const order = await lockOwed(c, refund);
  const strange = "采购单的供应商或币种与退款不一致";
  if (order && (order.supplierId !== refund.supplierId || order.currency !== refund.currency))
    throw invalid(strange, { poId: strange });
  const due = order ? await creditLeft(c, order.id) : await overpaid(c, refund);
  if (dec(refund.amount).gt(dec(due)))
    throw conflict(sayAmount(c, `退款金额超过应退${dec(due).toFixed(2)}`, "退款金额超过应退金额"));
}

/** One transfer of the bank is one refund; two that name the same one wait for each other. @throws Refusal 409 银行流水号已存在 */
async function requireNewSerial(c: RuleContext, accountId: string, serialNo: string) {
  await lockAdvisory(c.sql, "refundSerial", `${c.tenantId} ${accountId} ${serialNo.toUpperCase()}`);
  const row = await c.sql.one(
    `select 1 from supplier_refund where tenant_id = $1 and account_id = $2 and upper(serial_no) = upper($3)
       and status = 'done' and del_flag = 0 limit 1`,
    [c.tenantId, accountId, serialNo],
  );
  if (row) throw conflict("银行流水号已存在");
}

/** Enters it, or takes it back, and lets the order follow. What it changes is locked. */
async function enter(c: RuleContext, { id, no, ...refund }: Refund & { id: string; no: string }, sign: 1 | -1) {
  const { supplierId, poId, currency, bizDate } = refund;
  const order = await c.sql.one<{ rate: string }>(
    "select coalesce(rate, 1)::text as rate from purchase_order where id = $1",
    [poId ?? null],
  );
  const rate = order?.rate ?? (await rateOf(c.sql, c.tenantId, currency, bizDate));
  await postPayables(
    c,
    { document: "supplier_refund", id, no },
    { supplierId, poId: poId ?? null, currency, rate },
    [{ type: "refund", amount: dec(refund.amount).times(sign).toFixed(2) }],
    sign > 0 ? bizDate : today(),
  );
  if (poId) await refreshPayment(c, [poId]);
}

const reverse = transition(supplierRefund, "reverse", {
  async lock(c, row) {
    await lockOwed(c, row);
    return {};
  },
  effect: (c, { row }) => enter(c, row, -1),
});

const partyOf = ({ sql }: RuleContext, supplierId: string) => pick({ sql }, supplier, supplierId, ["name", "buyerId"]);

/** What is due of the order that it starts from, or whom it is about. */
async function prefill(c: RuleContext, from: { poId?: readonly SourceId[]; supplierId?: readonly SourceId[] }) {
  const found = await pickAs(c, purchaseOrder, from.poId?.[0] ?? null, {
    poId: "id",
    poName: "no",
    supplierId: "supplierId",
    currency: "currency",
    amount: "refundDueAmount",
    companyId: "companyId",
  });
  const { companyId = "", ...order } = found ?? { supplierId: undefined };
  const account = found && (await usualAccount(c, companyId, found.currency));
  const supplierId = order.supplierId ?? from.supplierId?.[0];
  const supplier = supplierId ? await partyOf(c, supplierId) : undefined;
  return {
    ...order,
    ...(supplier && { supplierId, supplierName: supplier.name }),
    ...(account && { accountId: account.id, accountName: account.label }),
    bizDate: today(),
  };
}

/** 供应商退款: within what is due, entered in the payables ledger. */
export const supplierRefundRules = rules(supplierRefund, {
  prefill,
  async beforeSave(c, next) {
    const { supplierId, poId = null, currency, amount, bizDate, accountId, serialNo } = next;
    if (!supplierId || !currency || !amount || !bizDate || !accountId || !serialNo) return;
    const future = "到账日期不能晚于今天";
    if (bizDate > today()) throw invalid(future, { bizDate: future });
    await requireDue(c, { supplierId, poId, currency, amount, bizDate });
    await ownAccountOf(c, accountId, currency, { as: "receives" });
    await requireNewSerial(c, accountId, serialNo);
    const supplier = await partyOf(c, supplierId);
    next.supplierText = supplier?.name;
    next.buyerId = supplier?.buyerId;
  },
  async afterSave(c, id, next, before) {
    const { supplierId, poId = null, currency, amount, bizDate, no } = next;
    if (before || !supplierId || !currency || !amount || !bizDate) return;
    await enter(c, { id, no: String(no), supplierId, poId, currency, amount, bizDate }, 1);
  },
  transitions: [reverse],
});
