import { afterAll, beforeAll, expect, it } from "vitest";
import { CHANGE } from "#backend/domain/purchase/order/purchase-order.testing";
import { type Backs, INSPECTION, openBacks, RETURN, SIGN } from "#backend/domain/purchase/return/return.testing";
import { IN, OUT } from "#backend/domain/wms/stock/stockroom.testing";
import { monthEnd, today } from "#backend/platform/values/calendar";

let w: Backs;
beforeAll(async () => {
  w = await openBacks();
});
afterAll(() => w.close());

/** Only a month that is over can be closed; whatever posts today shows its door when this one is. */
const closed = (until: string | null) =>
  w.db.query("update sys_param set value = $1 where param_key = 'month_close_until'", [until]);
const posted = () =>
  w.db.one(
    `select (select count(*) from stock_move) as moves, (select count(*) from ap_entry) as entries,
       (select count(*) from sys_oper_log where to_state is not null) as steps`,
  );

async function other(api: typeof IN | typeof OUT, done: boolean) {
  const name = api === IN ? "other_in" : "other_out";
  const [at] = await w.db.query<{ warehouseId: string; skuId: string }>(
    `select warehouse_id as "warehouseId", sku_id as "skuId" from stock where good_qty > 5 limit 1`,
  );
  const kind = api === IN ? { inType: "adjust" } : { outType: "loss" };
  const { id } = await w.warehouse.add(api, {
    ...kind,
    warehouseId: at?.warehouseId,
    reason: "盘点后调整库存",
    items: [{ skuId: at?.skuId, goodQty: 1, badQty: 0 }],
  });
  await w.submit("warehouse", name, api, id);
  if (done) w.good(await w.warehouse.act(api, id, "confirm"));
  return id;
}

it("nothing is posted into a closed month, whichever way it comes", async () => {
  const why = { reason: "试" };
  const po = await w.order([[100, "10.00"]]);
  await w.receive(po, [[0, 30, 5]]);
  const toSign = await w.ship(po, [[0, 10]], "normal");
  const signed = await w.sign(await w.ship(po, [[0, 10]], "normal"));
  const inspection = await w.inspect(await w.sign(await w.ship(po, [[0, 10]], "normal")), [[0, 10]]);
  const toReturn = await w.approved(RETURN, po, [[0, 0, 1]]);
  const returned = await w.shipped(RETURN, po, [[0, 0, 2]]);
  const others = await Promise.all(
    ([IN, OUT] as const).flatMap((api) => [false, true].map((done) => other(api, done))),
  );
  const [toIn = "", cameIn = "", toOut = "", wentOut = ""] = others;
  const form = w.good(await w.buyer.send("GET", `${CHANGE}/prefill`, undefined, { poId: po.id }));
  const change = (await w.buyer.add(CHANGE, { ...form, poId: po.id, newFreight: "50", reason: "运费按实际结算" })).id;
  w.good(await w.buyer.act(CHANGE, change, "submit"));

  const doors: Record<string, () => Promise<{ status: number; body: { msg?: string | null } }>> = {
    签收: async () => {
      const query = { deliveryId: toSign };
      const asked = await w.warehouse.send("GET", `${SIGN}/prefill`, undefined, query);
      return w.warehouse.send("POST", SIGN, { ...asked.body.data, inspectPolicy: "inspect" });
    },
    撤销签收: () => w.warehouse.act(SIGN, signed, "reverse", why),
    撤销质检: () => w.warehouse.act(INSPECTION, inspection, "reverse"),
    退货出库: () => w.warehouse.act(RETURN, toReturn, "ship"),
    撤销退货: () => w.manager.act(RETURN, returned, "reverse"),
    其他入库: () => w.warehouse.act(IN, toIn, "confirm"),
    撤销入库: () => w.warehouse.act(IN, cameIn, "reverse", why),
    其他出库: () => w.warehouse.act(OUT, toOut, "confirm"),
    撤销出库: () => w.warehouse.act(OUT, wentOut, "reverse", why),
    运费变更: () => w.manager.act(CHANGE, change, "approve"),
  };
  await closed(monthEnd(today()));
  const before = await posted();
  const said: Record<string, string | null | undefined> = {};
  for (const [name, door] of Object.entries(doors)) {
    const { status, body } = await door();
    said[name] = `${status} ${body.msg}`;
  }
  const sentence = `409 ${today().slice(0, 7)}已关账`;
  expect(said).toEqual(Object.fromEntries(Object.keys(doors).map((name) => [name, sentence])));
  expect(await posted()).toEqual(before);
  await closed(null);
  for (const name of ["签收", "撤销签收", "撤销质检", "退货出库", "其他出库", "撤销入库"])
    expect((await doors[name]?.())?.status, name).toBe(200);
});
