import { afterAll, beforeAll, expect, test } from "vitest";
import { lockRequests } from "#backend/domain/finance/settle/state";
import { openBacks, RETURN } from "#backend/domain/purchase/return/return.testing";
import { createDraft, perform, type RuleValues } from "#backend/engine/documents";
import { payablesFaults } from "#backend/ledgers/payables/checks";
import { postMoves } from "#backend/ledgers/stock";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { today } from "#backend/platform/values";
import { paymentRequest } from "#documents/finance/payment-request";
import { holdPaying, settleRequest } from "../settle/settle";
import { type FirstDay, openFirstDay } from "./opening.testing";

// What follows of openings once a company works: figures of company.md 11.4 and 11.5.

let w: Awaited<ReturnType<typeof openBacks>>;
let d: FirstDay;
beforeAll(async () => {
  w = await openBacks();
  d = await openFirstDay(20, w.backend.db);
  await d.db.query("update supplier set buyer_id = (select id from sys_user where username = 'buyer')");
  await d.db.query("update warehouse set manager_id = (select id from sys_user where username = 'warehouse')");
  await d.db.query("update sku set pcs_per_carton = 10");
  await d.db.query(
    `insert into supplier_account (supplier_id, account_name, bank_name, account_no, currency, is_default, enabled)
     select id, '示例五金厂', '示例银行', '622200001234', 'CNY', true, true from supplier where no = 'S01'`,
  );
  await d.bookAll();
  await d.db.query("update sys_tenant set phase = 'live' where id = 1");
});
afterAll(() => w.close());

const one = async (sql: string, values: unknown[] = []) => (await d.db.one<{ v: string }>(sql, values))?.v ?? "";
const owed = () => one("select ap_balance::text as v from supplier where no = 'S01'");
const pool = (sku: string) =>
  one(
    `select on_hand_qty || ' / ' || stock_value as v from stock s join sku k on k.id = s.sku_id
       join warehouse w on w.id = s.warehouse_id where k.sku_code = $1 and w.code = 'YF-SZ'`,
    [sku],
  );

const asked = async (items: RuleValues[], requestType: "balance" | "other") => {
  const { id } = await d.tx(async (c) =>
    createDraft(c, paymentRequest, {
      requestType,
      payeeType: "supplier",
      payeeSupplierId: await one("select id::text as v from supplier where no = 'S01'"),
      companyId: await one("select id::text as v from company where code = 'SZ01'"),
      currency: "CNY",
      expectPayDate: today(),
      invoiceReason: "发票随后寄到",
      items,
    }),
  );
  return id;
};
const submit = (id: string) => d.tx((c) => perform(c, paymentRequest, id, "submit", {}, { trusted: true }));
/** Approved by whoever may, and paid in full. */
const pay = async (id: string, amount: string) => {
  await d.db.query("update payment_request set status = 'approved' where id = $1", [id]);
  await d.tx(async (c) => {
    await lockRequests(c, [id]);
    await holdPaying(c, id, amount);
    await settleRequest(c, id, {
      source: { document: "payment", id: "900", no: "FK900" },
      amount,
      bizDate: today(),
      transfer: { paidTime: `${today()} 09:00:00`, serialNo: "1", receiptFiles: [] },
    });
  });
};

test("a receipt, a return and the payment of what was ordered before end at nothing owed", async () => {
  const order = await d.db.one<{ id: string; no: string; lines: string[] }>(
    `select o.id, o.no, array_agg(l.id::text order by l.line_no) as lines from purchase_order o
       join purchase_order_line l on l.purchase_order_id = o.id
     where o.opening_no = 'OLD-PO-2511-018' group by o.id`,
  );
  if (!order) throw new Error("no order");
  const signId = await w.sign(await w.ship(order, [[0, 300]], "normal"));
  expect(await pool("HKC0001-BK")).toBe("620 / 24134.00");
  expect(await owed()).toBe("13198.40");
  await w.inspect(signId, [[0, 297, 3]]);
  await w.shipped(RETURN, order, [[0, 0, 3]]);
  expect(await pool("HKC0001-BK")).toBe("617 / 24017.22");
  expect(await owed()).toBe("13074.66");
  expect(await one("select payable_amount::text as v from purchase_order where id = $1", [order.id])).toBe("12249.76");
  expect(await one("select paid_amount::text as v from purchase_order where id = $1", [order.id])).toBe("7424.10");

  const line = (amount: string) => ({ bizType: "po", poId: order.id, amount });
  await expect(submit(await asked([line("4825.67")], "balance"))).rejects.toThrow(
    "累计请款12249.77超过应付金额12249.76",
  );
  const rest = await asked([line("4825.66")], "balance");
  await submit(rest);
  await pay(rest, "4825.66");
  expect(await owed()).toBe("8249.00");

  const item = await one("select id::text as v from opening_payable where old_no = 'OLD-AP-1101'");
  const old = (amount: string) => [{ bizType: "opening", openingId: item, amount }];
  await expect(submit(await asked(old("8249.01"), "other"))).rejects.toThrow("累计请款8249.01超过应付金额8249.00");
  const before = await asked(old("8249.00"), "other");
  await submit(before);
  await pay(before, "8249.00");
  expect(await owed()).toBe("0.00");
  expect(await one("select state as v from opening_payable where id = $1", [item])).toBe("paid");
  expect(
    await one(
      `select string_agg(sku_code || ' ' || open_qty, ',') as v from purchase_order_line
       where purchase_order_id = $1 and open_qty > 0`,
      [order.id],
    ),
  ).toBe("HKC0001-WH 300");
});

test("the first goods that are sold leave at the moving average", async () => {
  const place = (sku: string) =>
    d.db.one<{ warehouseId: string; skuId: string }>(
      `select w.id as "warehouseId", k.id as "skuId" from warehouse w, sku k where w.code = 'YF-SZ' and k.sku_code = $1`,
      [sku],
    );
  const out = async (sku: string, qty: number) => {
    const at = await place(sku);
    if (!at) throw new Error(sku);
    return { kind: "out" as const, ...at, bucket: "good" as const, qty, type: "pkgOut" as const };
  };
  const moves = [await out("HKC0001-BK", 2), await out("HKS0001-S", 4)];
  const posted = await d.tx((c) => postMoves(c, { document: "package_order", id: "1", no: "BG1" }, "ship", moves));
  expect(posted.map(({ amount }) => amount)).toEqual(["-77.85", "-25.40"]);
  expect(await pool("HKC0001-BK")).toBe("615 / 23939.37");
  expect(await pool("HKS0001-S")).toBe("1246 / 7912.10");
  expect(
    await one(
      `select sum(on_hand_qty) || ' / ' || sum(stock_value) as v from stock s join warehouse w on w.id = s.warehouse_id
       where w.code = 'YF-SZ'`,
    ),
  ).toBe("6670 / 87010.25");
  // Nothing is dated before the first day of work, and all of it adds up.
  await expect(
    d.tx((c) =>
      postMoves(c, { document: "package_order", id: "1", no: "BG1" }, "late", moves, { bizDate: today(-21) }),
    ),
  ).rejects.toThrow(`业务日期早于启用日${d.goLive}`);
  expect(await ledgerFaults(d.db)).toEqual([]);
  // The two payments of this test are no documents.
  const faults = (await payablesFaults(d.db)).filter(({ fault }) => fault !== "请款单已付与付款单不符");
  expect(faults).toEqual([]);
});

test("goods on their way since before come in as any other", async () => {
  const { id } = (await d.db.one<{ id: string }>("select id from transfer where opening_no = 'OLD-TR-1219'")) ?? {
    id: "",
  };
  const { transfer } = await import("#documents/logistics/transfer");
  const lineId = await one("select id::text as v from transfer_line where transfer_id = $1", [id]);
  await expect(d.tx((c) => perform(c, transfer, id, "reverse", { reason: "撤回" }, { trusted: true }))).rejects.toThrow(
    "期初在途没有出库流水，不能撤销发货",
  );
  await d.tx((c) =>
    perform(c, transfer, id, "receive", { items: [{ lineId, goodQty: 100, badQty: 0 }] }, { trusted: true }),
  );
  expect(
    await one(
      `select on_hand_qty || ' / ' || stock_value || ' / ' || transit_qty as v from stock s join sku k on k.id = s.sku_id
         join warehouse w on w.id = s.warehouse_id where w.code = 'YF-FBA' and k.sku_code = 'HKC0001-WH'`,
    ),
  ).toBe("100 / 4120.00 / 0");
  expect(await one("select status as v from transfer where id = $1", [id])).toBe("done");
  expect(await ledgerFaults(d.db)).toEqual([]);
});
