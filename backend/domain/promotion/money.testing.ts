import { approveAll, asSystem, startFrom } from "#backend/demo/acting";
import { editOne } from "#backend/engine/documents/calls/writes";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import type { RuleValues } from "#backend/engine/documents/rules";
import { createDraft } from "#backend/engine/documents/writing/draft";
import { now, today } from "#backend/platform/values/calendar";
import { documentNamed } from "#documents";
import { payment } from "#documents/finance/payment";
import type { DocumentType } from "#documents/kit";
import { actAs } from "../../../tests/acting";
import { evidence } from "../../../tests/evidence";
import { given } from "../../../tests/given";
import { openPromotion } from "./promotion.testing";

/** Evaluations whose money moves: refunds, requests, and a cashier with an account in dollars. */
export async function openMoney() {
  const p = await openPromotion();
  const { db, storeId } = p;
  await db.query("update exchange_rate set official_rate = 7.15, my_rate = null where currency = 'USD'");
  await db.query("update exchange_rate set effective_date = '2024-01-01'");
  await db.query("select ensure_fact_partitions($1::date - 400, $1::date + 60)", [today()]);
  await db.query(
    `insert into company_account (company_id, line_no, bank_name, account_no, currency, enabled)
     select id, 9, '招商银行', '7559000' || x.currency, x.currency, true from company
       cross join (values ('USD'), ('JPY')) x(currency) where code = 'C1'`,
  );
  const person = async (username: string) =>
    given(
      await db.one<{ id: string; dept: string }>("select id, dept_id as dept from sys_user where username = $1", [
        username,
      ]),
    );
  const lead = await person("promo_lead");
  const cashier = await person("cashier");
  /** As the leader, who verifies what others made. */
  const leads = (name: string, id: string, action: string, input: RuleValues = {}) =>
    db.tx((sql) =>
      perform(
        actAs(sql, { userId: lead.id, deptId: lead.dept, username: "promo_lead" }),
        documentNamed(name),
        id,
        action,
        input,
        { trusted: true },
      ),
    );
  /** A draft that starts from others, as its form would have it. */
  const from = (name: string, query: Record<string, string>, more: RuleValues = {}) =>
    db.tx(async (sql) => {
      const document: DocumentType = documentNamed(name);
      const values = await startFrom(p.as(sql), document, query);
      return createDraft(p.as(sql), document, { ...values, ...more });
    });
  const refundOf = (ids: readonly string[], more: RuleValues = {}) =>
    from("eva_refund", { orderIds: ids.join(",") }, more);
  const verified = async (ids: readonly string[]) => {
    const { id } = await refundOf(ids);
    await p.act("eva_refund", id, "submit");
    await leads("eva_refund", id, "verify");
    return id;
  };
  const requestOf = (refundIds: readonly string[], rebateIds: readonly string[] = []) =>
    from("eva_request", { refundIds: refundIds.join(","), rebateIds: rebateIds.join(",") });
  /** A draft changed by hand. */
  const edit = (name: string, id: string, values: RuleValues) =>
    db.tx((sql) => {
      const c = { ...p.as(sql) };
      c.caller = { ...c.caller, permissions: new Set(["promo_refund_edit", "promo_evarequest_edit"]) };
      const document: DocumentType = documentNamed(name);
      const { rules = {} } = c.book.get(name) ?? {};
      return editOne(c, document, rules, id, undefined, values);
    });
  /** The line of a refund that names this order, as a form sends it back. */
  const lineOf = async (refundId: string, orderId: string) =>
    given(
      await db.one<RuleValues>(
        `select id, evaluation_order_id as "evaluationOrderId", refund_amount::text as "refundAmount"
         from eva_refund_line where eva_refund_id = $1 and evaluation_order_id = $2`,
        [refundId, orderId],
      ),
    );
  /** The request to finance that a 测评请款 made. */
  const financeOf = async (id: string) =>
    given(
      await db.one<{ id: string; no: string; status: string; amount: string }>(
        `select id, no, status, amount::text from payment_request
         where maker_document = 'eva_request' and maker_id = $1 order by id desc limit 1`,
        [id],
      ),
    );
  /** Whoever may approve a submitted 测评请款 does. */
  const agreed = (id: string) => db.tx((sql) => approveAll(asSystem(sql), "eva_request", id));
  let serial = 0;
  /** Finance approves and pays this much of it. */
  const pays = async (financeId: string, amount: string) => {
    await db.tx((sql) => approveAll(asSystem(sql), "payment_request", financeId));
    const as = (sql: Parameters<typeof actAs>[0]) => actAs(sql, { userId: cashier.id, deptId: cashier.dept });
    const made = await db.tx((sql) =>
      createDraft<DocumentType>(as(sql), payment, { requestId: financeId, settleAmount: amount, payMethod: "tt" }),
    );
    await db.tx((sql) =>
      perform<DocumentType, string>(
        as(sql),
        payment,
        made.id,
        "pay",
        { paidTime: now(), serialNo: `BK-EVA-${++serial}`, receiptFiles: [evidence("cashier", "document")] },
        { trusted: true },
      ),
    );
    return made.id;
  };
  const fails = (paymentId: string) =>
    db.tx((sql) =>
      perform<DocumentType, string>(
        actAs(sql, { userId: cashier.id, deptId: cashier.dept }),
        payment,
        paymentId,
        "fail",
        { reason: "账号有误", failDate: today(), failFiles: [evidence("cashier", "document")] },
        { trusted: true },
      ),
    );
  /** Promotion fees by request, day and SKU, those of nothing left out. */
  const facts = () =>
    db.query<Record<string, string>>(
      `select source_no as no, biz_date::text as day, seller_sku as sku, amount::text
       from fact_source where column_name = 'promo_fee' and amount <> 0 order by 1, 2, 3`,
    );
  /** A running task of a new resource with checked orders at these prices, three a day. */
  const bought = async (resource: string, prices: readonly string[], more: RuleValues = {}) => {
    const resourceId = await p.resource(resource, more);
    await p.act("evaluation_resource", resourceId, "enable");
    const applicationId = await p.running();
    const { id } = await p.task(applicationId, resourceId);
    await p.act("evaluation", id, "start");
    const orders: { id: string; no: string; paid: string }[] = [];
    for (const [i, paid] of prices.entries()) {
      const no = p.number();
      await p.sold(no, paid);
      const day = today(-3 + Math.floor(i / 3));
      const made = await p.register(id, no, day, paid);
      orders.push({ id: made.id, no, paid });
    }
    return { resourceId, applicationId, taskId: id, orders };
  };
  const checks = async (orders: readonly { id: string }[]) => {
    for (const { id } of orders) await p.act("evaluation_order", id, "check");
    return orders.map((o) => o.id);
  };
  return {
    ...p,
    storeId,
    lead,
    leads,
    from,
    refundOf,
    verified,
    requestOf,
    financeOf,
    pays,
    fails,
    edit,
    lineOf,
    facts,
    bought,
    checks,
    agreed,
  };
}

export type Money = Awaited<ReturnType<typeof openMoney>>;
