import { afterAll, beforeAll, expect, it } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { evidence } from "../../../../tests/evidence";
import { type TestBackend, testBackend } from "../../../../tests/harness";
import { type Gate, gate, SIGN } from "./inspection.testing";

let backend: TestBackend;
let g: Gate;

beforeAll(async () => {
  backend = await testBackend();
  g = await gate(backend);
});
afterAll(() => backend?.close());

it("two receipts are inspected, one is taken back and done again: the stock is the same", async () => {
  const first = await g.order([100]);
  await backend.db.query("update purchase_order_line set price = 10 where id = $1", first.lines);
  const second = await g.order([0, 50]);
  const zj1 = await g.receive([
    [first.lines[0], 60],
    [second.lines[1], 50],
  ]);
  const zj2 = await g.receive([[first.lines[0], 40]]);
  expect(await g.stock(0)).toEqual([100, 0, 0, "1000.00"]);

  g.good(await g.inspect(zj1.id, [57, 3], [50, 0]));
  g.good(await g.inspect(zj2.id, [38, 2]));
  expect(await g.stock(0)).toEqual([0, 95, 5, "1000.00"]);
  expect(await g.stock(1)).toEqual([0, 50, 0, "1272.50"]);
  expect(await g.results(first.lines[0])).toEqual({ pass: 95, reject: 5 });
  expect(await g.signState(zj1.signId)).toBe("done");
  const done = await g.read(zj1.id);
  expect(done).toMatchObject({ status: "done", conclusion: "partPass", passRate: "97.27" });

  expect((await g.keeper.act(SIGN, zj2.signId, "reverse", { reason: "错" })).body.msg).toMatch(
    /^签收单QS\d+已质检，不能撤销，请先撤销质检单$/,
  );
  const letGo = await g.hold(0, 60);
  expect((await g.act(zj2.id, "reverse")).body.msg).toBe("可用库存不足，无法撤销：SKU DLV0001-01 需38，可用35");
  await letGo();
  g.good(await g.act(zj2.id, "reverse"));
  expect(await g.stock(0)).toEqual([40, 57, 3, "1000.00"]);
  expect(await g.results(first.lines[0])).toEqual({ pass: 57, reject: 3 });
  expect(await g.signState(zj2.signId)).toBe("inspecting");
  expect(await g.read(zj2.id)).toMatchObject({
    status: "inspecting",
    conclusion: null,
    passQty: 0,
    passRate: null,
    past: [{ passQty: 38, rejectQty: 2, rejectReason: "appearance", photos: [evidence("warehouse", "picture")] }],
  });
  expect((await g.act(zj2.id, "reverse")).status).toBe(409);
  const opposite = await backend.db.query(
    `select m.id from stock_move m left join stock_move r on r.reversal_of = m.id
     where m.biz_document = 'inspection' and m.biz_id = $1 and m.reversal_of is null
     group by m.id having count(r.id) <> 1`,
    [zj2.id],
  );
  expect(opposite, "each move has one opposite").toEqual([]);

  g.good(await g.keeper.act(SIGN, zj2.signId, "reverse", { reason: "数错" }));
  expect(await g.stock(0)).toEqual([0, 57, 3, "600.00"]);
  expect((await g.read(zj2.id)).status).toBe("reversed");
  const again = await g.sign(zj2.delivery);
  g.good(await g.inspect(again.id, [38, 2]));
  expect(await g.stock(0)).toEqual([0, 95, 5, "1000.00"]);
  g.good(await g.act(zj1.id, "reverse"));
  g.good(await g.act(zj1.id, "finish"));
  expect(await g.stock(0)).toEqual([0, 95, 5, "1000.00"]);
  expect(await g.stock(1)).toEqual([0, 50, 0, "1272.50"]);
});

it("nothing of the ledger is wrong", async () => {
  expect(await ledgerFaults(backend.db)).toEqual([]);
});
