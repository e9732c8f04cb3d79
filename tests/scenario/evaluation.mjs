// market.md 12, scenario 3: an application, its orders, their refund and fee, and the request that pays both.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { start } from "../bench/servers.mjs";
import { day, office } from "./fixtures.mjs";
import { people, refusal } from "./people.mjs";

const RESOURCE = "/evaluation/resource";
const APPLICATION = "/evaluation/application";
const TASK = "/evaluation/evaluation";
const EVAORDER = "/evaluation/evaorder";
const REFUND = "/evaluation/refund";
const REBATE = "/evaluation/rebate";
const REQUEST = "/evaluation/evarequest";
const FINANCE = "/finance/request";
const PAYMENT = "/finance/payment";
const PRICES = ["38.51", "38.51", "38.51", "38.51", "38.51", "38.51", "35.99", "35.99"];
const numberOf = (i) => `113-1234567-${7_000_001 + i}`;

/** A SKU that a store lists, a rate, an account in dollars, and what the platform sold: rows. */
async function masters(db) {
  const one = async (text, values = []) => (await db.query(text, values)).rows[0]?.id;
  await db.query("update exchange_rate set my_rate = 7.15, effective_date = '2024-01-01' where currency = 'USD'");
  const storeId = await one("select id from store where store_code = 'AMZ-US-1'");
  const skuId = await one(
    `insert into sku (sku_code, name, status, sku_type, unit, purchase_price)
     values ('A100', 'A100', 'approved', 'normal', 'pcs', 42) returning id`,
  );
  await db.query(
    `insert into sku_listing (sku_id, store_id, msku, asin, group_id, fulfillment_channel, listing_status)
     values ($1, $2, 'S-A100', 'B0DEMO0001', (select min(id) from ops_group), 'MFN', 'active')`,
    [skuId, storeId],
  );
  await db.query(
    `insert into company_account (company_id, line_no, bank_name, account_no, currency, enabled)
     select id, 9, '招商银行', '7559000USD', 'USD', true from company where code = 'C1'`,
  );
  for (const table of ["platform_order", "platform_order_line"])
    await db.query(`create table ${table}_scenario partition of ${table} default`);
  for (const [i, price] of PRICES.entries()) {
    const id = await one(
      `insert into platform_order (tenant_id, platform_order_no, store_id, status, purchase_time,
         purchase_day, currency) values (1, $1, $2, 'Shipped', now(), current_date, 'USD') returning id`,
      [numberOf(i), storeId],
    );
    await db.query(
      `insert into platform_order_line (tenant_id, platform_order_id, line_no, seller_sku, sku_id, qty,
         item_price, item_tax, promotion_discount, purchase_time)
       select 1, $1, 1, 'S-A100', $2, 1, $3, 0, 0, purchase_time from platform_order where id = $1`,
      [id, skuId, price],
    );
  }
  await db.query("select ensure_fact_partitions(current_date - 60, current_date + 60)");
  return { storeId, skuId };
}

async function play(as, { step, check }, db) {
  const o = await office(as);
  const [promo, lead, cashier] = ["promo", "promo_lead", "cashier"].map((name) => as(name));
  const { storeId, skuId } = await masters(db);
  const said = async (api, id, ...names) => {
    const row = await o.admin.get(`${api}/${id}`);
    return names.map((name) => row[name]).join(" ");
  };
  const made = async (who, api, values) => (await who.post(api, values)).id;
  const store = await o.admin.get(`/basesetup/store/${storeId}`);

  step("1. 测评申请");
  const resourceId = await made(promo, RESOURCE, {
    resourceName: "R012",
    resourceType: "panel",
    siteIds: [store.siteId],
    contactName: "Ann",
    contactEmail: "ann@example.com",
    payMethod: "bank",
    payeeName: "Panel Ltd",
    payeeAccount: "US64123456789012",
    currency: "USD",
    serviceFee: "6.00",
    handlingRate: "3",
    dailyCapacity: 20,
    complianceSigned: true,
    complianceFile: [await promo.upload()],
  });
  await lead.act(RESOURCE, resourceId, "enable");
  const applicationId = await made(promo, APPLICATION, {
    storeId,
    purpose: "userResearch",
    expectStart: day(),
    expectEnd: day(20),
    items: [{ skuId, unitPrice: "35.99", estTax: "2.52", applyQty: 10, serviceFee: "6.00" }],
  });
  check(
    "预计返款 服务费 预算",
    "385.10 60.00 445.10",
    await said(APPLICATION, applicationId, "estRefund", "estService", "budgetAmount"),
  );
  check("未确认合规", "请阅读并确认平台合规要求", await refusal(promo.act(APPLICATION, applicationId, "submit")));
  await promo.edit(APPLICATION, applicationId, { complianceConfirmed: true });
  await promo.act(APPLICATION, applicationId, "submit");
  await o.approve(APPLICATION, applicationId);
  check("状态", "approved", await said(APPLICATION, applicationId, "status"));
  // Its days begin with the first order, some days ago.
  await db.query("update evaluation_application set expect_start = $2 where id = $1", [applicationId, day(-5)]);

  step("2. 测评任务与登记");
  const taskId = await made(promo, TASK, {
    applicationId,
    resourceId,
    skuId,
    planQty: 10,
    dailyLimit: 3,
    startDate: day(-5),
    endDate: day(10),
  });
  await promo.act(TASK, taskId, "start");
  const register = async (i, on) =>
    promo.post(EVAORDER, {
      evaluationId: taskId,
      platformOrderNo: numberOf(i),
      participantAlias: `P${i}`,
      orderDate: on,
      orderAmount: PRICES[i],
      taxAmount: "0",
      orderPhotos: [await promo.upload()],
    });
  const orders = [];
  for (const i of PRICES.keys()) {
    if (i === 3) check("第一天第四单", "超出每日上限", await refusal(register(i, day(-3))));
    orders.push((await register(i, day(-3 + Math.floor(i / 3)))).id);
  }
  check("已登记", "8", await said(TASK, taskId, "registeredQty"));

  step("3. 匹配与核对");
  const [gone, ...rest] = orders;
  await db.query(
    `insert into fact_source (source_type, source_no, biz_date, store_id, seller_sku, column_name, amount)
     values ('platformRefund', $1, current_date, $2, 'S-A100', 'refund_units', 1)`,
    [numberOf(0), storeId],
  );
  check("未匹配不能核对", "平台订单未匹配，请填写说明", await refusal(lead.act(EVAORDER, gone, "check")));
  await promo.act(EVAORDER, gone, "markAbnormal", { abnormalReason: "returned" });
  for (const id of rest) await lead.act(EVAORDER, id, "check");
  const eligible = async () => {
    const rows = (await o.admin.get(`${EVAORDER}/page?size=50`)).records;
    return `${rows.filter((r) => r.refundEligible).length} ${rows.reduce((n, r) => n + Math.round(r.paidAmount * 100), 0)}`;
  };
  const before = await eligible();
  for (const id of rest) await promo.act(EVAORDER, id, "feedback", { feedbackType: "publicReview" });
  check("反馈不影响可返款与金额", before, await eligible());
  check("可返款", "7", before.split(" ")[0]);

  step("4. 返款");
  const query = (ids) => ids.join(",");
  const start4 = await promo.get(`${REFUND}/prefill?orderIds=${query(rest)}`);
  const refundId = await made(promo, REFUND, start4);
  check(
    "本金 手续费 总额",
    "264.53 7.94 272.47",
    await said(REFUND, refundId, "goodsAmount", "feeAmount", "totalAmount"),
  );
  await promo.act(REFUND, refundId, "submit");
  check("制单人不能核对", true, !!(await refusal(promo.act(REFUND, refundId, "verify"))));
  await lead.act(REFUND, refundId, "verify");
  check("状态", "verified", await said(REFUND, refundId, "status"));

  step("5. 返利");
  const rebateId = await made(promo, REBATE, {
    direction: "pay",
    resourceId,
    periodStart: day(),
    periodEnd: day(),
    items: rest.map((orderId) => ({ orderId })),
  });
  await promo.act(REBATE, rebateId, "submit");
  await lead.act(REBATE, rebateId, "confirm");
  check("应结 状态", "42.00 confirmed", await said(REBATE, rebateId, "payableAmount", "status"));

  step("6. 请款与付款");
  const start6 = await promo.get(`${REQUEST}/prefill?refundIds=${refundId}&rebateIds=${rebateId}`);
  const requestId = await made(promo, REQUEST, { ...start6, expectPayDate: day() });
  await promo.act(REQUEST, requestId, "submit");
  check("金额 人民币", "314.47 2248.46", await said(REQUEST, requestId, "amount", "amountCny"));
  check("作废已请款", "已请款，不能作废", await refusal(lead.act(REFUND, refundId, "void", { reason: "x" })));
  await o.approve(REQUEST, requestId);
  const { rows } = await db.query(
    "select id from payment_request where maker_document = 'eva_request' and maker_id = $1",
    [requestId],
  );
  await o.approve(FINANCE, rows[0].id);
  const payment = await cashier.get(`${PAYMENT}/prefill?requestId=${rows[0].id}`);
  const paymentId = await made(cashier, PAYMENT, { ...payment, payMethod: "tt" });
  await cashier.act(PAYMENT, paymentId, "pay", {
    serialNo: "BK-EVA-1",
    paidTime: `${day()} 00:00:01`,
    receiptFiles: [await cashier.upload("回单.png")],
  });
  check("请款单", "paid 314.47", await said(REQUEST, requestId, "status", "paidAmount"));
  check("返款单", "paid", await said(REFUND, refundId, "status"));
  check("返利单", "settled", await said(REBATE, rebateId, "status"));
  check("已返款订单", "7", await said(TASK, taskId, "refundedQty"));
  check("已请款 剩余", "314.47 130.63", await said(APPLICATION, applicationId, "usedAmount", "remainAmount"));
  const fact = await db.query(
    `select seller_sku || ' ' || sum(amount)::numeric(12, 2) as n from fact_source
     where source_type = 'evaRequest' and column_name = 'promo_fee' group by seller_sku`,
  );
  check("推广费", "S-A100 2248.46", fact.rows.map((r) => r.n).join());

  step("7. 完成");
  await promo.act(TASK, taskId, "finish");
  check("退回数量", "2", await said(TASK, taskId, "returnedQty"));
  check("已执行", "8", (await o.admin.get(`${APPLICATION}/${applicationId}`)).items[0].executedQty);
  check(
    "资源 累计 完成 异常 完成率",
    "8 7 1 87.50",
    await said(RESOURCE, resourceId, "totalOrders", "completedOrders", "abnormalOrders", "completionRate"),
  );
  await promo.act(APPLICATION, applicationId, "complete");
  check("申请", "completed", await said(APPLICATION, applicationId, "status"));
}

export async function evaluation(book) {
  const dir = mkdtempSync(path.join(os.tmpdir(), "erp-scenario-"));
  try {
    console.log("正在新建空库……");
    const backend = await start(() => ["scripts/start.mjs", "backend"], {
      ready: "/readyz",
      env: { DATA_DIR: dir, DATABASE_URL: "", DEMO: "on", DEMO_PROFILE: "staff", PASSWORD_ENCODING: "base64" },
    });
    const db = new pg.Client({ host: path.join(dir, "pg"), user: "postgres", database: "erp" });
    db.on("error", () => {}); // its server ends
    await db.connect();
    await play(people(`${backend.url}/api`), book, db);
    await db.end();
    await backend.stop();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
