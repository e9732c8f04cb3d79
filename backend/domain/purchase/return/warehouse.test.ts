import { afterAll, beforeAll, expect, test } from "vitest";
import { CHANGE, ORDER } from "../order/purchase-order.testing";
import { type Backs, EXCHANGE, openBacks, RETURN, SIGN } from "./return.testing";

let w: Backs;
beforeAll(async () => {
  w = await openBacks();
  await w.backend.db.query(
    `update warehouse set member_ids =
       array_append(member_ids, (select id from sys_user where username = 'warehouse'))`,
  );
});
afterAll(() => w.close());

const warehouse = async (code: string) =>
  (await w.backend.db.one<{ id: string }>("select id from warehouse where code = $1", [code]))?.id ?? "";
/** The order's warehouse changes while nothing is signed, whatever is on its way. */
const moveOrder = (poId: string, id: string) =>
  w.backend.db.query("update purchase_order set warehouse_id = $2 where id = $1", [poId, id]);
const changeTo = async (poId: string, newWarehouseId: string) => {
  const form = w.good(await w.buyer.send("GET", `${CHANGE}/prefill`, undefined, { poId }));
  return w.buyer.send("POST", CHANGE, { ...form, poId, reason: "换一个仓库收货", newWarehouseId });
};

test("goods go back from the warehouse in which they were signed", async () => {
  const po = await w.order([[20, "10.00"]]);
  const sent = await w.ship(po, [[0, 10]], "normal");
  const [home, other] = [await warehouse("WH-SZ"), await warehouse("WH-YW")];
  await moveOrder(po.id, other);
  const inspection = await w.inspect(await w.sign(sent), [[0, 10]]);
  for (const api of [RETURN, EXCHANGE] as const) {
    const id = await w.draft(api, po, [[0, 1]]);
    expect(await w.buyer.read(api, id)).toMatchObject({ warehouseId: home });
  }
  w.good(await w.buyer.act(RETURN, await w.draft(RETURN, po, [[0, 1]]), "submit"));
  await w.receive(po, [[0, 5]]);
  const both = await w.buyer.send("POST", RETURN, w.form(RETURN, po, [[0, 1]]));
  expect([both.status, both.body.msg]).toEqual([409, "货品签收在深圳仓、义乌仓，请从质检单退换"]);
  const named = await w.draft(RETURN, po, [[0, 1]], { inspectionId: inspection });
  expect(await w.buyer.read(RETURN, named)).toMatchObject({ warehouseId: home });
});

test("the warehouse of an order stays once something is signed", async () => {
  const po = await w.order([[20, "10.00"]]);
  const other = await warehouse("WH-YW");
  const early: { id: string } = w.good(await changeTo(po.id, other));
  await w.receive(po, [[0, 5]]);
  expect((await w.buyer.act(CHANGE, early.id, "submit")).body.msg).toBe("采购单已有到货，不能变更收货仓");
});

test("purchases come into no FBA and no third-party warehouse", async () => {
  const po = await w.order([[20, "10.00"]]);
  const message = /^(FBA美国|谷仓美西) 不能直接收采购货，请收到自营仓后再调拨$/;
  for (const code of ["FBA-US", "GC-W"]) {
    const id = await warehouse(code);
    const change = await changeTo(po.id, id);
    expect(change.body.fields?.newWarehouseId).toMatch(message);
    const order = await w.buyer.send("POST", ORDER, {
      orderType: "sample",
      supplierId: w.supplierId,
      warehouseId: id,
      expectDate: "2099-01-01",
      taxType: "tax",
      currency: "CNY",
      companyId: "1",
      buyerId: "1",
      items: [],
    });
    expect(order.status).toBe(400);
    const sent = await w.ship(po, [[0, 1]], "normal");
    await w.backend.db.query("update delivery set warehouse_id = $2 where id = $1", [sent, id]);
    const form = w.good(await w.warehouse.send("GET", `${SIGN}/prefill`, undefined, { deliveryId: sent }));
    const signed = await w.warehouse.send("POST", SIGN, form);
    expect([signed.status, signed.body.msg]).toEqual([409, expect.stringMatching(message)]);
  }
  const offered: { label: string }[] = w.good(
    await w.buyer.send("GET", "/wms/warehouse/options", undefined, { only: "kind:domestic|overseas|sample" }),
  );
  expect(offered.map((o) => o.label)).toEqual(["深圳仓", "义乌仓", "样品仓", "洛杉矶自营仓"]);
});
