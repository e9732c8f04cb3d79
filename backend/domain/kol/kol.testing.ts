import { perform } from "#backend/engine/documents/lifecycle/perform";
import { createDraft } from "#backend/engine/documents/writing/draft";
import { now, today } from "#backend/platform/values/calendar";
import { payment } from "#documents/finance/payment";
import { paymentRequest } from "#documents/finance/payment-request";
import type { DocumentType } from "#documents/kit";
import { actAs } from "../../../tests/acting";
import { evidence, uploadEvidence } from "../../../tests/evidence";
import { given } from "../../../tests/given";
import { openStockroom } from "../wms/stock/stockroom.testing";

type Body = Record<string, unknown>;

export const STAR = "/kol/star";
export const COOPERATION = "/kol/cooperation";
export const DELIVER = "/kol/deliver";
export const FEE = "/kol/adsfee";

/** Somebody with a channel on YouTube; `n` tells them apart. */
export const starForm = (n: number | string, more: Body = {}): Body => ({
  starName: `TechAnna${n}`,
  countryCode: "US",
  contactEmail: `anna${n}@example.com`,
  categories: ["EL"],
  cooperationType: ["sample", "fixedFee"],
  quoteCurrency: "USD",
  address: {
    name: "Anna Miller",
    phone: "206 555 0101",
    country: "US",
    state: "WA",
    city: "Seattle",
    line1: "12 Example Ave",
    postcode: "98101",
  },
  payMethod: "paypal",
  payeeName: "Anna Miller",
  payeeAccount: "anna@example.com",
  channels: [{ platform: "youtube", homepageUrl: `https://youtube.com/@anna${n}`, followers: 185000 }],
  ...more,
});

/** A store in the US that sells C300, ten of which lie in Shenzhen for 86.50 each. */
export async function openKol() {
  const s = await openStockroom();
  const { db, o } = s;
  await uploadEvidence(db);
  await db.query("update exchange_rate set official_rate = 7.15, my_rate = null where currency = 'USD'");
  await db.query(
    `update exchange_rate set effective_date = '2024-01-01' where currency in ('USD', 'CNY', 'EUR', 'JPY')`,
  );
  const storeId = given(
    await db.one<{ id: string }>(
      `select t.id from store t join site i on i.id = t.site_id where i.site_code = 'US' order by t.id limit 1`,
    ),
  ).id;
  await db.query(
    `insert into sku_listing (sku_id, line_no, store_id, msku, asin, group_id)
     select id, 1, $2, 'US-' || sku_code, 'B0DEMO000' || right(sku_code, 1), 1 from sku
     where id = any($1::bigint[])`,
    [s.skus, storeId],
  );
  await db.query("select ensure_fact_partitions($1::date - 400, $1::date + 60)", [today()]);
  await db.query(
    `insert into company_account (company_id, line_no, bank_name, account_no, currency, enabled)
     select id, 9, '招商银行', '7559000USD', 'USD', true from company where code = 'C1'`,
  );
  await s.done("other_in", s.inForm([[0, 10, 0, { unitCost: "86.5" }]]));
  const kol = o.as("kol");
  const lead = o.as("kol_lead");
  const refused = async (answer: Promise<{ status: number; body: Body }>) => {
    const { status, body } = await answer;
    return status === 200 ? "" : String(body.msg);
  };
  const owned = async (n: number | string, more: Body = {}) => {
    const { id } = await kol.add(STAR, starForm(n, more));
    o.good(await kol.act(STAR, id, "publish"));
    return id;
  };
  const coopForm = (starId: string, more: Body = {}): Body => ({
    starId,
    platform: "youtube",
    storeId,
    coopMode: "fixedPlus",
    contentType: "video",
    contentCount: 1,
    publishPlanDate: today(),
    feeCurrency: "USD",
    fixedFee: "600.00",
    commissionRate: "5",
    commissionCap: "200.00",
    agreementFile: [evidence("kol", "document")],
    products: [{ skuId: s.skus[0], sampleQty: 2 }],
    ...more,
  });
  const approved = async (starId: string, more: Body = {}) => {
    const { id } = await kol.add(COOPERATION, coopForm(starId, more));
    await o.submit("kol", "cooperation", COOPERATION, id);
    return id;
  };
  const fee = (cooperationId: string, feeType: string, parts: Body) =>
    kol.add(FEE, {
      cooperationId,
      feeType,
      expectPayDate: today(),
      ...parts,
      proofFiles: [evidence("kol", "document")],
    });
  /** The request that a verified fee made. */
  const requestOf = async (feeId: string) =>
    given(
      await db.one<{ id: string; no: string; status: string; amount: string }>(
        `select id, no, status, amount::text from payment_request where maker_document = 'ads_fee'
           and maker_id = $1 order by id desc limit 1`,
        [feeId],
      ),
    );
  const cashier = given(
    await db.one<{ id: string; dept: string }>("select id, dept_id as dept from sys_user where username = 'cashier'"),
  );
  const asCashier = <T>(work: (c: ReturnType<typeof actAs>) => Promise<T>) =>
    db.tx((sql) => work(actAs(sql, { userId: cashier.id, deptId: cashier.dept })));
  let serial = 0;
  /** Pays an amount of a request out of our account in USD. */
  const pay = async (requestId: string, amount: string) => {
    const made = await asCashier((c) =>
      createDraft<DocumentType>(c, payment, { requestId, settleAmount: amount, payMethod: "tt" }),
    );
    await asCashier((c) =>
      perform<DocumentType, string>(
        c,
        payment,
        made.id,
        "pay",
        { paidTime: now(), serialNo: `BK-KOL-${++serial}`, receiptFiles: [evidence("cashier", "document")] },
        { trusted: true },
      ),
    );
    return made.id;
  };
  /** Everybody whom a request waits for agrees, from the approval's own page: leaders see no requests. */
  const approveRequest = async (requestId: string) => {
    for (;;) {
      const task = await db.one<{ who: string; dept: string }>(
        `select u.id as who, u.dept_id as dept from act_task t
           join act_instance i on i.id = t.instance_id join sys_user u on u.id = t.candidates[1]
         where i.biz_type = 'payment_request' and i.biz_id = $1 and i.status = 'running'
           and t.status = 'todo' order by t.id limit 1`,
        [requestId],
      );
      if (!task) return;
      await db.tx((sql) =>
        perform(
          actAs(sql, { userId: task.who, deptId: task.dept }),
          paymentRequest,
          requestId,
          "approve",
          {},
          { trusted: true },
        ),
      );
    }
  };
  /** Verified, approved by finance and paid. */
  const paidFee = async (cooperationId: string, feeType: string, parts: Body) => {
    const { id } = await fee(cooperationId, feeType, parts);
    o.good(await kol.act(FEE, id, "submit"));
    o.good(await lead.act(FEE, id, "verify"));
    const request = await requestOf(id);
    await approveRequest(request.id);
    await pay(request.id, request.amount);
    return id;
  };
  const read = (api: string, id: string) => o.as("admin").read<Body & { items: Body[] }>(api, id);
  const facts = async () =>
    given(
      await db.one<{ sum: string }>(
        "select coalesce(sum(amount), 0)::text as sum from fact_source where column_name = 'promo_fee'",
      ),
    ).sum;
  return {
    ...s,
    kol,
    lead,
    refusal: refused,
    owned,
    coopForm,
    approved,
    fee,
    requestOf,
    pay,
    paidFee,
    approveRequest,
    read,
    facts,
    storeId,
    asCashier,
  };
}

export type Kol = Awaited<ReturnType<typeof openKol>>;
