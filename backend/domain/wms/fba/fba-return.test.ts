import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { openPlatform, type Platform, RETURN } from "./fba.testing";

let p: Platform;
beforeAll(async () => {
  p = await openPlatform();
});
afterAll(() => p.backend.close());

test("store, warehouses and listings are asked for in words, and filled in where known", async () => {
  const cases: [form: Record<string, unknown>, message: string][] = [
    [p.returnForm([[3, 1]]), "SKU FBA0001-04 在该店铺没有FNSKU映射"],
    [p.returnForm([[0, 1]], { toWarehouseId: p.fba }), "退回仓须是海外自营仓或三方海外仓"],
    [p.returnForm([[0, 1]], { fbaWarehouseId: p.to }), "FBA仓不属于该店铺"],
    [
      p.returnForm([
        [0, 1],
        [0, 2],
      ]),
      "SKU FBA0001-01 重复",
    ],
    [
      p.returnForm([], { items: [{ skuId: p.skus[0], requestedQty: 1, fnsku: p.fnsku(2), disposition: "sellable" }] }),
      "X0FBATEST2不是SKU FBA0001-01 在该店铺的映射",
    ],
  ];
  for (const [form, message] of cases) expect(await p.save("fba_return", form)).toBe(message);
  const { id } = await p.o.as("ops").add(
    RETURN,
    p.returnForm([
      [0, 3],
      [0, 2, true],
    ]),
  );
  expect(await p.read("fba_return", id)).toMatchObject({
    fbaWarehouseId: p.fba,
    currency: "USD",
    requestedQty: 5,
    status: "draft",
    items: [{ fnsku: "X0FBATEST1", msku: "MSKU-1" }, { disposition: "sellable" }],
  });
});

test("submit holds good or bad pieces; withdrawing, and voiding before anything left, frees them", async () => {
  const much = await p.o.as("ops").add(RETURN, p.returnForm([[0, 21]]));
  expect(await p.refused(p.o.as("ops").act(RETURN, much.id, "submit"))).toBe(
    "SKU FBA0001-01 在FBA美国的次品可用不足，需21，可用20",
  );
  const id = await p.approved(
    "fba_return",
    p.returnForm([
      [0, 5],
      [0, 7, true],
    ]),
  );
  expect(await p.stock(p.fba)).toMatchObject({ good: 100, free: 93, bad: 20, freeBad: 15 });
  expect(await p.refused(p.act("fba_return", id, "ship"))).toBe("待提交亚马逊状态不能登记发出");
  p.o.good(await p.act("fba_return", id, "submitAmazon", { removalOrderId: "RM-A1" }));
  const other = await p.approved("fba_return", p.returnForm([[0, 1]]));
  const { no } = await p.read("fba_return", id);
  expect(await p.refused(p.act("fba_return", other, "submitAmazon", { removalOrderId: "RM-A1" }))).toBe(
    `移除单号已存在：${no}`,
  );
  for (const one of [id, other]) p.o.good(await p.act("fba_return", one, "void", { reason: "不退了" }));
  expect(await p.stock(p.fba)).toMatchObject({ free: 100, freeBad: 20 });
});

test("ship, receive in parts and close: every piece and every cent is somewhere", async () => {
  const id = await p.submitted(
    "fba_return",
    p.returnForm([
      [2, 20],
      [2, 10, true],
    ]),
  );
  const ship = async (...rows: Record<string, unknown>[]) =>
    p.act("fba_return", id, "ship", await p.lines("fba_return", id, rows));
  const receive = async (...rows: Record<string, unknown>[]) =>
    p.act("fba_return", id, "receive", await p.lines("fba_return", id, rows));
  expect(await p.refused(ship({ shippedQty: 19, disposedQty: 2 }))).toBe("发出数量超过申请数量");
  expect(await p.refused(ship({}, {}))).toBe("请填写发出、取消或销毁数量");
  const asked = p.o.good(await p.o.as("admin").send("GET", `${RETURN}/${id}/ship/ask`));
  expect(asked).toMatchObject({
    items: [
      { leftQty: 20, fnsku: "X0FBATEST3", disposition: "unsellable" },
      { leftQty: 10, disposition: "sellable" },
    ],
  });
  // 120 pieces are worth 39.96: 18 leave for 5.99, 1 is destroyed, 1 stays.
  p.o.good(await ship({ shippedQty: 18, disposedQty: 1, cancelledQty: 1, trackingNo: "1Z1" }));
  expect(await p.stock(p.fba, 2)).toMatchObject({ good: 100, free: 90, bad: 1, freeBad: 1 });
  expect(await p.stock(p.to, 2)).toMatchObject({ transit: 18, onWay: "5.99", good: 0 });
  expect(await p.read("fba_return", id)).toMatchObject({
    status: "shipping",
    shippedQty: 18,
    lossAmount: "0.33",
    items: [{ trackingNos: ["1Z1"], outAmount: "5.99" }, { shippedQty: 0 }],
  });
  expect(await p.refused(p.act("fba_return", id, "void", { reason: "x" }))).toBe("已发出，不能作废");
  expect(await p.refused(receive({ goodQty: 18, badQty: 1 }))).toBe("收货数量超过发出数量18");
  p.o.good(await receive({ goodQty: 3, badQty: 4 }));
  p.o.good(await ship({}, { shippedQty: 6 }));
  expect(await p.read("fba_return", id)).toMatchObject({ status: "partReceived", receivedQty: 7 });
  p.o.good(await receive({ badQty: 10 }, { goodQty: 6 }));
  expect(await p.refused(p.act("fba_return", id, "close", {}))).toBe("请填写关闭原因");
  p.o.good(await p.act("fba_return", id, "close", { reason: "丢件", removalFee: "12.5" }));
  // Of the 18 one is lost; the platform never sent 4 of the 10.
  expect(await p.read("fba_return", id)).toMatchObject({
    status: "closed",
    lostQty: 1,
    claim: true,
    removalFee: "12.50",
    items: [
      { cancelledQty: 1, disposedQty: 1, shippedQty: 18, lostQty: 1 },
      { cancelledQty: 4, shippedQty: 6, receivedGoodQty: 6, lostQty: 0 },
    ],
  });
  expect(await p.stock(p.fba, 2)).toMatchObject({ good: 94, free: 94, bad: 1, freeBad: 1 });
  expect(await p.stock(p.to, 2)).toMatchObject({ transit: 0, onWay: "0.00", good: 9, bad: 14 });
  const net = await p.db.one<{ left: string }>(
    `select (39.96 - (select sum(stock_value + transit_value) from stock where sku_id = $1)
       - (select loss_amount from fba_return where id = $2))::text as left`,
    [p.skus[2], id],
  );
  expect(net?.left).toBe("0.00");
  p.o.good(await p.act("fba_return", id, "claimed", { claimNo: "CLM-1" }));
  expect(await p.refused(p.act("fba_return", id, "claimed", { claimNo: "CLM-2" }))).toBe("没有待索赔的丢失");
  expect(await ledgerFaults(p.db)).toEqual([]);
});

test("it is done when everything came, or when the platform did nothing but cancel", async () => {
  const id = await p.submitted("fba_return", p.returnForm([[1, 4, true]]));
  const one = (rows: Record<string, unknown>) => p.lines("fba_return", id, [rows]);
  p.o.good(await p.act("fba_return", id, "ship", await one({ shippedQty: 3, cancelledQty: 1 })));
  p.o.good(await p.act("fba_return", id, "receive", await one({ goodQty: 3 })));
  expect(await p.read("fba_return", id)).toMatchObject({ status: "done", lostQty: 0 });
  expect(await p.stock(p.to, 1)).toMatchObject({ good: 3, value: "60.00" });
  const none = await p.submitted("fba_return", p.returnForm([[1, 4, true]]));
  const rows = await p.lines("fba_return", none, [{ cancelledQty: 4 }]);
  p.o.good(await p.act("fba_return", none, "ship", rows));
  expect(await p.read("fba_return", none)).toMatchObject({ status: "done" });
  expect(await p.stock(p.fba, 1)).toMatchObject({ good: 97, free: 97 });
});

test("the warehouse that it goes to sees and receives it, and another one does not", async () => {
  const id = await p.submitted("fba_return", p.returnForm([[0, 2]]));
  const rows = await p.lines("fba_return", id, [{ shippedQty: 2 }]);
  p.o.good(await p.act("fba_return", id, "ship", rows));
  const got = await p.lines("fba_return", id, [{ badQty: 2 }]);
  expect((await p.o.as("warehouse_yw").send("GET", `${RETURN}/${id}`)).status).toBe(404);
  p.o.good(await p.o.as("warehouse").act(RETURN, id, "receive", got));
  expect(await p.read("fba_return", id)).toMatchObject({ status: "done" });
});
