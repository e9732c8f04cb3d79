import { afterAll, beforeAll, expect, it } from "vitest";
import { IN } from "#backend/domain/wms/stock/stockroom.testing";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { openSourcing, type Sourcing, TURN } from "./sourcing.testing";

const TRANSFER = "/logistics/transfer";

let s: Sourcing;
beforeAll(async () => {
  s = await openSourcing();
  const yw = s.o.as("warehouse_yw");
  const items = s.skus.slice(0, 2).map((skuId) => ({ skuId, goodQty: 50, unitCost: "4" }));
  const body = { inType: "adjust", warehouseId: s.otherWarehouseId, reason: "盘点调整", items };
  const { id } = await yw.add(IN, body);
  await s.o.submit("warehouse_yw", "other_in", IN, id);
  s.o.good(await yw.act(IN, id, "confirm"));
});
afterAll(async () => {
  expect(await ledgerFaults(s.db)).toEqual([]);
  await s.close();
});

const clerk = () => s.o.as("logistics");
const made = async (turnId: string) => {
  const answer = s.o.good(await s.o.as("buyer").act(TURN, turnId, "toTransfer"));
  const [no] = answer.transfers;
  const row = await s.db.one<{ id: string }>("select id from transfer where no = $1", [no]);
  return { no: String(no), id: row?.id ?? "" };
};

it("leads to a transfer; what does not arrive is asked for once more", async () => {
  const req = await s.requisition([30, 10]);
  const moved = { turnMode: "transfer", fromWarehouseId: s.otherWarehouseId };
  const turn = await s.turned([
    { reqLineId: req.lines[0], qty: 30, ...moved },
    { reqLineId: req.lines[1], qty: 10 },
  ]);
  const first = await made(turn.id);
  expect(await s.read.turn(turn.id)).toMatchObject({
    status: "processing",
    items: [{ transferQty: 30, transferNo: first.no }, { transferQty: 0 }],
  });
  expect((await s.o.as("buyer").act(TURN, turn.id, "toTransfer")).body.msg).toBe("没有待调拨数量");
  expect(await clerk().read(TRANSFER, first.id)).toMatchObject({
    status: "draft",
    transferType: "1",
    sourceType: "turn",
    sourceNo: turn.no,
    totalQty: 30,
    fromWarehouseId: s.otherWarehouseId,
    toWarehouseId: s.warehouseId,
  });
  s.o.good(await clerk().del(TRANSFER, first.id));
  expect((await s.read.turn(turn.id)).items).toMatchObject([{ transferQty: 0 }, {}]);

  const { id } = await made(turn.id);
  await s.o.submit("logistics", "transfer", TRANSFER, id);
  const [line] = (await clerk().read(TRANSFER, id)).items;
  const move = (action: string, goodQty: number) =>
    clerk().act(TRANSFER, id, action, { items: [{ lineId: line.id, goodQty }] });
  s.o.good(await move("ship", 28));
  expect((await s.read.turn(turn.id)).items).toMatchObject([{ transferQty: 28 }, {}]);
  s.o.good(await move("receive", 25));
  s.o.good(await clerk().act(TRANSFER, id, "close", { reason: "丢了三件" }));
  expect((await s.read.turn(turn.id)).items).toMatchObject([{ transferQty: 25 }, {}]);
  expect((await s.read.requisition(req.id)).items).toMatchObject([
    { transferQty: 25, receivedQty: 25, turnedQty: 30 },
    { transferQty: 0 },
  ]);
  s.o.good(await s.o.as("purchase_manager").act(TURN, turn.id, "close", { reason: "其余不要" }));
  expect((await s.read.requisition(req.id)).items).toMatchObject([{ turnedQty: 25 }, {}]);
});
