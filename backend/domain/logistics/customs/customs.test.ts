import { afterAll, beforeAll, expect, test } from "vitest";
import { evidence } from "../../../../tests/evidence";
import { openYard, type Yard } from "../transfer/transfer.testing";
import { CUSTOMS, openPort, type Port } from "./customs.testing";

let s: Yard;
let p: Port;
beforeAll(async () => {
  s = await openYard();
  p = await openPort(s);
  await s.fill(0, 1000, "10");
  await s.fill(1, 1000, "20");
});
afterAll(() => s.backend.close());

const submit = (id: string) => p.customs.refused(id, "submit");

test("what a type asks for is refused in words", async () => {
  const id = await p.packed(s.form([[0, 30]]));
  const d = (more: object) => p.customs.save(p.declaration(id, { ...more }));
  expect(await d({ transferId: null })).toBe("请选择调拨单或组柜单其中一个");
  expect(await d({ brokerId: null })).toBe("请选择报关行");
  expect(await d({ tradeTerm: "CIF", freight: "10" })).toBe("CIF请填写保费");
  await s.db.query("update sku set declare_elements = null where id = $1", [s.skus[0]]);
  expect(await d({})).toBe("SKU TRF0001-01 申报要素不完整");
  await s.db.query("update sku set declare_elements = '材质：塑料' where id = $1", [s.skus[0]]);
  expect(await d({})).toBe("SKU TRF0001-01 申报要素不完整：缺少用途");
  await s.db.query("update sku set declare_elements = '材质：塑料；用途：家用' where id = $1", [s.skus[0]]);
  const cd = await p.customs.add(p.declaration(id, { customsType: "2", exportPort: null }));
  const { no } = await p.customs.read(cd);
  expect(await d({})).toMatch(`已有报关单${no}`);
  expect(await submit(cd)).toBe("请选择出境关别");
  await p.complete(cd, { exportPort: "5304" });
  expect(await submit(cd)).toBe("请填写海外仓备案号");
  await p.complete(cd, { overseasRecordNo: "WH-1" });
  await s.o.submit("logistics", "customs_declaration", CUSTOMS, cd);
  const drop = () => s.refused(s.act(id, "void", { reason: "不发了" }));
  expect(await drop()).toBe(`已有报关单${no}，请先删除或作废`);
  await p.customs.done(cd, "void", { reason: "改类型" });
  const next = await p.customs.add(p.declaration(id));
  await p.complete(next);
  await s.o.submit("logistics", "customs_declaration", CUSTOMS, next);
  await p.declared(next);
  const withdraw = `报关单${(await p.customs.read(next)).no}已申报，请先在海关撤单并作废报关单`;
  expect(await drop()).toBe(withdraw);
  await p.customs.done(next, "inspect");
  expect(await drop()).toBe(withdraw);
  await p.customs.done(next, "void", { reason: "海关撤单" });
  const last = await p.customs.add(p.declaration(id));
  await p.complete(last);
  await s.o.submit("logistics", "customs_declaration", CUSTOMS, last);
  await p.declared(last);
  await p.released(last);
  expect(await drop()).toBe("已放行，不能作废");
  expect(await p.customs.refused(last, "void", { reason: "改类型" })).toBe("已放行状态不能作废");
});

test("SKUs that differ in what is declared are lines of their own; amounts follow what is typed", async () => {
  await s.db.query("update sku set declare_price = 4 where id = $1", [s.skus[1]]);
  const id = await p.packed(
    s.form([
      [0, 30],
      [1, 20],
    ]),
  );
  const cd = await p.customs.add(p.declaration(id, { currency: "JPY" }));
  const { items, totalQty } = await p.customs.read(cd);
  expect([items.map((line) => line.qty), totalQty]).toEqual([[30, 20], 50]);
  const typed = items.map((line) => ({ ...line, unitPrice: "33", qty: 999 }));
  s.o.good(await s.clerk.edit(CUSTOMS, cd, { items: typed }));
  expect(await p.customs.read(cd)).toMatchObject({
    totalQty: 50,
    totalAmount: "1650.00",
    items: [{ amount: "990.00" }, { amount: "660.00" }],
  });
  const heavy = items.map((line) => ({ ...line, netWeightKg: "900" }));
  const answer = await s.clerk.edit(CUSTOMS, cd, { items: heavy });
  expect(answer.body.msg).toBe("净重不能大于毛重");
  await s.db.query("update sku set declare_price = 2.5 where id = $1", [s.skus[1]]);
});

test("another quantity than is sent and goods bought without an invoice are refused", async () => {
  const id = await p.packed(s.form([[0, 30]]));
  const cd = await p.customs.add(p.declaration(id));
  await p.complete(cd);
  await s.db.query("update transfer_line set good_qty = 29 where transfer_id = $1 and del_flag = 0", [id]);
  expect(await submit(cd)).toBe("报关数量与调拨数量不一致：SKU TRF0001-01");
  await p.customs.done(cd, "regenerate");
  expect(await p.customs.read(cd)).toMatchObject({
    totalQty: 29,
    items: [{ contractNo: "HT-1", legalQty1: "29.0000" }],
  });
  await s.db.query(
    `with po as (
       insert into purchase_order (no, status, tax_type, currency, rate)
       values ('CG-NONTAX', 'completed', 'nonTax', 'CNY', 1) returning id),
     line as (
       insert into purchase_order_line (purchase_order_id, sku_id, qty, price)
       select id, $1, 2000, 9 from po returning id),
     sign as (
       insert into wms_sign (no, status, warehouse_id, sign_time)
       values ('QS-NONTAX', 'done', $2, now()) returning id)
     insert into wms_sign_line (wms_sign_id, po_line_id, sku_id, sign_qty)
     select sign.id, line.id, $1, 2000 from sign, line`,
    [s.skus[0], s.from],
  );
  expect(await submit(cd)).toBe("含不含税采购的货物不能做一般贸易/9810/9710退税报关");
  await s.db.query("update purchase_order set tax_type = 'tax' where no = 'CG-NONTAX'");
  await s.o.submit("logistics", "customs_declaration", CUSTOMS, cd);
});

test("dates follow each other, numbers are unique, a tax refund is for those who get one", async () => {
  const agent = { customsType: "5", brokerId: null, agentName: "某某进出口" };
  const first = await p.submitted(p.declaration(await p.packed(s.form([[1, 20]]))));
  const second = await p.submitted(p.declaration(await p.packed(s.form([[1, 20]])), agent));
  const declarationNo = "9".repeat(18);
  const late = { declarationNo, declareDate: "2099-01-01" };
  expect(await p.customs.refused(first, "declare", late)).toBe("申报日不能晚于今天");
  await p.customs.done(first, "declare", { declarationNo });
  expect(await p.customs.refused(second, "declare", { declarationNo })).toBe("报关单号已存在");
  await p.declared(second);
  await p.customs.done(first, "inspect");
  const releaseScan = [evidence("logistics", "document")];
  expect(await p.customs.refused(first, "release", {})).toBe("请上传报关单扫描件");
  const early = { releaseDate: "2020-01-01", releaseScan };
  expect(await p.customs.refused(first, "release", early)).toBe("放行日不能早于申报日");
  await p.released(first);
  await p.released(second);
  expect(await p.customs.read(second)).toMatchObject({ refundStatus: "na", refundAmount: "0.00" });
  const finance = s.o.as("finance");
  const refund = (id: string, body: object) => s.refused(finance.act(CUSTOMS, id, "refund", { ...body }));
  expect(await refund(second, { refundStatus: "filed" })).toBe("该报关方式不可退税");
  expect(await refund(first, { refundStatus: "filed" })).toBeNull();
  expect(await refund(first, { refundStatus: "refunded" })).toBe("请填写实退金额");
  s.o.good(await finance.act(CUSTOMS, first, "refund", { refundStatus: "refunded", refundedAmount: "52.00" }));
  expect(await p.customs.refused(first, "finish")).toMatch(/未发货$/);
  // Purchase prices are not for the logistics desk.
  expect(await s.clerk.read(CUSTOMS, first)).not.toHaveProperty("purchaseAmount");
});
