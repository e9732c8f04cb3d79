// market.md 12, scenario 2: a star, a cooperation, its samples, what is paid for it, and what it brought.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { start } from "../bench/servers.mjs";
import { day, office } from "./fixtures.mjs";
import { people, refusal } from "./people.mjs";

const STAR = "/kol/star";
const COOPERATION = "/kol/cooperation";
const DELIVER = "/kol/deliver";
const FEE = "/kol/adsfee";
const OTHER_IN = "/wms/otherin";
const OTHER_OUT = "/wms/otherout";
const FINANCE = "/finance/request";
const PAYMENT = "/finance/payment";
const HOMEPAGE = "https://youtube.com/@techanna";

/** A SKU that a store in the US lists, a rate and an account in dollars: rows. */
async function masters(db) {
  const one = async (text, values = []) => (await db.query(text, values)).rows[0]?.id;
  await db.query(
    "update exchange_rate set official_rate = 7.15, my_rate = null, effective_date = '2024-01-01' where currency = 'USD'",
  );
  const storeId = await one("select id from store where store_code = 'AMZ-US-1'");
  const skuId = await one(
    `insert into sku (sku_code, name, status, sku_type, unit, purchase_price)
     values ('C300', 'C300', 'approved', 'normal', 'pcs', 86.5) returning id`,
  );
  await db.query(
    `insert into sku_listing (sku_id, store_id, msku, asin, group_id, fulfillment_channel, listing_status)
     values ($1, $2, 'S-C300', 'B0DEMO0003', (select min(id) from ops_group), 'MFN', 'active')`,
    [skuId, storeId],
  );
  await db.query(
    `insert into company_account (company_id, line_no, bank_name, account_no, currency, enabled)
     select id, 9, '招商银行', '7559000USD', 'USD', true from company where code = 'C1'`,
  );
  await db.query("select ensure_fact_partitions(current_date - 60, current_date + 60)");
  return { storeId, skuId };
}

const starOf = (starName, homepageUrl = HOMEPAGE) => ({
  starName,
  countryCode: "US",
  contactEmail: "anna@example.com",
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
  channels: [{ platform: "youtube", homepageUrl, followers: 185_000 }],
});

/** Shortcuts over the calls of the people of this scenario. */
async function scene(as, db) {
  const o = await office(as);
  const [kol, lead, cashier, warehouse] = ["kol", "kol_lead", "cashier", "warehouse"].map(as);
  const said = async (api, id, ...names) => {
    const row = await o.admin.get(`${api}/${id}`);
    return names.map((name) => row[name]).join(" ");
  };
  const made = async (who, api, values) => (await who.post(api, values)).id;
  const fee = async (cooperationId, feeType, parts) =>
    made(kol, FEE, {
      cooperationId,
      feeType,
      expectPayDate: day(),
      ...parts,
      proofFiles: [await kol.upload("发票.png")],
    });
  const row = async (text, values) => (await db.query(text, values)).rows[0];
  let serial = 0;
  /** Pays a part of the request that a verified fee made. */
  const pay = async (requestId, settleAmount) => {
    const begun = await cashier.get(`${PAYMENT}/prefill?requestId=${requestId}`);
    const id = await made(cashier, PAYMENT, { ...begun, settleAmount, payMethod: "tt" });
    await cashier.act(PAYMENT, id, "pay", {
      serialNo: `BK-KOL-${++serial}`,
      paidTime: `${day()} 00:00:01`,
      receiptFiles: [await cashier.upload("回单.png")],
    });
  };
  const requestOf = async (feeId) => {
    const request = await row(
      `select id, amount::text from payment_request where maker_document = 'ads_fee' and maker_id = $1`,
      [feeId],
    );
    await o.approve(FINANCE, request.id);
    return request;
  };
  return { ...o, kol, lead, warehouse, said, made, fee, row, pay, requestOf };
}

async function samples(w, { step, check }, cooperationId, skuId) {
  const { admin, kol, said, made, row } = w;
  step("3. 寄样");
  const { id: warehouseId } = await w.first("/wms/warehouse/options", (one) => one.label === "深圳仓");
  const stocked = await w.approved("admin", OTHER_IN, {
    warehouseId,
    inType: "adjust",
    reason: "期初盘点样品",
    items: [{ skuId, goodQty: 10, badQty: 0, unitCost: "86.50" }],
  });
  await admin.act(OTHER_IN, stocked, "confirm");
  const deliverId = await made(kol, DELIVER, {
    cooperationId,
    deliverType: "warehouse",
    warehouseId,
    items: [{ skuId, qty: 2 }],
  });
  const lies = async () => {
    const { good, free } = await row("select good_qty as good, available_qty as free from stock where sku_id = $1", [
      skuId,
    ]);
    return `${good} ${free}`;
  };
  await kol.act(DELIVER, deliverId, "submit");
  check("提交后预占：在库 可用", "10 8", await lies());
  const { id: outId } = await row("select id from other_out where no = $1", [
    await said(DELIVER, deliverId, "outStockNo"),
  ]);
  await w.approve(OTHER_OUT, outId);
  await admin.act(OTHER_OUT, outId, "confirm");
  check("出库后：在库 可用", "8 8", await lies());
  check("状态 样品成本", "shipped 173.00", await said(DELIVER, deliverId, "status", "sampleCost"));
  const logistics = { trackingNo: "9400111899223100001234", freight: "128.00" };
  await kol.act(DELIVER, deliverId, "ship", logistics);
  await kol.act(DELIVER, deliverId, "sign");
  check("样品 运费", "173.00 128.00", await said(COOPERATION, cooperationId, "sampleCostCny", "freightCny"));
}

async function advance(w, { step, check }, cooperationId) {
  const { kol, lead, said, fee, pay, requestOf } = w;
  step("4. 预付款");
  const over = await fee(cooperationId, "advance", { fixedPart: "300.01" });
  check("过半", "预付款不能超过固定费用的50%", await refusal(kol.act(FEE, over, "submit")));
  await kol.act(FEE, over, "void", { reason: "金额有误" });
  const early = await fee(cooperationId, "balance", { fixedPart: "100.00" });
  check("未发布", "内容未发布，不能提交尾款", await refusal(kol.act(FEE, early, "submit")));
  await kol.act(FEE, early, "void", { reason: "尚未发布" });
  const first = await fee(cooperationId, "advance", { fixedPart: "180.00" });
  await kol.act(FEE, first, "submit");
  check("本人不能核销", "当前操作没有权限", await refusal(kol.act(FEE, first, "verify")));
  await lead.act(FEE, first, "verify");
  const request = await requestOf(first);
  check("请款", "180.00", request.amount);
  await pay(request.id, "180.00");
  check("状态 人民币", "paid 1287.00", await said(FEE, first, "status", "amountCny"));
  check("已付", "180.00", await said(COOPERATION, cooperationId, "feePaid"));
}

async function balance(w, { step, check }, cooperationId) {
  const { kol, lead, said, fee, pay, requestOf } = w;
  step("5. 内容与归因");
  const url = "https://youtube.com/watch?v=1";
  await kol.act(COOPERATION, cooperationId, "registerContent", { url });
  const sold = { orders: 40, sales: "2480.00", reason: "平台报表" };
  await kol.act(COOPERATION, cooperationId, "enterSales", sold);
  check(
    "状态 佣金 应付",
    "published 124.00 724.00",
    await said(COOPERATION, cooperationId, "status", "commissionAmount", "payableAmount"),
  );
  check("未付清不能完成", "费用未核销完成，差额 544.00", await refusal(kol.act(COOPERATION, cooperationId, "finish")));

  step("6. 尾款");
  const parts = { fixedPart: "420.00", commissionPart: "124.00" };
  const second = await fee(cooperationId, "balance", parts);
  check("金额", "544.00", await said(FEE, second, "amount"));
  await kol.act(FEE, second, "submit");
  await lead.act(FEE, second, "verify");
  const request = await requestOf(second);
  await pay(request.id, "543.99");
  check("少付一分，仍未付款", "verified", await said(FEE, second, "status"));
  await pay(request.id, "0.01");
  check("状态 人民币", "paid 3889.60", await said(FEE, second, "status", "amountCny"));
  check("已付 应付", "724.00 724.00", await said(COOPERATION, cooperationId, "feePaid", "payableAmount"));
  const third = await fee(cooperationId, "other", { fixedPart: "0.01" });
  check("超出应付", "超出合作应付金额，剩余 0.00", await refusal(kol.act(FEE, third, "submit")));
  await kol.act(FEE, third, "void", { reason: "多余" });
}

async function play(as, book, db) {
  const { step, check } = book;
  const { storeId, skuId } = await masters(db);
  const w = await scene(as, db);
  const { kol, said, made, row } = w;

  step("1. 红人资源");
  const starId = await made(kol, STAR, starOf("TechAnna"));
  await kol.act(STAR, starId, "publish");
  check("状态 级别 保护期", `owned mid ${day(90)}`, await said(STAR, starId, "status", "level", "protectedUntil"));
  check(
    "主页重复",
    "主页链接已存在于 TechAnna",
    await refusal(kol.post(STAR, starOf("TechAnna2", "http://www.youtube.com/@TechAnna/"))),
  );

  step("2. 红人合作");
  const cooperationId = await made(kol, COOPERATION, {
    starId,
    platform: "youtube",
    storeId,
    coopMode: "fixedPlus",
    contentType: "video",
    contentCount: 1,
    publishPlanDate: day(),
    feeCurrency: "USD",
    fixedFee: "600.00",
    commissionRate: "5",
    commissionCap: "200.00",
    agreementFile: [await kol.upload("合同.png")],
    products: [{ skuId, sampleQty: 2 }],
  });
  await kol.act(COOPERATION, cooperationId, "submit");
  await w.approve(COOPERATION, cooperationId);
  check("状态 应付", "approved 600.00", await said(COOPERATION, cooperationId, "status", "payableAmount"));

  await samples(w, book, cooperationId, skuId);
  await advance(w, book, cooperationId);
  await balance(w, book, cooperationId);

  step("7. 完成");
  await kol.act(COOPERATION, cooperationId, "finish");
  check(
    "状态 总成本 投产比",
    "finished 5477.60 3.24",
    await said(COOPERATION, cooperationId, "status", "totalCostCny", "roi"),
  );
  check("归因销售额", "17732.00", await said(COOPERATION, cooperationId, "attributedSalesCny"));
  const fact = await row(
    "select sum(amount)::numeric(12, 2)::text as n from fact_source where column_name = 'promo_fee'",
  );
  check("推广费", "5477.60", fact.n);
  check(
    "红人 合作数 成本 销售 投产比",
    "1 5477.60 17732.00 3.24",
    await said(STAR, starId, "coopCount", "totalCostCny", "totalSalesCny", "roi"),
  );
}

export async function kol(book) {
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
