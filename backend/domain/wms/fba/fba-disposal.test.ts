import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { DISPOSAL, openPlatform, type Platform } from "./fba.testing";

let p: Platform;
beforeAll(async () => {
  p = await openPlatform();
});
afterAll(() => p.backend.close());

test("sellable stock is destroyed for a reason; submit holds it at what it costs", async () => {
  expect(await p.save("fba_disposal", p.disposalForm([[0, 1, true]]))).toBe("可售库存销毁须说明原因");
  const id = await p.approved(
    "fba_disposal",
    p.disposalForm([
      [0, 5],
      [1, 2],
    ]),
  );
  expect(await p.read("fba_disposal", id)).toMatchObject({
    status: "approved",
    estLossAmount: "90.00",
    requestedQty: 7,
    items: [{ unitCost: "10.000000", ageDays: 0 }, { unitCost: "20.000000" }],
  });
  expect(await p.stock(p.fba)).toMatchObject({ bad: 20, freeBad: 15 });
  p.o.good(await p.act("fba_disposal", id, "void", { reason: "改为退回" }));
  expect(await p.stock(p.fba)).toMatchObject({ bad: 20, freeBad: 20 });
});

test("the result counts every piece: destroyed ones are written off, the others are free", async () => {
  const form = p.disposalForm(
    [
      [0, 5],
      [2, 4, true],
    ],
    { reasonText: "召回批次" },
  );
  const id = await p.submitted("fba_disposal", form);
  const finish = async (...rows: Record<string, unknown>[]) =>
    p.act("fba_disposal", id, "finish", await p.lines("fba_disposal", id, rows));
  const uneven = "销毁数+取消数须等于申请数";
  expect(await p.refused(finish({ disposedQty: 4 }, { disposedQty: 4 }))).toBe(uneven);
  expect(await p.refused(finish({ disposedQty: 5 }))).toBe(uneven);
  p.o.good(await finish({ disposedQty: 4, cancelledQty: 1 }, { disposedQty: 4 }));
  expect(await p.read("fba_disposal", id)).toMatchObject({
    status: "done",
    disposedQty: 8,
    cancelledQty: 1,
    lossAmount: "41.33",
    items: [{ lossAmount: "40.00" }, { lossAmount: "1.33" }],
  });
  expect(await p.stock(p.fba)).toMatchObject({ bad: 16, freeBad: 16 });
  expect(await p.stock(p.fba, 2)).toMatchObject({ good: 96, free: 96 });
  expect(await p.refused(finish({ disposedQty: 5 }))).toBe("已销毁状态不能登记结果");
  expect(await ledgerFaults(p.db)).toEqual([]);
});

test("a great loss goes to finance; a number of the platform is used once in a store", async () => {
  const { id } = await p.o.as("ops").add(DISPOSAL, p.disposalForm([[1, 90, true]], { reasonText: "过期" }));
  await p.db.query("update stock set stock_value = 60000 where warehouse_id = $1 and sku_id = $2", [p.fba, p.skus[1]]);
  p.o.good(await p.o.as("ops").act(DISPOSAL, id, "submit"));
  const nodes = await p.db.query<{ key: string }>(
    `select k.node_key as key from act_task k join act_instance i on i.id = k.instance_id
     where i.biz_type = 'fba_disposal' and i.biz_id = $1 and k.status <> 'skipped' order by k.seq`,
    [id],
  );
  expect(nodes.map((n) => n.key)).toEqual(["leader", "finance"]);
  const first = await p.submitted("fba_disposal", p.disposalForm([[0, 1]]), "RM-B1");
  const { no } = await p.read("fba_disposal", first);
  const second = await p.approved("fba_return", p.returnForm([[0, 1]]));
  expect(await p.refused(p.act("fba_return", second, "submitAmazon", { removalOrderId: "RM-B1" }))).toBe(
    `移除单号已存在：${no}`,
  );
});
