import { lineIn, openShop, orderIn } from "#backend/domain/order/platform/platform.testing";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import type { RuleContext } from "#backend/engine/documents/rules";
import { insert } from "#backend/engine/documents/writing/write";
import { csRefund } from "#documents/service/cs-refund";
import { actAs } from "../../../../tests/acting";
import { evidence, uploadEvidence } from "../../../../tests/evidence";
import { csRefundRules } from "./cs-refund";
import { refundHandler } from "./send";

type Action = keyof typeof csRefund.actions;
type Order = NonNullable<Parameters<typeof orderIn>[0]>;

/** A shop whose orders arrived, and people who pay buyers back. */
export async function openRefunds() {
  const shop = await openShop();
  const { db } = shop;
  await shop.list("A100");
  await shop.list("B200");
  await uploadEvidence(db);
  for (const [currency, rate] of Object.entries({ USD: 7.15, JPY: 0.048 }))
    await db.query("update exchange_rate set my_rate = $2 where currency = $1", [currency, rate]);
  let n = 0;
  /** An order that arrived; answers its id. */
  async function arrived(more: Order = {}) {
    const platformOrderNo = `114-0000000-${String(++n).padStart(7, "0")}`;
    const lines = (more.lines ?? orderIn().lines).map((l) => ({ ...l, qtyShipped: l.qty }));
    const buyer = { name: "Jordan Example", email: `buyer${n}@example.com` };
    const told = orderIn({ platformOrderNo, status: "Shipped", buyer, ...more, lines });
    return (await shop.take(told)).ids[0] ?? "";
  }
  const act = <T>(work: (c: RuleContext) => Promise<T>) => db.tx((sql) => work(actAs(sql)));
  const draft = (platformOrderId: string, items: object[], more: object = {}) =>
    act(async (c) => {
      const values = { platformOrderId, reason: "late", refundType: "partial", items, ...more };
      return (await insert(c, csRefund, csRefundRules, values)).id;
    });
  const step = (id: string, action: Action | "submit" | "approve", input: object = {}) =>
    act((c) => perform(c, csRefund, id, action, { ...input }, { trusted: true }));
  const read = (id: string) =>
    db.one<Record<string, unknown>>(
      `select status, amount::text, principal_amount::text as principal, tax_amount::text as tax,
         shipping_amount::text as shipping, amount_cny::text as cny from cs_refund where id = $1`,
      [id],
    );
  /** Approved without asking anybody. */
  async function approved(id: string) {
    await step(id, "submit");
    await db.query("update cs_refund set status = 'approved' where id = $1", [id]);
    await db.query(
      "delete from act_task where instance_id in (select id from act_instance where biz_type = 'cs_refund' and biz_id = $1)",
      [id],
    );
  }
  const register = (id: string) => step(id, "register", { platformRefundId: `R${id}` });
  /** The platform could not be told, for this reason. */
  const dead = (id: string, error: Error) =>
    act((c) => {
      const message = { id: "0", kind: "", key: "", connectorId: null, payload: {} };
      const told = { ...message, tenantId: c.tenantId, documentId: id };
      return refundHandler(c).dead?.(c.sql, told, error.message, error) ?? Promise.resolve();
    });
  return { ...shop, arrived, act, draft, step, read, approved, register, dead, evidence };
}

export type Refunds = Awaited<ReturnType<typeof openRefunds>>;

/** A line of yen: 3 pieces of 1,000 with a tenth of tax. */
export const yen = () =>
  lineIn({
    qty: 3,
    itemPrice: "3000",
    itemTax: "300",
    shippingPrice: "500",
    shippingTax: "50",
    promotionDiscount: "200",
  });
