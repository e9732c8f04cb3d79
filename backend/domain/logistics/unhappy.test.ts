import { afterAll, beforeAll, expect, test } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { today } from "#backend/platform/values/calendar";
import { freightTemplate } from "#documents/logistics/freight-template";
import { actAs } from "../../../tests/acting";
import { openBills } from "./bill/bill.testing";
import { addTemplate, forwarder, templateValues } from "./freight/freight.testing";

let w: Awaited<ReturnType<typeof openBills>>;
beforeAll(async () => {
  w = await openBills();
});
afterAll(async () => {
  expect(await ledgerFaults(w.db)).toEqual([]);
  await w.backend.close();
});

const refused = (id: string, action: string, body = {}) => w.refused(w.act(id, action, body));
const submitting = async (more: object) => {
  const id = await w.add(w.form([[0, 30]], { ...more }));
  return { id, said: await refused(id, "submit") };
};

/** An enabled template of a carrier of its own. */
async function template(name: string, more: object): Promise<object> {
  const logisticsProviderId = await forwarder(w.db, name);
  const freightTemplateId = await w.db.tx(async (sql) => {
    const c = actAs(sql);
    const { id } = await addTemplate(c, templateValues(logisticsProviderId, name, { channelName: name, ...more }));
    await perform(c, freightTemplate, id, "enable", {}, { trusted: true });
    return id;
  });
  return { logisticsProviderId, freightTemplateId };
}

test("sent short, received in parts with bad pieces, the rest lost: to the cent", async () => {
  await w.fill(0, 20, "10");
  const yiwu = await w.place("WH-YW");
  const near = { transferType: "1", toWarehouseId: yiwu, shipmentId: null };
  const bare = { logisticsProviderId: null, freightTemplateId: null, feeShareType: "qty" };
  const id = await w.approved(w.form([[0, 20]], { ...near, ...bare }));
  const [line] = (await w.read(id)).items;
  const some = (goodQty: number, badQty = 0) => ({ items: [{ lineId: line?.id, goodQty, badQty }] });
  await w.done(id, "ship", some(18));
  expect(await w.pool(0)).toMatchObject({ good: 2, free: 2, value: "20.00" });
  await w.done(id, "setFee", { feeCurrency: "CNY", actualFreight: "10.01" });
  await w.done(id, "receive", some(5, 3));
  expect(await w.pool(0, yiwu)).toMatchObject({ good: 5, bad: 3, way: 10, value: "84.45" });
  expect(await refused(id, "receive", some(8, 3))).toBe("收货数量超过发货数量18");
  expect(await refused(id, "receive", some(0))).toBe("收货数量不能全为0");
  await w.done(id, "receive", some(7));
  expect(await refused(id, "reverse", { reason: "退回" })).toMatch(/不能撤销/);
  expect(await refused(id, "close")).toBe("请填写关闭原因");
  expect(await refused(id, "close", { reason: " " })).toBe("请填写关闭原因");
  expect(await w.pool(0, yiwu)).toMatchObject({ good: 12, bad: 3, way: 3, wayValue: "30.00" });
  await w.done(id, "close", { reason: "少到三件" });
  expect(await w.pool(0, yiwu)).toMatchObject({ way: 0, value: "158.34", wayValue: "0.00" });
  expect(await w.read(id)).toMatchObject({ lostQty: 3, lostAmount: "31.67", status: "closed" });
});

test("a bill that says more than was posted lies on what is left, and on what was sold", async () => {
  const { no } = await w.sent(45);
  const admin = w.o.as("admin");
  const { id: out } = await admin.add("/wms/otherout", {
    outType: "adjust",
    warehouseId: w.fba,
    reason: "平台销售后核对",
    items: [{ skuId: w.skus[0], goodQty: 20, badQty: 0 }],
  });
  await w.o.submit("admin", "other_out", "/wms/otherout", out);
  w.o.good(await admin.act("/wms/otherout", out, "confirm"));
  expect(await w.pool(0, w.fba)).toMatchObject({ good: 25, value: "406.81" });
  const bill = await w.addBill([w.line("transfer", no, "1111.55")]);
  await w.approve(bill);
  // 28.22 more for the 45 that came in: 15.68 for the 25 that are there, 12.54 for the 20 that are not.
  const sold = () =>
    w.db.query(
      `select amount::text from stock_move where biz_type = 'costOfSales' and warehouse_id = $1
       order by id`,
      [w.fba],
    );
  expect(await w.pool(0, w.fba)).toMatchObject({ good: 25, value: "422.49" });
  expect(await sold()).toEqual([{ amount: "-12.54" }]);
  expect((await w.actBill(bill, "void", { reason: "重开" })).status).toBe(200);
  expect(await w.pool(0, w.fba)).toMatchObject({ good: 25, value: "406.81" });
  expect(await sold()).toEqual([{ amount: "-12.54" }, { amount: "12.54" }]);
});

test("a template that has expired prices nothing new, and what it priced it still does", async () => {
  await w.fill(0, 60, "10");
  const carrier = await template("短期", {});
  const old = await submitting(carrier);
  expect(old.said).toBeNull();
  await w.o.approveAll("transfer", w.TRANSFER, old.id);
  await w.db.query("update freight_template set valid_to = $1 where name = '短期'", [today(-1)]);
  const sentence = `运费模板不能报价：已于${today(-1)}失效`;
  expect((await submitting(carrier)).said).toBe(sentence);
  await w.db.query("update freight_template set status = 'expired' where name = '短期'");
  expect((await submitting(carrier)).said).toBe("运费模板不能报价：模板未启用");
  await w.done(old.id, "pack");
  expect(await w.read(old.id)).toMatchObject({ status: "packed", chargeWeightKg: "13.50" });
  await w.done(old.id, "void", { reason: "不发了" });
});

test("outside of its zones a template serves nobody", async () => {
  const carrier = await template("分区", { destZone: ["ONT", "LAX"] });
  expect((await submitting({ ...carrier, fcCode: "MEM1" })).said).toBe("运费模板不能报价：不派送MEM1");
  expect((await submitting(carrier)).said).toBe("运费模板不能报价：该渠道按分区报价，请填写邮编或FC代码");
  const { id, said } = await submitting({ ...carrier, fcCode: "ONT8" });
  expect(said).toBeNull();
  w.o.good(await w.act(id, "withdraw"));
});

test("freight in yen has no fractions, and none without its rate", async () => {
  await w.db.query("delete from exchange_rate where currency = 'JPY'");
  const carrier = await template("日元", { currency: "JPY" });
  expect((await submitting(carrier)).said).toBe(`缺少JPY在${today()}的汇率`);
  await w.db.query(
    `insert into exchange_rate (currency, effective_date, official_rate, source)
     values ('JPY', $1, 0.0473, '测试')`,
    [today(-1)],
  );
  const { id, said } = await submitting(carrier);
  expect(said).toBeNull();
  // 13.5 kg by 12.50 are 168.75, with 300 for customs 468.75: yen are whole.
  const row = { freightCurrency: "JPY", quotedFreight: "469.00", freightCny: "22.18" };
  expect(await w.read(id)).toMatchObject(row);
  await w.o.approveAll("transfer", w.TRANSFER, id);
  await w.done(id, "pack");
  await w.done(id, "ship");
  const fee = (actualFreight: string) => ({ feeCurrency: "JPY", actualFreight });
  expect(await refused(id, "setFee", fee("500.5"))).toMatch(/小数|整数/);
  await w.done(id, "setFee", fee("1000"));
  expect(await w.read(id)).toMatchObject({ freightCny: "47.30", items: [{ feeAmount: "47.30" }] });
});
