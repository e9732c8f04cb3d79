import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  CHANGE,
  CONTRACT,
  ORDER,
  type Ordering,
  openOrdering,
} from "#backend/domain/purchase/order/purchase-order.testing";
import { CANCEL, INQ, REQ, TURN } from "#backend/domain/purchase/turn-requisition/sourcing.testing";
import { forgetCallers } from "#backend/platform/auth/caller";
import { documentNamed, documents } from "#documents";
import { pickersOf } from "#documents/kit";
import { given } from "../../../../tests/given";

/* Who makes a document from another one must be able to read that other one. */

let w: Ordering;
/** A buyer who has nothing of his own, and an operator of another department. */
const rival = "buyer_b";
const stranger = "ops_eu";
let rivalId: string;
/** Why a requisition is cancelled. */
let why: { reasonType: string | undefined; reason: string };

async function hire(username: string, like: string, dept: string): Promise<string> {
  const user = await w.db.one<{ id: string }>(
    `insert into sys_user (tenant_id, username, displayname, password, dept_id, lock_flag)
     select tenant_id, $1, $1, password, (select id from sys_dept where name = $3), '0'
     from sys_user where username = $2 returning id`,
    [username, like, dept],
  );
  await w.db.query(
    `insert into sys_user_role (user_id, role_id)
     select $1, role_id from sys_user_role ur join sys_user u on u.id = ur.user_id
     where u.username = $2`,
    [given(user).id, like],
  );
  return given(user).id;
}

beforeAll(async () => {
  w = await openOrdering();
  rivalId = await hire(rival, "buyer", "采购部");
  await hire(stranger, "ops", "欧洲一部");
  const reason = await w.db.one<{ value: string }>(
    "select value from sys_dict_item where dict_type = 'cancel_reason' order by id limit 1",
  );
  why = { reasonType: reason?.value, reason: "不再需要了" };
});
afterAll(() => w.close());

/** A document that is not there for the caller: at this field. */
const gone = (field: string) => ({
  status: 404,
  body: { code: 1, msg: "单据不存在", data: null, fields: { [field]: "单据不存在" } },
});
const add = (who: string, api: string, body: Record<string, unknown>) => w.o.as(who).send("POST", api, body);

describe("a buyer with another buyer's order", () => {
  let poId: string;
  let poLineId: string;
  beforeAll(async () => {
    poId = (await w.running()).id;
    poLineId = given((await w.read(poId)).items[0]).id;
  });

  it("puts it on no contract", async () => {
    const approved = await w.approved([[0, 100, "100.00", { remark: "议定价" }]]);
    expect(await add(rival, CONTRACT, await w.contractForm([approved]))).toEqual(gone("orders.0.poId"));
    w.o.good(await add("buyer", CONTRACT, await w.contractForm([approved])));
  });

  it("changes, plans, delivers and returns nothing of it", async () => {
    const items = [{ poLineId, newQty: 1, newPrice: "1" }];
    expect(await add(rival, CHANGE, { poId, reason: "客户要求调整", items })).toEqual(gone("poId"));
    const plan = { poLineId, planQty: 1, planDate: "2099-01-01" };
    expect(await add(rival, "/purchase/deliveryplan", { poId, items: [plan] })).toEqual(gone("poId"));
    const sent = { poLineId, qty: 1, cartons: 1, pcsPerCarton: 1 };
    const delivery = { shipDate: "2099-01-01", expectArriveDate: "2099-01-02", items: [sent] };
    expect(
      await add(rival, "/purchase/delivery", { deliveryType: "normal", transportMode: "truck", ...delivery }),
    ).toEqual(gone("items.0.poLineId"));
  });

  it("does not learn its prices, nor that it is there", async () => {
    for (const id of [poId, "999999999", "x"])
      expect(await w.o.as(rival).send("GET", `${CHANGE}/prefill`, undefined, { poId: id })).toMatchObject({
        status: 404,
        body: { msg: "单据不存在", data: null },
      });
  });
});

describe("a buyer with another buyer's turn requisition", () => {
  it("takes nothing of it by inquiry or order", async () => {
    const req = await w.requisition([10]);
    const turn = await w.turned([{ reqLineId: req.lines[0], qty: 10 }]);
    const turnLineId = turn.lines[0];
    const inquiry = {
      buyerId: rivalId,
      currency: "CNY",
      deadline: "2099-01-01 18:00:00",
      purpose: "order",
      items: [{ turnLineId, skuId: w.skus[0], qty: 10 }],
      suppliers: [],
    };
    expect(await add(rival, INQ, inquiry)).toEqual(gone("items.0.turnLineId"));
    const form = w.orderForm([[0, 10, "10.00", { turnLineId }]], { orderType: "normal" });
    const order = { ...form, buyerId: rivalId, supplierId: await supplierOf(rivalId) };
    expect(await add(rival, ORDER, order)).toEqual(gone("items.0.turnLineId"));
    const line = await w.db.one<{ n: number }>(
      "select inquired_qty + ordered_qty as n from turn_requisition_line where id = $1",
      [turnLineId],
    );
    expect(line?.n).toBe(0);
  });
});

/** A supplier that this buyer works with. */
async function supplierOf(buyerId: string): Promise<string> {
  const row = await w.db.one<{ id: string }>(
    `insert into supplier (no, name, supplier_type, status, currency, tax_type, tax_rate, level,
       settle_method, buyer_id, create_by, address)
     values ($1, $1, 'goods', 'approved', 'CNY', 'special', 13, 'B', 'cod', $2, 1, '深圳')
     returning id`,
    [`GY-${randomUUID().slice(0, 8)}`, buyerId],
  );
  return given(row).id;
}

describe("an operator with another department's requisition", () => {
  it("cancels nothing of it", async () => {
    const req = await w.requisition([10]);
    expect(await add(stranger, CANCEL, { reqId: req.id, ...why })).toEqual(gone("reqId"));
    expect(await w.o.as(stranger).send("GET", `${CANCEL}/prefill`, undefined, { reqId: req.id })).toMatchObject({
      status: 404,
    });
  });

  it("learns nothing from an edit that names it", async () => {
    const [own, foreign] = [await w.requisition([10]), await w.requisition([10])];
    const cancel = await w.o.as("ops").add(CANCEL, { reqId: own.id, ...why });
    await w.db.query("update purchase_requisition set create_by = 1, dept_id = null, store_id = null where id = $1", [
      foreign.id,
    ]);
    const items = [{ reqLineId: foreign.lines[0], cancelQty: 1 }];
    expect(await w.o.as("ops").edit(CANCEL, cancel.id, { items })).toEqual(gone("items.0.reqLineId"));
    // What it names already is not asked again, whoever may read that now.
    await w.db.query("update purchase_requisition set create_by = 1, dept_id = null, store_id = null where id = $1", [
      own.id,
    ]);
    const row = await w.o.as("ops").read(CANCEL, cancel.id);
    const kept = row.items.map((l: object) => ({ ...l, cancelQty: 3 }));
    expect((await w.o.as("ops").edit(CANCEL, cancel.id, { items: kept })).status).toBe(200);
  });
});

describe("a supplier of another buyer", () => {
  it("is no choice, like one that is not there", async () => {
    const foreign = await supplierOf(rivalId);
    for (const supplierId of [foreign, "999999999"])
      expect(await add("buyer", ORDER, w.orderForm([[0, 1, "1.00"]], { supplierId }))).toMatchObject({
        status: 400,
        body: { fields: { supplierId: "供应商不存在" } },
      });
  });
});

it("requisitions are everybody's who turns them, as their scope says", async () => {
  const req = await w.requisition([10]);
  const items = [{ reqLineId: req.lines[0], qty: 1, turnMode: "purchase" }];
  const { status } = await add(rival, TURN, { buyerId: rivalId, warehouseId: w.warehouseId, items });
  expect(status).toBe(200);
  expect((await w.o.as(rival).send("GET", `${REQ}/${req.id}`)).status).toBe(200);
});

it("a code that is typed finds nothing of a kind whose options are not its writer's", async () => {
  const { no } = await w.requisition([10]);
  const add = (code: string) =>
    w.o
      .as("buyer")
      .send("POST", TURN, {
        buyerId: w.buyerId,
        warehouseId: w.warehouseId,
        items: [{ reqLineCode: code, qty: 1, turnMode: "purchase" }],
      });
  expect((await add(`${no}-1`)).status).toBe(200);
  const taken = await w.db.query(
    `delete from sys_role_menu where role_id = (select id from sys_role where role_code = 'BUYER')
     and menu_id in (select id from sys_menu where permission = any($1))
     returning role_id as "roleId", menu_id as "menuId"`,
    [pickersOf(documentNamed("purchase_requisition"), documents)],
  );
  forgetCallers();
  expect(await w.o.as("buyer").send("GET", `${REQ}/options`)).toMatchObject({ status: 403 });
  for (const code of [`${no}-1`, "QG0000000000-1"])
    expect(await add(code)).toMatchObject({
      status: 400,
      body: { fields: { "items.0.reqLineCode": `请购明细${code}不存在` } },
    });
  for (const { roleId, menuId } of taken)
    await w.db.query("insert into sys_role_menu (role_id, menu_id) values ($1, $2)", [roleId, menuId]);
  forgetCallers();
});

it("a code that is typed finds nothing that its writer may not see", async () => {
  const poId = (await w.running()).id;
  const { no } = await w.read(poId);
  const sent = { poLineCode: `${no}-1`, qty: 1, cartons: 1, pcsPerCarton: 1 };
  const form = {
    deliveryType: "normal",
    transportMode: "truck",
    items: [sent],
    shipDate: "2099-01-01",
    expectArriveDate: "2099-01-02",
  };
  const said = { "items.0.poLineCode": `采购明细${no}-1不存在` };
  expect((await add(rival, "/purchase/delivery", form)).body.fields).toEqual(said);
  const req = await w.requisition([10]);
  const items = [{ reqLineCode: `${req.no}-1`, qty: 1, turnMode: "purchase" }];
  const turn = { buyerId: rivalId, warehouseId: w.warehouseId, items };
  const { id } = await w.o.as(rival).add(TURN, turn);
  // Who may still edit one and turn no more sees only requisitions of his own.
  await w.db.query(
    `delete from sys_role_menu where menu_id = (select id from sys_menu
       where permission = 'purchase_turnrequisition_add')
     and role_id = (select id from sys_role where role_code = 'BUYER')`,
  );
  const other = await w.requisition([10]);
  const moved = { items: [{ reqLineCode: `${other.no}-1`, qty: 1, turnMode: "purchase" }] };
  forgetCallers();
  expect((await w.o.as(rival).edit(TURN, id, moved)).body.msg).toBe(`请购明细${other.no}-1不存在`);
});
