import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { openYard, TRANSFER, type Yard } from "./transfer.testing";

let s: Yard;
beforeAll(async () => {
  s = await openYard();
});
afterAll(async () => {
  expect(await ledgerFaults(s.db)).toEqual([]);
  await s.backend.close();
});

const lines = (id: string) => s.read(id).then((row) => row.items);

test("142 pieces go to FBA as in the continuation of the main chain", async () => {
  await s.fill(0, 95, "10");
  await s.fill(1, 47, "25.45");
  const id = await s.add(
    s.form([
      [0, 90],
      [1, 40],
    ]),
  );
  await s.o.submit("logistics", "transfer", TRANSFER, id);
  expect(await s.pool(0)).toMatchObject({ good: 95, free: 5 });
  expect(await s.pool(1)).toMatchObject({ good: 47, free: 7 });
  expect(await s.read(id)).toMatchObject({
    status: "approved",
    totalQty: 130,
    quotedFreight: "1010.50",
    chargeWeightKg: "72.50",
    site: "US",
    items: [{ fnsku: "X000000001", msku: "MSKU-1" }, {}],
  });
  expect(await s.refused(s.act(id, "ship"))).toBe("请先装箱");
  await s.done(id, "pack");
  expect(await s.read(id)).toMatchObject({
    status: "packed",
    cartons: 5,
    volumeM3: "0.4320",
    chargeWeightKg: "72.50",
    actualWeightKg: "66.00",
    quotedFreight: "1010.50",
    freightCny: "1010.50",
    boxes: [
      { boxNo: 1, qty: 30, chargeWeightKg: "13.50", contentsText: "TRF0001-01×30" },
      { boxNo: 2 },
      { boxNo: 3 },
      { boxNo: 4, qty: 20, chargeWeightKg: "16.00" },
      { boxNo: 5 },
    ],
  });
  await s.done(id, "ship", { trackingNo: "ZIM-1" });
  expect(await s.pool(0)).toMatchObject({ good: 5, free: 5, value: "50.00" });
  expect(await s.pool(0, s.fba)).toMatchObject({ way: 90, wayValue: "900.00" });
  expect(await s.pool(1, s.fba)).toMatchObject({ way: 40, wayValue: "1018.00" });
  await s.done(id, "setFee", { feeCurrency: "CNY", actualFreight: "1010.50" });
  expect(await lines(id)).toMatchObject([{ feeAmount: "564.49" }, { feeAmount: "446.01" }]);
  const [a, b] = await lines(id);
  const items = [
    { lineId: a?.id, goodQty: 89 },
    { lineId: b?.id, goodQty: 40 },
  ];
  const many = [{ lineId: a?.id, goodQty: 91 }];
  expect(await s.refused(s.act(id, "receive", { items: many }))).toBe("收货数量超过发货数量90");
  await s.done(id, "receive", { items });
  await s.done(id, "close", { reason: "少到一件" });
  expect(await s.pool(0, s.fba)).toMatchObject({ good: 89, way: 0, value: "1448.22" });
  expect(await s.pool(1, s.fba)).toMatchObject({ good: 40, way: 0, value: "1464.01" });
  expect(await s.read(id)).toMatchObject({
    status: "closed",
    shippedQty: 130,
    receivedQty: 129,
    lostQty: 1,
    lostAmount: "16.27",
    items: [
      { inAmount: "1448.22", lostAmount: "16.27", inUnitCost: "16.272135" },
      { inAmount: "1464.01", lostAmount: "0.00", inUnitCost: "36.600250" },
    ],
  });
  // What comes later of its freight is lost with the piece in the ledger too.
  const booked = async () => {
    const of = "select sum(-amount)::text as amount from stock_move where biz_id = $1 and biz_type = $2";
    const lost = await s.db.one<{ amount: string }>(of, [id, "transferLoss"]);
    return [lost?.amount, (await s.read(id)).lostAmount];
  };
  expect(await booked()).toEqual(["16.27", "16.27"]);
  await s.done(id, "setFee", { feeCurrency: "CNY", actualFreight: "2021" });
  expect(await booked()).toEqual(["22.54", "22.54"]);
  await s.done(id, "setFee", { feeCurrency: "CNY", actualFreight: "1010.50" });
  expect(await booked()).toEqual(["16.27", "16.27"]);
});
