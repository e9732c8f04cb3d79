import { afterAll, beforeAll, expect, test } from "vitest";
import { openStockroom, type Stockroom } from "../stock/stockroom.testing";

let s: Stockroom;
let fba: string;
beforeAll(async () => {
  s = await openStockroom();
  await s.db.query(
    `update warehouse set member_ids =
       array_append(member_ids, (select id from sys_user where username = 'warehouse'))`,
  );
  const row = await s.db.one<{ id: string }>("select id from warehouse where code = 'FBA-US'");
  fba = row?.id ?? "";
});
afterAll(() => s.backend.close());

const opening = (sku: number) => s.inForm([[sku, 5, 0, { unitCost: "2" }]], { inType: "opening", warehouseId: fba });

test("what lies in an FBA warehouse is entered as opening until something moved it", async () => {
  // Counted in two documents, both before the first move.
  const [one, two] = [await s.approved("other_in", opening(0)), await s.approved("other_in", opening(1))];
  for (const id of [one, two]) s.o.good(await s.act("other_in", id, "confirm"));
  const stock = await s.db.query(
    "select good_qty as good, stock_value::text as value from stock where warehouse_id = $1",
    [fba],
  );
  expect(stock).toEqual([
    { good: 5, value: "10.00" },
    { good: 5, value: "10.00" },
  ]);
  expect(await s.save("other_in", opening(2))).toBe("FBA仓已有流水，不能录入期初");
  const gift = s.inForm([[2, 1]], { inType: "sampleBack", warehouseId: fba });
  expect(await s.save("other_in", gift)).toBe("FBA仓只能做调整入库");
});
