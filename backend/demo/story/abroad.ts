import type { RuleContext } from "#backend/engine/documents";
import { nextOrder } from "#backend/platform/db";
import { paymentRequest } from "#documents/finance/payment-request";
import { act, approveAll, draft, personAt, startFrom } from "../acting";
import { merged, type PaymentOpen, pays, transfer } from "../finance/payments";
import type { BoughtFrom } from "../foreign";
import { declare } from "../logistics/exports";
import { uploadSample } from "../sample-files";
import { arrive, buy, skuOf } from "./buy";
import { toAmerica } from "./growth";

const openOf = ({ sql }: RuleContext, id: string) =>
  sql.one<PaymentOpen>(
    `select r.id, (r.unpaid_amount - r.paying_amount)::text as free, r.base_amount::text as base,
       r.expect_pay_date::text as due, r.currency from payment_request r where r.id = $1`,
    [id],
  );

/** The deposit is asked for, paid in two parts at once, bounces, and is paid again. */
async function paid(system: RuleContext, buyer: RuleContext, poId: string) {
  nextOrder(system.sql);
  const form = await startFrom(buyer, paymentRequest, { poIds: poId });
  const asks = { ...buyer, confirmed: true as const };
  const request = await draft(asks, paymentRequest, { ...form, invoiceStatus: "all" });
  await act(asks, paymentRequest.name, request.id, "submit");
  await approveAll(system, paymentRequest.name, request.id);
  const cashier = await personAt(system, "cashier");
  const open = await openOf(system, request.id);
  if (!open) return;
  const first = await merged(cashier, open);
  await approveAll(system, "oa_payment", first);
  await act(cashier, "oa_payment", first, "pay", await transfer(cashier, first));
  await act(cashier, "oa_payment", first, "fail", {
    reason: "收款行名称不符，银行退汇",
    failFiles: [await uploadSample(cashier, "document", "退汇通知.pdf")],
  });
  const { id } = await pays(cashier, request.id);
  await act(cashier, "payment", id, "pay", await transfer(cashier, `J${id}`));
}

/** 5 卷发棒: bought in yen, paid at the rate of another day, declared on its way to America. */
export async function tellAbroad(system: RuleContext): Promise<void> {
  const sku = await skuOf(system, "BTH2001-PK");
  const source = await system.sql.one<BoughtFrom>(
    `select id, currency, buyer_id as "buyerId" from supplier
     where currency = 'JPY' and status = 'approved' and del_flag = 0 order by id limit 1`,
  );
  if (!source) return;
  const buyer = await personAt(system, source.buyerId, "id");
  const poId = await buy(system, buyer, source, sku, 160);
  await paid(system, buyer, poId);
  await arrive(system, buyer, poId);
  const sent = await toAmerica(system, sku, 60, { end: "shipped", days: [0, 28] });
  await declare(await personAt(system, "logistics"), sent, 77, "released", "5");
}
