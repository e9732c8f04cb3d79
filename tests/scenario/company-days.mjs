// company.md 11.4 and 11.5: what was ordered before comes, goes back and is paid; the first goods are sold.
import { setTimeout } from "node:timers/promises";
import { D, shifted } from "./company-book.mjs";
import { day, ORDER, office } from "./fixtures.mjs";
import { controlOf } from "./order-world.mjs";
import { refusal } from "./people.mjs";
import { dock, RETURN } from "./receipt.mjs";

const REQUEST = "/finance/request";
const PAYMENT = "/finance/payment";
const PLATFORM = "/platformorder/order";
const SALES = "/ordermanage/order";
const PACKAGES = "/packageorder/order";
const PATIENCE_MS = 150_000;

async function soon(find) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await find();
    if (found || Date.now() > end) return found;
    await setTimeout(500);
  }
}

const now = () =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai", dateStyle: "short", timeStyle: "medium" }).format(
    Date.now() - 1000,
  );

/** The first purchase: 300 of an order that was brought along, 3 of them bad. */
async function purchase({ step, check }, { as, one }, o) {
  step("11.4 第一次到货");
  const buyer = as("buyer1");
  const { admin } = o;
  const { records } = await admin.get(`${ORDER}/page?size=50`);
  const found = records.find((r) => r.openingNo === "OLD-PO-2511-018");
  const order = await admin.get(`${ORDER}/${found.id}`);
  const [line] = order.items;
  const w = { admin, buyer };
  const d = dock((name) => as(name === "warehouse" ? "wh1" : name), w);
  const pool = () =>
    one(
      `select on_hand_qty || ' / ' || stock_value from stock s join sku k on k.id = s.sku_id
         join warehouse h on h.id = s.warehouse_id where k.sku_code = 'HKC0001-BK' and h.code = 'WH-SZ'`,
    );
  const owed = () => one("select ap_balance from supplier where code = 'S01'");
  const entry = (type) => one("select sum(amount) from ap_entry where biz_type = $1", [type]);
  const signed = await d.sign(await d.ship([[line.id, 300]]));
  check("入库成本", "10950.00", await one("select sum(amount) from stock_move where biz_type = 'purchaseSign'"));
  check("HKC0001-BK", "620 / 24134.00", await pool());
  check("到货应付", "12373.50", await entry("receipt"));
  check("S01", "13198.40", await owed());
  await d.inspect(signed.id, [3]);
  const { id: back } = await buyer.post(RETURN, {
    poId: order.id,
    returnMode: "deduct",
    returnReason: "quality",
    freightBearer: "supplier",
    items: [{ poLineId: line.id, badQty: 3, goodQty: 0 }],
  });
  await buyer.act(RETURN, back, "submit");
  await o.approve(RETURN, back);
  await as("wh1").act(RETURN, back, "ship");
  check("退货库存", "-116.78", await one("select sum(amount) from stock_move where biz_type = 'returnOut'"));
  check("退货应付", "-123.74", await entry("return"));
  check("S01", "13074.66", await owed());
  check("HKC0001-BK", "617 / 24017.22", await pool());
  const after = await admin.get(`${ORDER}/${order.id}`);
  check("采购单 应付 已付", "12249.76 7424.10", `${after.payableAmount} ${after.paidAmount}`);
  const draft = async (amount) => {
    const form = await buyer.get(`${REQUEST}/prefill?poIds=${order.id}`);
    const items = form.items.map((l) => ({ ...l, amount }));
    const { id } = await buyer.post(REQUEST, { ...form, invoiceStatus: "all", items });
    return id;
  };
  const beyond = await draft("4825.67");
  const said = await refusal(buyer.act(REQUEST, beyond, "submit"));
  check("4825.67", "累计请款12249.77超过应付金额12249.76", said);
  const { version } = await buyer.get(`${REQUEST}/${beyond}`);
  await buyer.call("DELETE", `${REQUEST}/${beyond}?version=${version}`);
  const account = await one(
    `select a.id from company_account a join company c on c.id = a.company_id where c.code = 'SZ01' and a.currency = 'CNY'`,
  );
  const cashier = as("cash1");
  const pay = async (id, serialNo) => {
    await o.approve(REQUEST, id);
    const made = await cashier.post(PAYMENT, { requestId: id, payerAccountId: account, payMethod: "wire" });
    const transfer = { serialNo, paidTime: now(), receiptFiles: [await cashier.upload("回单.png")] };
    await cashier.act(PAYMENT, made.id, "pay", transfer);
  };
  const rest = await draft("4825.66");
  await buyer.act(REQUEST, rest, "submit");
  check("4825.66", "auditing", (await buyer.get(`${REQUEST}/${rest}`)).status);
  await pay(rest, "BK-YF-1");
  const item = await one("select id from opening_payable where old_no = 'OLD-AP-1101'");
  const form = await buyer.get(`${REQUEST}/prefill?openingIds=${item}`);
  const { id: old } = await buyer.post(REQUEST, { ...form, expectPayDate: day() });
  await buyer.act(REQUEST, old, "submit");
  await pay(old, "BK-YF-2");
  check("付清后S01", "0.00", await owed());
  const open = await one(
    `select string_agg(sku_code || ' ' || open_qty, ',') from purchase_order_line
     where purchase_order_id = $1 and open_qty > 0`,
    [order.id],
  );
  check("采购单未到货", "HKC0001-WH 300", open);
  const early = async () => {
    const { id } = await admin.post("/wms/otherin", {
      inType: "adjust",
      warehouseId: order.warehouseId,
      reason: "盘盈",
      bizDate: shifted("2025-12-31"),
      items: [{ skuId: line.skuId, goodQty: 1, badQty: 0, unitCost: "10" }],
    });
    await admin.act("/wms/otherin", id, "submit");
    await o.approve("/wms/otherin", id);
    await admin.act("/wms/otherin", id, "confirm");
  };
  check("启用日前的入库", `业务日期早于启用日${D}`, await refusal(early()));
}

/** The store is connected, and sells a set that we ship ourselves. */
async function sale({ step, check }, { as, one }, o, outside) {
  step("11.5 第一次销售");
  const { admin } = o;
  const storeId = await one("select id from store where store_code = 'AMZ-US-A'");
  const marketplaceId = await one("select marketplace_id from site where site_code = 'US'");
  const secret = "demo-secret";
  const { id: market } = await admin.post("/base/connector", {
    name: "美国店A",
    kind: "marketplace",
    provider: "amazon",
    baseUrl: `${outside}/marketplace`,
    storeId,
    account: "AMZ-US-A",
    clientSecret: secret,
    refreshToken: secret,
    enabled: true,
  });
  const { id: channel } = await admin.post("/basesetup/channel", {
    code: "SZ-POST",
    name: "深圳小包",
    carrierCode: "POST",
    enabled: true,
  });
  const no = "112-2000002-0000001";
  const place = {
    orderNo: no,
    seller: "AMZ-US-A",
    marketplaceId,
    purchaseTime: new Date(Date.now() - 60_000).toISOString(),
    address: {
      name: "Jordan Example",
      phone: "2135550142",
      line1: "1 Main St",
      city: "Los Angeles",
      state: "CA",
      postcode: "90001",
      country: "US",
    },
    lines: [
      {
        sellerSku: "SET-A-US",
        qty: 2,
        itemPrice: "119.98",
        itemTax: "0",
        itemId: "1",
        shippingPrice: "0",
        promotionDiscount: "0",
      },
    ],
  };
  await controlOf(outside)("marketplace", { place });
  await admin.act("/base/connector", market, "sync");
  const rowOf = async (api, key) => (await admin.get(`${api}/page?size=50`)).records.find((r) => r[key] === no);
  const told = await soon(() => rowOf(PLATFORM, "platformOrderNo"));
  check("平台订单", "Unshipped MFN 119.98", `${told?.status} ${told?.fulfillmentChannel} ${told?.orderTotal}`);
  const order = await soon(() => rowOf(SALES, "platformOrderNo"));
  const warehouseId = await one("select id from warehouse where code = 'WH-SZ'");
  const { orderStatus } = told;
  check("订单", true, !!order && orderStatus !== "cancelled");
  await soon(async () => !["pendingProcess"].includes((await admin.get(`${SALES}/${order.id}`)).status));
  await admin.act(SALES, order.id, "setWarehouse", { warehouseId });
  await admin.act(SALES, order.id, "setLogistics", { logisticsChannelId: channel });
  await as("order1").act(SALES, order.id, "audit");
  const parcel = async () =>
    (await admin.get(`${PACKAGES}/page?size=50`)).records.find((p) => p.warehouseId === warehouseId);
  const { id } = await parcel();
  await admin.act(PACKAGES, id, "send");
  await admin.act(PACKAGES, id, "register", { carrierCode: "POST", trackingNo: "YF000000001" });
  await admin.act(PACKAGES, id, "ship");
  const left = (code) =>
    one(
      `select m.qty || ' ' || m.amount from stock_move m join sku k on k.id = m.sku_id
       where m.biz_type = 'pkgOut' and k.sku_code = $1`,
      [code],
    );
  const pool = (code) =>
    one(
      `select on_hand_qty || ' / ' || stock_value from stock s join sku k on k.id = s.sku_id
         join warehouse h on h.id = s.warehouse_id where k.sku_code = $1 and h.code = 'WH-SZ'`,
      [code],
    );
  check("出库 HKC0001-BK", "-2 -77.85", await left("HKC0001-BK"));
  check("出库 HKS0001-S", "-4 -25.40", await left("HKS0001-S"));
  check("HKC0001-BK", "615 / 23939.37", await pool("HKC0001-BK"));
  check("HKS0001-S", "1246 / 7912.10", await pool("HKS0001-S"));
  const monthIn = (timeZone) => new Intl.DateTimeFormat("sv-SE", { timeZone }).format(Date.now()).slice(0, 7);
  const month = monthIn("America/Los_Angeles");
  // For some hours the store is still in the month before, whose rate is 7.12.
  const income = month === monthIn("Asia/Shanghai") ? "851.86" : "854.26";
  const at = "/cockpit/cocBusinessReport/getCocAmazonTradeReportByGroup";
  const { summary } = await admin.get(`${at}?reportMonth=${month.replace("-", "")}`);
  check("收入（月汇率7.10）", income, summary.mainBusinessIncome);
  check("出库成本", "103.25", await one("select -sum(amount) from stock_move where biz_type = 'pkgOut'"));
  check(
    "WH-SZ",
    "6670 / 87010.25",
    await one(
      `select sum(on_hand_qty) || ' / ' || sum(stock_value) from stock s join warehouse h on h.id = s.warehouse_id
       where h.code = 'WH-SZ'`,
    ),
  );
}

/** What comes after the first day of work. @param outside address of the stand-ins */
export async function firstDays(book, world, outside) {
  const o = await office(world.as);
  await purchase(book, world, o);
  await sale(book, world, o, outside);
}
