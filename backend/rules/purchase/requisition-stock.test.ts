import { afterAll, beforeAll, expect, test } from "vitest";
import { openSourcing, REQ, type Sourcing, TURN } from "./sourcing.testing";

let s: Sourcing;
beforeAll(async () => {
  s = await openSourcing();
  const put = (warehouseId: string, good: number, held: number) =>
    s.db.query(
      `insert into stock (warehouse_id, sku_id, good_qty, reserved_qty, transit_qty)
       values ($1, $2, $3, $4, 7)`,
      [warehouseId, s.skus[0], good, held],
    );
  await put(s.warehouseId, 12, 2);
  await put(s.otherWarehouseId, 9, 4);
});
afterAll(() => s.close());

test("a requisition remembers what its warehouse had when it was submitted", async () => {
  const { id } = await s.requisition([5, 6]);
  const { items } = await s.o.as("ops").read(REQ, id);
  expect(items).toMatchObject([
    { availableQty: 10, inTransitQty: 7, onOrderQty: 0 },
    { availableQty: 0, inTransitQty: 0, onOrderQty: 0 },
  ]);
});

test("lines that are moved from another warehouse take what is free there, no more", async () => {
  const { lines } = await s.requisition([20]);
  const move = (qty: number) =>
    s.turn([
      {
        ...{ reqLineId: lines[0], turnMode: "transfer", qty },
        fromWarehouseId: s.otherWarehouseId,
      },
    ]);
  const buyer = s.o.as("buyer");
  const many = await move(6);
  expect((await buyer.read(TURN, many.id)).items).toMatchObject([{ availableQty: 5 }]);
  expect((await buyer.act(TURN, many.id, "submit")).body.msg).toBe("仓库义乌仓可用库存5不足");
  s.o.good(await buyer.act(TURN, (await move(5)).id, "submit"));
});
