import { afterAll, beforeAll, expect, test } from "vitest";
import { lockWhole } from "#backend/engine/documents/reading/row";
import { insert, update } from "#backend/engine/documents/writing/write";
import { salesOrder } from "#documents/order/sales-order";
import { type Orders, openOrders } from "./sales.testing";
import { salesOrderRules } from "./sales-order";

let o: Orders;
beforeAll(async () => {
  o = await openOrders();
});
afterAll(() => o.db.close());

const receiver = { name: "Mary Major", country: "US", state: "CA", city: "Reno", line1: "1 Oak St" };
const write = (more: object = {}) =>
  o.act((c) =>
    insert(c, salesOrder, salesOrderRules, {
      orderSource: "manual",
      storeId: o.storeId,
      receiver,
      items: [{ skuId: o.skus[0], qty: 3, unitPrice: "10.50" }],
      ...more,
    }),
  );
const change = (id: string, values: object) =>
  o.act(async (c) => update(c, salesOrder, salesOrderRules, await lockWhole(c, salesOrder, id), { ...values }));
const read = (id: string) =>
  o.db.one<Record<string, unknown>>(
    `select status, currency, total_amount as total, est_cost as cost, receiver_shown as shown,
       receiver_hash as hash, (select sum(qty)::int from sales_order_line l
         where l.sales_order_id = t.id and l.del_flag = 0) as pieces from sales_order t where id = $1`,
    [id],
  );

test("written by hand: its store's currency, amounts of its lines, goods to pack", async () => {
  const { id } = await write();
  const row = await read(id);
  expect(row).toMatchObject({ status: "pendingProcess", currency: "USD", total: "31.50", cost: "13.50", pieces: 3 });
  expect(JSON.stringify(row)).not.toContain("Mary");
  await expect(write({ orderSource: "platform" })).rejects.toThrow("平台订单由同步生成");
});

test("until it is audited it may go elsewhere, and its drafts with it", async () => {
  const { id } = await write();
  const before = await read(id);
  await o.step(id, "setWarehouse", { warehouseId: o.place });
  await o.step(id, "setLogistics", { logisticsChannelId: o.channel });
  await change(id, { receiver: { line1: "2 Elm St" } });
  const after = await read(id);
  expect(after?.hash).not.toBe(before?.hash);
  const parcel = await o.db.one(
    `select p.receiver_hash as hash from package_order p join package_order_line l
       on l.package_order_id = p.id where l.order_id = $1 and l.del_flag = 0`,
    [id],
  );
  expect(parcel).toEqual({ hash: after?.hash });
});

test("other goods are packed anew; those of a platform are not changed by hand", async () => {
  const { id } = await write();
  await o.step(id, "setWarehouse", { warehouseId: o.place });
  const items = [{ skuId: o.skus[1], qty: 2, unitPrice: "1" }];
  await change(id, { items });
  expect(await read(id)).toMatchObject({ total: "2.00", pieces: 2 });
  expect(await o.look(id)).toMatchObject({ packages: [] });
  await o.db.query("update sales_order set order_source = 'platform' where id = $1", [id]);
  await expect(change(id, { items: [{ ...items[0], qty: 9 }] })).rejects.toThrow("以平台为准");
});
