import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { besides, settlementText } from "#backend/domain/intake/figures.testing";
import { reportsBy } from "#backend/domain/intake/reports.testing";
import { openYard, type Yard } from "#backend/domain/logistics/transfer/transfer.testing";
import { postMoveCosts } from "#backend/domain/wms/costs/moves";
import { watchAlerts } from "#backend/engine/desk/alerts/watch";
import { today as shanghaiDay } from "#backend/platform/values";
import { given } from "../../../tests/given";
import { openChanges } from "./change/change.testing";

/* An operator's week (figures.md D): a listing sinks, its campaign is paused, pieces are lost on the way and paid. */

const MSKU = "MSKU-1";
let s: Awaited<ReturnType<typeof openChanges>>;
let yard: Yard;
let reports: Awaited<ReturnType<typeof reportsBy>>;
let campaignId: string;

const TRAFFIC = (day: string, sessions: number, buyBox: number) =>
  JSON.stringify({
    reportSpecification: {
      reportType: "GET_SALES_AND_TRAFFIC_REPORT",
      reportOptions: { dateGranularity: "DAY", asinGranularity: "SKU" },
      dataStartTime: day,
      dataEndTime: day,
      marketplaceIds: ["US-1"],
    },
    salesAndTrafficByDate: [{ date: day }],
    salesAndTrafficByAsin: [
      {
        parentAsin: "B0SINKING1",
        childAsin: "B0SINKING1",
        sku: MSKU,
        salesByAsin: { unitsOrdered: 0, orderedProductSales: { amount: 0, currencyCode: "USD" } },
        trafficByAsin: { sessions, pageViews: sessions, buyBoxPercentage: buyBox },
      },
    ],
  });

const lines = (head: string, ...rows: Readonly<Record<string, string | number>>[]) =>
  [head.split(" "), ...rows.map((row) => head.split(" ").map((name) => row[name] ?? ""))]
    .map((row) => row.join("\t"))
    .join("\r\n");
const LISTED =
  "item-name item-description listing-id seller-sku price quantity open-date image-url product-id-type item-note item-condition asin1 asin2 product-id pending-quantity fulfillment-channel merchant-shipping-group status";
const PAID =
  "approval-date reimbursement-id case-id reason sku currency-unit amount-total quantity-reimbursed-cash quantity-reimbursed-inventory quantity-reimbursed-total";

async function upload(content: string, kind: string, name = "report.txt", more: object = {}) {
  const taken = await reports.upload(s.us, content, more, name);
  expect(taken, `${kind}: ${taken.problem}`).toMatchObject({ status: "done", kind });
}
const listing = (price: string) =>
  lines(LISTED, {
    "item-name": "A lamp",
    "seller-sku": MSKU,
    asin1: "B0SINKING1",
    price,
    "open-date": "2026-01-31 23:30:00 PST",
    "fulfillment-channel": "AMAZON_NA",
    status: "Active",
  });

beforeAll(async () => {
  s = await openChanges();
  await s.db.query("update site set marketplace_id = 'US-1' where site_code = 'US'");
  await s.db.query("update warehouse set store_id = $1 where code = 'FBA-US'", [s.us]);
  yard = await openYard(s.backend);
  await s.db.query("update sku_listing set asin = 'B0SINKING1', group_id = $2 where msku = $1", [
    MSKU,
    given(await s.db.one<{ id: string }>("select min(id)::text as id from ops_group")).id,
  ]);
  reports = await reportsBy(s.backend);
  await s.tell({
    campaigns: [
      {
        profile: "1111",
        currency: "USD",
        id: "700030",
        name: "SP-SINK",
        product: "SP",
        budget: "20.00",
        skus: [{ sku: MSKU }],
      },
    ],
  });
  await s.plan(60);
  await s.turns(4);
  await s.db.query("update ad_feed set next_entities = now()");
  await s.turns(1);
  campaignId = await s.idOf("ad_campaign", "SP-SINK");
});
afterAll(() => s.close());

const page = async (path: string, query: Record<string, string>) =>
  (await s.as("admin").send("GET", path, undefined, { size: "50", ...query })).body.data.records;

test("a rival's price: the buy box goes, whoever asked is told, and its page shows the day and what changed", async () => {
  await upload(listing("24.99"), "listings", "report.txt", { reportTime: `${s.day(9)} 08:00:00` });
  for (let ago = 14; ago >= 2; ago--)
    await upload(TRAFFIC(s.day(ago), 40, ago > 8 ? 97 : 31), "traffic", `t${ago}.json`);
  await upload(listing("27.49"), "listings", "report2.txt", { reportTime: `${s.day(8)} 08:00:00` });
  await s.db.query(
    `insert into desk_alert (tenant_id, user_id, kind, threshold, channel)
     select 1, id, 'performance_msku.buyBox', 10, 'now' from sys_user where username = 'admin'`,
  );
  await watchAlerts(s.db, engine);
  const told = await s.one<{ content: string }>("select content from sys_notification where title like '预警%'");
  expect(told.content).toContain("/cockpit/listing/index?alarms=buyBox");
  expect(told.content).toContain(`产品表现 ${MSKU}`);
  const sinking = await page("/cockpit/performancemsku/page", { alarms: "buyBox" });
  expect(sinking.map((r: { msku: string }) => r.msku)).toEqual([MSKU]);
  const days = await page("/cockpit/performanceday/page", { msku: MSKU, storeId: s.us });
  const events = days.flatMap((d: { events: string | null; bizDay: string }) => (d.events ? [d.events] : []));
  expect(events.join()).toContain("价格24.99→27.49");
});

test("a rule is tried, switched on and pauses the campaign that brings nothing any more", async () => {
  const answer = await s
    .as("ads")
    .send("POST", "/advertisement/adrule", {
      ruleName: "购物车丢失的活动暂停",
      storeId: s.us,
      entity: "campaign",
      campaignLike: "SINK",
      effect: "pause",
      hour: 0,
      conditions: [{ groupNo: 1, metric: "spend", compare: "gte", target: "1" }],
    });
  const { id } = answer.body.data;
  const act = (action: string) => s.as("ads").act("/advertisement/adrule", id, action);
  expect((await act("trial")).status).toBe(200);
  const run = await s.one<{ hits: number; past_spend: string }>(
    "select hits, past_spend::text from ad_rule_run where rule_id = $1",
    [id],
  );
  // Hit on the first of the last 30 days, it would not have spent what came after.
  const after = (await s.truth("campaigns")).filter((r) => r.campaignId === "700030" && r.day > s.day(29));
  expect(run).toEqual({ hits: 1, past_spend: (-after.reduce((sum, r) => sum + r.cost, 0) / 100).toFixed(2) });
  expect((await act("enable")).status).toBe(200);
  expect((await act("run")).status).toBe(200);
  const change = await s.one<{ id: string }>("select id::text from ad_change where rule_id = $1", [id]);
  expect((await s.act(change.id, "confirm", "ads")).status).toBe(200);
  await s.send();
  expect((await s.account()).campaign("700030").state).toBe("PAUSED");
  expect(await s.one("select state from ad_campaign where campaign_id = $1", [campaignId])).toEqual({
    state: "PAUSED",
  });
});

test("a shipment arrives twelve short, is claimed, paid in the next settlement, and profit is right to the cent", async () => {
  await yard.fill(0, 100, "10.00");
  const transferId = await yard.approved(yard.form([[0, 90]]));
  await yard.done(transferId, "pack");
  await yard.done(transferId, "ship", { trackingNo: "ZIM-1" });
  const [line] = (await yard.read(transferId)).items;
  await yard.done(transferId, "receive", { items: [{ lineId: line?.id, goodQty: 78 }] });
  await yard.done(transferId, "close", { reason: "少到12件" });
  const claim = await s.one<{ id: string; amount: string; qty: number }>(
    "select id::text, book_amount::text as amount, missing_qty as qty from fba_claim where transfer_id = $1",
    [transferId],
  );
  expect(claim.qty).toBe(12);
  const [closed] = (await yard.read(transferId)).items;
  expect(claim.amount).toBe(closed?.lostAmount);
  const proof = await s.one<{ id: string }>(
    `insert into sys_file (tenant_id, create_by, file_name, original, type, size, hash, bucket_name)
     select 1, id, gen_random_uuid() || '.png', 'proof.png', 'png', 1, 'x', 'sample' from sys_user where username = 'logistics' returning id::text`,
  );
  const clerk = s.as("logistics");
  await clerk.edit("/logistics/fbaclaim", claim.id, { attachments: [proof.id] });
  expect((await clerk.act("/logistics/fbaclaim", claim.id, "file", { caseNo: "C-77" })).status).toBe(200);

  const today = s.day(0);
  await upload(
    lines(PAID, {
      "approval-date": `${today}T12:00:00+00:00`,
      "reimbursement-id": "R-77",
      "case-id": "C-77",
      reason: "Lost_Inbound",
      sku: MSKU,
      "currency-unit": "USD",
      "amount-total": "186.60",
      "quantity-reimbursed-cash": 12,
      "quantity-reimbursed-inventory": 0,
      "quantity-reimbursed-total": 12,
    }),
    "reimbursements",
    "paid.txt",
  );
  expect(await clerk.read("/logistics/fbaclaim", claim.id)).toMatchObject({
    status: "reimbursed",
    paidAmount: "186.60",
  });
  await upload(
    settlementText({
      no: "770077",
      currency: "USD",
      start: s.day(13),
      end: today,
      deposit: today,
      total: "186.60",
      marketplace: "Amazon.com",
      lines: [besides(today, "MISSING_FROM_INBOUND", "186.60", MSKU, "FBA Inventory Reimbursement")],
    }),
    "settlement",
    "settlement.txt",
  );
  expect(await s.one("select status from settlement where settlement_no = '770077'")).toEqual({ status: "posted" });

  // The job that brings losses to the figures.
  await postMoveCosts(s.db);
  const month = today.slice(0, 7);
  const rows = await page("/cockpit/profitmsku/page", { dayFrom: `${month}-01`, dayTo: shanghaiDay(), storeId: s.us });
  const row = given(rows.find((r: { factSku: string }) => r.factSku === MSKU));
  const own = await s.one<{ spend: string; rate: string }>(
    `select (select coalesce(sum(f.cost), 0) from fact_ad_product_daily f where f.advertised_sku = $1 and f.rpt_date >= $2::date)::text as spend,
       (select coalesce(my_rate, official_rate)::text from exchange_rate where currency = 'USD' and tenant_id = 1
         and effective_date <= $2::date order by effective_date desc limit 1) as rate`,
    [MSKU, `${month}-01`],
  );
  const net = (186.6 - Number(own.spend)) * Number(own.rate) - Number(claim.amount);
  expect(row).toMatchObject({ stockLoss: claim.amount });
  expect(Number(row.netProfit)).toBeCloseTo(net, 2);
});
