import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { ledgerText, type Movement } from "#backend/domain/intake/ledger/ledger.testing";
import { reportsBy } from "#backend/domain/intake/reports.testing";
import { IN } from "#backend/domain/wms/stock/stockroom.testing";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { given } from "../../../../tests/given";
import { owedOf, receiveTold } from "./told";
import { openYard, type Yard } from "./transfer.testing";

// Transfers are received by what the platform's ledger says (figures.md D.6): cumulated, once, and no more than left.

let s: Yard;
let upload: Awaited<ReturnType<typeof reportsBy>>["upload"];
let minute = 0;
beforeAll(async () => {
  s = await openYard();
  ({ upload } = await reportsBy(s.backend));
  await s.fill(0, 900, "10.00");
  await s.fill(1, 900, "20.00");
});
afterAll(() => s.backend.close());

type Pieces = [sku: number, good: number][];
/** A transfer that is on its way, and the number of its shipment. */
async function sent(pieces: Pieces, more: object = {}) {
  const id = await s.approved(s.form(pieces, { ...more }));
  await s.done(id, "pack");
  await s.done(id, "ship", { trackingNo: "ZIM-1" });
  return { id, shipment: given((await s.read(id)).shipmentId) };
}
const came = (shipment: string, msku: string, qty: number, disposition = "SELLABLE", day = "2026-08-20"): Movement => [
  day,
  msku,
  "Receipts",
  shipment,
  qty,
  disposition,
];
/** A ledger comes in, each a minute after the one before. */
async function told(rows: readonly Movement[], storeId = s.storeId) {
  const reportTime = `2026-09-01 08:${String(++minute).padStart(2, "0")}:00`;
  const file = await upload(storeId, ledgerText(rows), { reportTime });
  expect(file).toMatchObject({ status: "done", kind: "ledger", rowCount: rows.length });
}
const lines = async (id: string) =>
  (await s.read(id)).items.map((line) => [line.shippedQty, line.receivedGoodQty, line.receivedBadQty]);
const stateOf = async (id: string) => (await s.read(id)).status;
const histories = (id: string) =>
  s.db.query(`select action from sys_oper_log where biz_type = 'transfer' and biz_id = $1 and action = '收货'`, [id]);
const beyond = (no: string) =>
  s.db.query(
    `select h.status, h.in_type as type, h.warehouse_id::text as place, l.good_qty as good, l.bad_qty as bad, h.reason
     from other_in h join other_in_line l on l.other_in_id = h.id where h.source_no = $1 order by h.id`,
    [no],
  );

test("what came is received by the system; the same file, and the job once more, receive nothing", async () => {
  const { id, shipment } = await sent([
    [0, 10],
    [1, 6],
  ]);
  const rows = [came(shipment, "msku-1", 4), came(shipment, "MSKU-2", 6)];
  await told(rows);
  expect(await lines(id)).toEqual([
    [10, 4, 0],
    [6, 6, 0],
  ]);
  expect(await stateOf(id)).toBe("partReceived");
  expect(await upload(s.storeId, ledgerText(rows))).toMatchObject({ status: "duplicate" });
  await told([...rows].reverse());
  await receiveTold(s.db, engine);
  expect(await lines(id)).toEqual([
    [10, 4, 0],
    [6, 6, 0],
  ]);
  expect(await histories(id)).toHaveLength(1);
  // Another day brings the rest: quantities add up.
  await told([came(shipment, "MSKU-1", 6, "SELLABLE", "2026-08-21")]);
  expect(await lines(id)).toEqual([
    [10, 10, 0],
    [6, 6, 0],
  ]);
  expect(await stateOf(id)).toBe("done");
  expect(await s.pool(0, s.fba)).toMatchObject({ good: 10, way: 0, value: "100.00" });
});

test("a later file corrects a quantity: more is received, less takes nothing back", async () => {
  const { id, shipment } = await sent([[0, 20]]);
  await told([came(shipment, "MSKU-1", 5)]);
  await told([came(shipment, "MSKU-1", 8)]);
  expect(await lines(id)).toEqual([[20, 8, 0]]);
  await told([came(shipment, "MSKU-1", 7)]);
  expect(await lines(id)).toEqual([[20, 8, 0]]);
  await told([came(shipment, "MSKU-1", 7), came(shipment, "MSKU-1", 3, "SELLABLE", "2026-08-22")]);
  expect(await lines(id)).toEqual([[20, 10, 0]]);
  // The same twice on a day is two movements.
  await told([
    came(shipment, "MSKU-1", 2, "SELLABLE", "2026-08-23"),
    came(shipment, "MSKU-1", 3, "SELLABLE", "2026-08-23"),
  ]);
  expect(await lines(id)).toEqual([[20, 15, 0]]);
});

test("each shipment has its own, a file of both brings both", async () => {
  const a = await sent([[0, 5]]);
  const b = await sent([
    [0, 5],
    [1, 5],
  ]);
  await told([came(a.shipment, "MSKU-1", 5), came(b.shipment, "MSKU-1", 1), came(b.shipment, "MSKU-2", 2)]);
  expect(await stateOf(a.id)).toBe("done");
  expect(await lines(b.id)).toEqual([
    [5, 1, 0],
    [5, 2, 0],
  ]);
});

test("several lines are filled one after the other; what is beyond a transfer that was given up is nobody's", () => {
  const place = { no: "DB1", warehouseId: "1", skuId: "1", msku: "a" };
  const line = (id: string, status: string, shipped: number, good: number) => {
    return { id, transferId: id, status, shipped, good, bad: 0, ...place };
  };
  const moved = ({ arrived, beyond }: ReturnType<typeof owedOf>) =>
    [arrived, beyond].map((rows) => rows.map(({ line: { id }, good, bad }) => [id, good, bad]));
  const both = [line("1", "shipped", 5, 1), line("2", "partReceived", 7, 2)];
  expect(moved(owedOf(both, [{ msku: "a", good: 8, bad: 1 }]))).toEqual([
    [
      ["1", 3, 1],
      ["2", 2, 0],
    ],
    [],
  ]);
  expect(moved(owedOf(both, [{ msku: "a", good: 14, bad: 0 }]))).toEqual([
    [
      ["1", 4, 0],
      ["2", 5, 0],
    ],
    [["1", 2, 0]],
  ]);
  expect(moved(owedOf([line("1", "closed", 5, 1)], [{ msku: "a", good: 9, bad: 0 }]))).toEqual([[], []]);
  expect(moved(owedOf(both, [{ msku: "b", good: 9, bad: 0 }]))).toEqual([[], []]);
  expect(moved(owedOf(both, [{ msku: "a", good: 2, bad: -1 }]))).toEqual([[], []]);
});

test("what a person received meanwhile is not received twice", async () => {
  const { id, shipment } = await sent([[0, 12]]);
  const [line] = (await s.read(id)).items;
  await s.done(id, "receive", { items: [{ lineId: line?.id, goodQty: 5, badQty: 1 }] });
  await told([came(shipment, "MSKU-1", 6)]);
  expect(await lines(id)).toEqual([[12, 5, 1]]);
  await told([came(shipment, "MSKU-1", 9)]);
  expect(await lines(id)).toEqual([[12, 8, 1]]);
});

test("what came broken is bad", async () => {
  const { id, shipment } = await sent([[1, 9]]);
  await told([
    came(shipment, "MSKU-2", 4),
    came(shipment, "MSKU-2", 2, "CARRIER_DAMAGED"),
    came(shipment, "MSKU-2", 1, "DEFECTIVE"),
  ]);
  expect(await lines(id)).toEqual([[9, 4, 3]]);
});

test("more than was sent waits as a draft for a person, once, also when it grows or is deleted", async () => {
  const { id, shipment } = await sent([[0, 3]]);
  await told([came(shipment, "MSKU-1", 4), came(shipment, "MSKU-1", 1, "CARRIER_DAMAGED")]);
  expect(await lines(id)).toEqual([[3, 2, 1]]);
  const { no } = await s.read(id);
  const draft = {
    status: "draft",
    type: "adjust",
    place: s.fba,
    good: 2,
    bad: 0,
    reason: `调拨单${no}发货3件，平台多收2件`,
  };
  expect(await beyond(no)).toEqual([draft]);
  await receiveTold(s.db, engine);
  expect(await beyond(no)).toHaveLength(1);
  await told([came(shipment, "MSKU-1", 5)]);
  expect(await beyond(no)).toMatchObject([{ good: 2 }, { good: 1, bad: 0 }]);
  const made = given(
    await s.db.one<{ id: string }>("select max(id)::text as id from other_in where source_no = $1", [no]),
  );
  await s.o.as("admin").del(IN, made.id);
  await receiveTold(s.db, engine);
  expect(await beyond(no)).toHaveLength(2);
});

test("closed, void or not sent transfers, other stores and other tenants: nothing is received", async () => {
  const closed = await sent([[0, 6]]);
  await s.done(closed.id, "close", { reason: "少到" });
  const packed = await s.approved(s.form([[0, 4]]));
  await s.done(packed, "pack");
  const numberOf = async (id: string) => given((await s.read(id)).shipmentId);
  const before = await s.pool(0, s.fba);
  await told([came(closed.shipment, "MSKU-1", 8), came(await numberOf(packed), "MSKU-1", 4)]);
  expect(await stateOf(closed.id)).toBe("closed");
  expect(await stateOf(packed)).toBe("packed");
  expect(await beyond((await s.read(closed.id)).no)).toEqual([]);
  // The ledger of another seller names this shipment; so does that of another company.
  const open = await sent([[0, 6]]);
  const other = given(
    await s.db.one<{ id: string }>(
      `select o.id::text from store o join store a on a.id = $1 and a.tenant_id = o.tenant_id
       where o.id <> a.id and coalesce(o.seller_id, '-') <> coalesce(a.seller_id, '') and o.del_flag = 0 order by o.id limit 1`,
      [s.storeId],
    ),
  );
  await told([came(open.shipment, "MSKU-1", 6)], other.id);
  await s.db.query(
    `insert into fba_ledger (tenant_id, store_id, event_day, event, reference_no, msku, fact_sku, qty, disposition, row_key, del_flag, version)
     values (2, $1, '2026-08-20', 'RECEIPTS', $2, 'MSKU-1', 'MSKU-1', 6, 'SELLABLE', 'x', 0, 0)`,
    [s.storeId, open.shipment],
  );
  await receiveTold(s.db, engine);
  expect(await lines(open.id)).toEqual([[6, 0, 0]]);
  expect(await s.pool(0, s.fba)).toMatchObject({ good: before?.good });
});

test("goods that are not of the transfer are not received, and wait to be mapped", async () => {
  const { id, shipment } = await sent([[0, 6]]);
  await told([came(shipment, "NEVER-SEEN", 3), came(shipment, "MSKU-2", 2)]);
  expect(await lines(id)).toEqual([[6, 0, 0]]);
  const inbox = "select code, source, status from feed_unmapped where store_id = $1 and code = 'NEVER-SEEN'";
  expect(await s.db.query(inbox, [s.storeId])).toEqual([{ code: "NEVER-SEEN", source: "FBA库存台账", status: "open" }]);
});

test("a refusal of one transfer keeps no other from its turn, and is tried again", async () => {
  const a = await sent([[0, 5]]);
  const b = await sent([[0, 5]]);
  // Its goods are not under way any more: the stock ledger refuses.
  await s.db.query("update transfer set status = 'packed' where id = $1", [a.id]);
  await told([came(a.shipment, "MSKU-1", 5), came(b.shipment, "MSKU-1", 5)]);
  expect([await stateOf(a.id), await stateOf(b.id)]).toEqual(["packed", "done"]);
  await s.db.query("update transfer set status = 'shipped' where id = $1", [a.id]);
  await receiveTold(s.db, engine);
  expect(await stateOf(a.id)).toBe("done");
});

test("two turns at once receive once; the transfer names what came, and the stock ledger has no fault", async () => {
  const { id, shipment } = await sent([[1, 8]]);
  await told([came("FBA000000000", "MSKU-2", 1)]);
  await s.db.query(
    `insert into fba_ledger (tenant_id, store_id, event_day, event, reference_no, msku, fact_sku, qty, disposition, row_key, del_flag, version)
     values (1, $1, '2026-08-20', 'RECEIPTS', $2, 'MSKU-2', 'MSKU-2', 7, 'SELLABLE', 'y', 0, 0)`,
    [s.storeId, shipment],
  );
  await Promise.all([receiveTold(s.db, engine), receiveTold(s.db, engine), receiveTold(s.db, engine)]);
  expect(await lines(id)).toEqual([[8, 7, 0]]);
  const page = await s.o.as("admin").send("GET", `/logistics/fbaledger/page?size=9&referenceNo=${shipment}`);
  expect(page.body.data.records).toMatchObject([{ qty: 7, transferId: id, event: "RECEIPTS" }]);
  expect(await ledgerFaults(s.db)).toEqual([]);
});
