import { afterAll, beforeAll, expect, test } from "vitest";
import { payablesFaults } from "#backend/ledgers/payables/checks";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { BILL, openBills, REQUEST } from "./bill.testing";

let w: Awaited<ReturnType<typeof openBills>>;
beforeAll(async () => {
  w = await openBills();
});
afterAll(async () => {
  expect(await ledgerFaults(w.db)).toEqual([]);
  await w.backend.close();
});

test("a transfer bears its bill instead of the estimate, what came in as well", async () => {
  const { id: transfer, no } = await w.sent(45);
  expect(await w.pool(0, w.fba)).toMatchObject({ good: 45, value: "732.25" });
  const dear = await w.addBill([w.line("transfer", no, "1111.56")]);
  expect((await w.actBill(dear, "submit")).body.msg).toBe("第1行累计1111.56超过预估1010.50的10%，请填写备注");
  const id = await w.addBill([w.line("transfer", no, "1111.55", { taxAmount: "66.69" })]);
  expect(await w.bill(id)).toMatchObject({ totalAmount: "1178.24", baseAmount: "1178.24" });
  await w.approve(id);
  expect(await w.bill(id)).toMatchObject({ status: "approved", items: [{ cost: "1111.55" }] });
  expect((await w.read(transfer)).items).toMatchObject([{ feeAmount: "620.93" }, { feeAmount: "490.62" }]);
  expect(await w.pool(0, w.fba)).toMatchObject({ good: 45, value: "760.47" });
  const own = { feeCurrency: "CNY", actualFreight: "1" };
  expect(await w.refused(w.act(transfer, "setFee", own))).toContain("费用以账单为准");
  expect(await w.entries(id)).toEqual(["1178.24"]);
  expect(await w.owed("CNY")).toBe("1178.24");
  const due = await w.db.one<{ days: number }>(
    "select (due_date - bill_date)::int as days from logistics_bill where id = $1",
    [id],
  );
  expect(due?.days).toBeGreaterThanOrEqual(30); // month's end and 30 days
  expect((await w.actBill(id, "void", { reason: "重开" })).status).toBe(200);
  expect(await w.pool(0, w.fba)).toMatchObject({ value: "732.25" });
  expect(await w.read(transfer)).toMatchObject({ freightCny: "1010.50" });
  expect(await w.entries(id)).toEqual(["1178.24", "-1178.24"]);
  expect(await w.owed("CNY")).toBe("0.00");
  expect(await payablesFaults(w.db)).toEqual([]);
});

test("fees of declarations and containers go to their transfers by declared value", async () => {
  const [one, two] = [await w.sent(), await w.sent()];
  const declared = async (transferId: string, no: string, cny: string) =>
    w.db.query(
      `insert into customs_declaration (no, status, customs_type, transfer_id, amount_cny, create_by)
       values ($1, 'released', '1', $2, $3, 1)`,
      [no, transferId, cny],
    );
  await declared(one.id, "CD-T1", "1000");
  await declared(two.id, "CD-T2", "500");
  await w.db.query("insert into cabinet_combination (no, status, create_by) values ('GZ-T1', 'loaded', 1)");
  await w.db.query(
    `insert into cabinet_line (cabinet_combination_id, line_no, transfer_id)
     select id, x.n, x.t from cabinet_combination, (values (1, $1::bigint), (2, $2::bigint)) x (n, t)
     where no = 'GZ-T1'`,
    [one.id, two.id],
  );
  await w.approve(await w.addBill([w.line("customs_declaration", "CD-T1", "300")]));
  expect(await w.read(one.id)).toMatchObject({ freightCny: "300.00" });
  await w.approve(await w.addBill([w.line("cabinet_combination", "GZ-T1", "1000")]));
  expect(await w.read(one.id)).toMatchObject({ freightCny: "966.67" });
  expect(await w.read(two.id)).toMatchObject({ freightCny: "333.33" });
});

test("a bill in dollars lies on what of its delivery is in stock, and is asked for up to its amount", async () => {
  const yw = w.from;
  const sku = w.skus[0];
  await w.fill(0, 8, "10", yw);
  const [delivery] = await w.db.query<{ id: string }>(
    `insert into delivery (no, status, supplier_id, delivery_type, create_by)
     values ('SH-T1', 'signed', $1, 'normal', 1) returning id`,
    [w.payee],
  );
  const [sent] = await w.db.query<{ id: string }>(
    `insert into delivery_line (delivery_id, line_no, sku_id, qty, signed_qty)
     values ($1, 1, $2, 10, 10) returning id`,
    [delivery?.id, sku],
  );
  const [po] = await w.db.query<{ id: string }>(
    `with o as (insert into purchase_order (no, status, supplier_id, company_id, currency, create_by)
       values ('CG-T1', 'executing', $1, (select min(id) from company), 'CNY', 1) returning id)
     insert into purchase_order_line (purchase_order_id, line_no, sku_id, qty, price)
     select id, 1, $2, 10, 1 from o returning id`,
    [w.payee, sku],
  );
  const [signed] = await w.db.query<{ id: string }>(
    `insert into wms_sign (no, status, delivery_id, warehouse_id, create_by)
     values ('QS-T1', 'done', $1, $2, 1) returning id`,
    [delivery?.id, yw],
  );
  await w.db.query(
    `insert into wms_sign_line (wms_sign_id, line_no, delivery_line_id, po_line_id, sku_id, sign_qty, freight_part)
     values ($1, 1, $2, $3, $4, 10, 20)`,
    [signed?.id, sent?.id, po?.id, sku],
  );
  const id = await w.addBill([w.line("delivery", "SH-T1", "50", { remark: "加急" })], { currency: "USD" });
  await w.approve(id);
  expect(await w.bill(id)).toMatchObject({ baseAmount: "357.40", items: [{ cost: "357.40" }] });
  expect(await w.pool(0, yw)).toMatchObject({ good: 8, value: "349.92" });
  expect(await w.owed("USD")).toBe("50.00");

  const ask = async (amount?: string) => {
    const fin = w.o.as("finance");
    const form = w.o.good(await fin.send("GET", `${REQUEST}/prefill`, undefined, { billIds: id }));
    const [line] = form.items;
    const items = [{ ...line, amount: amount ?? line.amount }];
    return { line, id: (await w.o.as("logistics").add(REQUEST, { ...form, items })).id };
  };
  const first = await ask("30");
  expect(first.line).toMatchObject({ bizType: "bill", amount: "50.00" });
  await w.o.submit("logistics", "payment_request", REQUEST, first.id);
  expect(await w.bill(id)).toMatchObject({ requestedAmount: "30.00", openAmount: "20.00" });
  const more = await ask("21");
  expect(more.line.amount).toBe("20.00");
  expect((await w.o.as("logistics").act(REQUEST, more.id, "submit")).body.msg).toBe("累计请款51.00超过费用金额50.00");
  expect((await w.actBill(id, "void", { reason: "错" })).body.msg).toBe("已请款，不能作废");
  await w.pay(first.id, "30");
  expect(await w.bill(id)).toMatchObject({ paidAmount: "30.00" });
  expect(await w.owed("USD")).toBe("20.00");
  await w.back(first.id);
  expect(await w.bill(id)).toMatchObject({ paidAmount: "0.00", requestedAmount: "30.00" });
  expect(await w.owed("USD")).toBe("50.00");
  expect(await payablesFaults(w.db)).toEqual([]);
});

test("what may not be billed is refused at its line", async () => {
  const refused = async (items: object[], more = {}) =>
    (
      await w.clerk.send(
        "POST",
        BILL,
        w.billForm(
          items.map((l) => ({ ...l })),
          more,
        ),
      )
    ).body.msg;
  expect(await refused([w.line("transfer", "DB0000", "1")])).toBe("调拨单DB0000不存在");
  const goods = await w.db.one<{ id: string }>(
    "insert into supplier (no, name, supplier_type, status) values ('GY-G', '货品商', 'goods', 'approved') returning id",
  );
  expect(await refused([w.line("transfer", "DB0000", "1")], { supplierId: goods?.id })).toBe(
    "收款方须为物流商或报关行",
  );
  const draft = await w.add(w.form([[0, 1]]));
  const id = await w.addBill([w.line("transfer", (await w.read(draft)).no, "1")]);
  expect((await w.actBill(id, "submit")).body.msg).toContain("未审批，不能录入账单");
});

test("two people who enter one bill of a forwarder at once: one of them hears of the other", async () => {
  const { no } = await w.sent();
  const same = { billNo: "HD-TWICE" };
  const ids = [
    await w.addBill([w.line("transfer", no, "1")], same),
    await w.addBill([w.line("transfer", no, "1")], same),
  ];
  const answers = await Promise.all(ids.map((id) => w.actBill(id, "submit")));
  expect(answers.map((a) => a.status).sort()).toEqual([200, 409]);
  expect(answers.find((a) => a.status === 409)?.body.msg).toMatch(/^对方账单号HD-TWICE已录入：LB/);
});
