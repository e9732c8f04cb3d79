import { afterAll, beforeAll, expect, test } from "vitest";
import { type FirstDay, openFirstDay } from "#backend/domain/finance/opening/opening.testing";
import { holdPaying, settleRequest, unsettleRequest } from "#backend/domain/finance/settle/settle";
import { lockRequests } from "#backend/domain/finance/settle/state";
import { perform, type RuleValues } from "#backend/engine/documents";
import { update } from "#backend/engine/documents/writing/write";
import { payablesFaults } from "#backend/ledgers/payables/checks";
import { today } from "#backend/platform/values";
import { openingPromo } from "#documents/finance/opening-promo";
import { postBrought } from "../package/freight";
import { convertOrder } from "../sales/convert";

// Orders of platforms that were not sent, and promotions that were not paid, when a company began (company.md 2).

let d: FirstDay;
const STORE = "AMZ-US-1";
beforeAll(async () => {
  d = await openFirstDay();
  await d.db.query("delete from connector");
  await d.db.query(
    `insert into sku_listing (sku_id, store_id, msku, group_id, fulfillment_channel, listing_status)
     select k.id, s.id, 'HKC-BK', (select min(id) from ops_group), 'MFN', 'active' from sku k, store s
     where k.sku_code = 'HKC0001-BK' and s.store_code = $1`,
    [STORE],
  );
});
afterAll(() => d.close());

const one = async (sql: string, values: unknown[] = []) => (await d.db.one<{ v: string }>(sql, values))?.v ?? "";
const orders: RuleValues = {
  kind: "platformOrder",
  platformOrders: [
    { store: STORE, orderNo: "112-1", purchaseTime: `${today(-22)} 10:20:00`, msku: "HKC-BK", qty: 2, price: "59.99" },
    { store: STORE, orderNo: "112-1", purchaseTime: `${today(-22)} 10:20:00`, msku: "OTHER", qty: 1, price: "5" },
    { store: STORE, orderNo: "112-2", purchaseTime: `${today(-21)} 09:00:00`, msku: "HKC-BK", qty: 1, price: "59.99" },
  ],
};
const facts = () =>
  d.db.query(
    `select column_name as name, amount::text, biz_date::text as day from fact_source
     where column_name in ('units', 'item_sales', 'promo_fee') order by column_name`,
  );

test("orders that were not sent become orders of their platform, in no figure until they are sent", async () => {
  await d.db.query(
    `insert into connector (name, kind, provider, store_id, enabled)
     select '美国店', 'marketplace', 'amazon', id, true from store where store_code = $1`,
    [STORE],
  );
  const { id } = await d.add(orders);
  const store = await one("select store_name as v from store where store_code = $1", [STORE]);
  await expect(d.book(id)).rejects.toThrow(`店铺${store}已连接平台，订单由平台同步`);
  await d.db.query("update connector set enabled = false");
  await d.book(id);
  expect(
    await d.db.query(
      `select platform_order_no as no, status, fulfillment_channel as by, item_qty as qty, order_total::text as total,
         unpaired, currency, opening_no is not null as brought from platform_order order by 1`,
    ),
  ).toEqual([
    {
      no: "112-1",
      status: "Unshipped",
      by: "MFN",
      qty: 3,
      total: "124.98",
      unpaired: true,
      currency: "USD",
      brought: true,
    },
    {
      no: "112-2",
      status: "Unshipped",
      by: "MFN",
      qty: 1,
      total: "59.99",
      unpaired: false,
      currency: "USD",
      brought: true,
    },
  ]);
  expect(await facts()).toEqual([]);
  expect(await one("select count(*) as v from stock_move")).toBe("0");
  const again = await d.add(orders);
  await expect(d.book(again.id)).rejects.toThrow("平台订单112-1已存在");
  await d.undo(id);
  expect(await one("select count(*) as v from platform_order")).toBe("0");
  await d.book(again.id);

  const sent = await one("select id as v from platform_order where platform_order_no = '112-2'");
  const salesId = await d.tx((c) => convertOrder(c, sent));
  await expect(d.undo(again.id)).rejects.toThrow(/^平台订单 112-2 已有订单\w+，不能撤销$/);
  const parcel = await one(
    `insert into package_order (no, status, store_id, ship_time) select 'BGD1', 'shipped', store_id, now()
     from sales_order where id = $1 returning id as v`,
    [salesId],
  );
  await d.db.query(
    `insert into package_order_line (package_order_id, order_id, sku_id, qty)
     select $1, $2, id, 1 from sku where sku_code = 'HKC0001-BK'`,
    [parcel, salesId],
  );
  await d.tx((c) => postBrought(c, parcel));
  const day = await one(
    `select (now() at time zone i.timezone)::date::text as v from store s join site i on i.id = s.site_id
     where s.store_code = $1`,
    [STORE],
  );
  expect(await facts()).toEqual([
    { name: "item_sales", amount: "59.9900", day },
    { name: "units", amount: "1.0000", day },
  ]);
});

test("what was not paid of promotions is asked for and paid, and is a cost on the day when it is", async () => {
  const promo = { promoKind: "kol", oldNo: "K-1", target: "Kitchen Daily", currency: "USD", amount: "400.00" };
  await expect(d.add({ kind: "promo", promos: [{ ...promo, store: STORE }] })).rejects.toThrow("店铺和MSKU请一起填写");
  const unknown = await d.add({ kind: "promo", promos: [{ ...promo, store: STORE, msku: "NONE" }] });
  await expect(d.book(unknown.id)).rejects.toThrow(/没有MSKU“NONE”$/);
  const { id, no } = await d.add({ kind: "promo", promos: [{ ...promo, store: STORE, msku: "HKC-BK" }] });
  await d.book(id);
  const again = await d.add({ kind: "promo", promos: [{ ...promo, store: STORE, msku: "HKC-BK" }] });
  await expect(d.book(again.id)).rejects.toThrow("旧单号K-1已录入过期初");
  const item = await d.db.one<{ id: string; no: string; base: string; from: string; status: string }>(
    `select id, no, amount_cny::text as base, opening_no as from, status from opening_promo`,
  );
  expect(item).toMatchObject({ base: "2848.00", from: no, status: "open" });
  expect(item?.no).toMatch(/^QY\d+$/);
  const itemId = item?.id ?? "";
  const ask = () => d.tx((c) => perform(c, openingPromo, itemId, "ask", {}, { trusted: true }));
  await expect(ask()).rejects.toThrow("系统尚未上线，请在“开始使用”完成上线");
  await d.db.query("update sys_tenant set phase = 'live' where id = 1");
  await expect(ask()).rejects.toThrow("请先填写收款人和收款账号");
  await d.tx(async (c) => {
    const row = { ...(await c.sql.one<RuleValues>("select * from opening_promo")), id: itemId, version: 1 };
    const payee = { payeeName: "Kitchen Daily", payeeBank: "PayPal", payeeAccount: "pay@kitchen.example" };
    await update(c, openingPromo, {}, row, payee);
  });
  await ask();
  const request = await d.db.one<{ id: string; payee: string; amount: string; type: string; base: string }>(
    `select r.id, r.payee_name as payee, r.amount::text, l.biz_type as type, l.biz_no as base
     from payment_request r join payment_request_line l on l.payment_request_id = r.id`,
  );
  expect(request).toMatchObject({ payee: "Kitchen Daily", amount: "400.00", type: "opening", base: item?.no });
  const requestId = request?.id ?? "";
  const state = () => one("select status as v from opening_promo where id = $1", [itemId]);
  const source = { document: "payment", id: "900", no: "FK900" };
  const transfer = { paidTime: `${today()} 09:00:00`, serialNo: "1", receiptFiles: [] };
  await d.db.query("update payment_request set status = 'approved' where id = $1", [requestId]);
  await d.tx(async (c) => {
    await lockRequests(c, [requestId]);
    await holdPaying(c, requestId, "400.00");
    await settleRequest(c, requestId, { source, amount: "400.00", bizDate: today(), transfer });
  });
  expect(await state()).toBe("paid");
  const fees = async () => (await facts()).filter(({ name }) => name === "promo_fee");
  expect(await fees()).toEqual([{ name: "promo_fee", amount: "2848.0000", day: today() }]);
  expect(await one("select count(*) as v from ap_entry")).toBe("0");
  const faults = (await payablesFaults(d.db)).filter(({ fault }) => fault !== "请款单已付与付款单不符");
  expect(faults).toEqual([]);
  await d.tx(async (c) => {
    await lockRequests(c, [requestId]);
    await unsettleRequest(c, requestId, { source, bizDate: today() });
  });
  expect(await state()).toBe("asked");
  expect(await fees()).toEqual([{ name: "promo_fee", amount: "0.0000", day: today() }]);
});
