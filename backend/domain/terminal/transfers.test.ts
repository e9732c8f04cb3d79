import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { finishOut, scanOut, terminalView } from "#documents/wms/terminal/words";
import { openYard, TRANSFER, type Yard } from "../logistics/transfer/transfer.testing";

let y: Yard;
beforeAll(async () => {
  y = await openYard();
});
afterAll(() => y?.backend.close());

const T = "/wms/terminal";
const who = () => y.o.as("admin");
const scanAt = async (warehouseId: string, kind: string, code: string, more: object = {}) =>
  scanOut.parse(
    y.o.good(await who().send("POST", `${T}/${kind}/scan`, { warehouseId, code, key: randomUUID(), ...more })),
  );
const jobAt = async (warehouseId: string, kind: string) =>
  terminalView.parse(y.o.good(await who().send("GET", `${T}/${kind}`, undefined, { warehouseId })));
const finishAt = async (warehouseId: string, kind: string) => {
  const { job } = await jobAt(warehouseId, kind);
  return who().send("POST", `${T}/${kind}/finish`, { jobId: job?.id, values: {} });
};
const noOf = async (id: string) =>
  (await y.db.one<{ no: string }>("select no from transfer where id = $1", [id]))?.no ?? "";
const place = async (code: string) =>
  (await y.db.one<{ id: string }>("select id from warehouse where code = $1", [code]))?.id ?? "";
const overseas = async () =>
  (await y.db.one<{ id: string }>("select id from warehouse where kind = 'overseas' limit 1"))?.id ?? "";

it("packs twelve boxes, equal ones by one scan, and takes a seal back", async () => {
  await y.fill(0, 300, "10");
  await y.fill(1, 60, "20");
  const id = await y.approved(
    y.form([
      [0, 300],
      [1, 40],
    ]),
  );
  const no = await noOf(id);
  const scan = (code: string) => scanAt(y.from, "pack", code);
  expect(await scan(no)).toMatchObject({ said: `开始调拨装箱 ${no}，共340件` });
  expect(await scan("BOX")).toEqual({ tone: "bad", said: "箱内没有货，请先扫货" });
  await scan("30*TRF0001-01");
  expect(await scan("11*BOX")).toMatchObject({ tone: "bad" });
  expect(await scan("9*BOX")).toEqual({ tone: "good", said: "第1到9箱已封，每箱30件" });
  await scan("30*X000000001");
  expect(await scan("box 12.5 50x40x40")).toEqual({ tone: "good", said: "第10箱已封，30件" });
  const { scans } = await jobAt(y.from, "pack");
  y.o.good(await who().send("POST", `${T}/pack/undo`, { scanId: scans[0]?.id }));
  expect((await jobAt(y.from, "pack")).job).toMatchObject({ cartons: 9 });
  await scan("BOX 13");
  await scan("20*MSKU-2");
  await scan("2*BOX");
  expect(await scan("TRF0001-02")).toMatchObject({ tone: "bad" });
  expect(y.o.good(await finishAt(y.from, "pack"))).toMatchObject({ said: `${no}已装箱，共12箱` });
  const row = await y.read(id);
  expect([row.status, row.cartons, row.boxes.length]).toEqual(["packed", 12, 12]);
  expect(row.boxes[9]).toMatchObject({ weightKg: "13.00", qty: 30 });
  expect(row.boxes[11]).toMatchObject({ qty: 20 });
});

it("receives by boxes and pieces, in part, exactly once", async () => {
  const to = await overseas();
  await y.fill(0, 90, "10");
  const id = await y.approved(y.form([[0, 90]], { transferType: "2", toWarehouseId: to, shipmentId: null }));
  await y.done(id, "pack");
  y.o.good(await who().act("/logistics/transfer", id, "ship"));
  const no = await noOf(id);
  const scan = (code: string, more: object = {}) => scanAt(to, "receive", code, more);
  expect(await scan(`${no}-2/3`)).toMatchObject({ said: expect.stringContaining("30件") });
  expect(await scan(`${no}-2/3`)).toEqual({ tone: "bad", said: `箱唛${no}-2/3已扫过` });
  expect(await scan(`${no}-9/9`)).toMatchObject({ tone: "bad" });
  const key = randomUUID();
  for (let i = 0; i < 3; i++) await scan("5*TRF0001-01", { key, good: false });
  y.o.good(await finishAt(to, "receive"));
  expect((await y.read(id)).status).toBe("partReceived");
  expect(await y.pool(0, to)).toMatchObject({ good: 30, bad: 5, way: 55 });
  await scan(no);
  expect(await scan("56*TRF0001-01")).toMatchObject({ tone: "bad" });
  await scan("55*TRF0001-01");
  y.o.good(await finishAt(to, "receive"));
  expect((await y.read(id)).status).toBe("done");
  expect(await y.pool(0, to)).toMatchObject({ good: 85, bad: 5, way: 0 });
});

it("moves goods to another warehouse as a transfer that is submitted", async () => {
  const [to] = await y.db.query<{ code: string; name: string }>(
    "select code, name from warehouse where kind = 'domestic' and id <> $1 order by id limit 1",
    [y.from],
  );
  await y.fill(0, 10, "10");
  const scan = (code: string) => scanAt(y.from, "move", code);
  expect(await scan("TRF0001-01")).toEqual({ tone: "bad", said: "请先扫调入仓的编码" });
  expect(await scan(to?.code ?? "")).toMatchObject({ said: `开始移库 →${to?.name}` });
  expect(await scan("999*TRF0001-01")).toMatchObject({ tone: "bad" });
  await scan("4*TRF0001-01");
  const made = finishOut.parse(y.o.good(await finishAt(y.from, "move")));
  const row = await y.read(made.id);
  expect([row.transferType, row.totalQty, row.toWarehouseId]).toEqual(["1", 4, await place(to?.code ?? "")]);
  expect(row.status).not.toBe("draft");
});

it("a keeper moves goods among the own inland warehouses, and nowhere else", async () => {
  await y.fill(0, 6, "10");
  const keeper = y.o.as("warehouse");
  const [own, foreign] = [true, false].map((mine) =>
    y.db.one<{ id: string; code: string }>(
      `select w.id, w.code from warehouse w join sys_user u on u.username = 'warehouse'
       where w.kind in ('domestic', 'sample') and w.enabled and w.id <> $1
         and (w.manager_id = u.id or u.id = any(w.member_ids)) = $2 order by w.id limit 1`,
      [y.from, mine],
    ),
  );
  const scan = async (code: string) =>
    scanOut.parse(
      y.o.good(await keeper.send("POST", `${T}/move/scan`, { warehouseId: y.from, code, key: randomUUID() })),
    );
  const there = (await foreign)?.code ?? "";
  expect(await scan(there)).toEqual({ tone: "bad", said: `${there}不是由您负责的国内仓，请扫调入仓的编码` });
  expect(await scan((await own)?.code ?? "")).toMatchObject({ tone: "good" });
  await scan("3*TRF0001-01");
  const view = await keeper.send("GET", `${T}/move`, undefined, { warehouseId: y.from });
  const { job } = terminalView.parse(y.o.good(view));
  const body = { jobId: job?.id, values: {} };
  const made = finishOut.parse(y.o.good(await keeper.send("POST", `${T}/move/finish`, body)));
  expect(await y.read(made.id)).toMatchObject({ transferType: "1", totalQty: 3 });
  const abroad = await keeper.send("POST", TRANSFER, y.form([[0, 1]], { toWarehouseId: y.from }));
  expect(abroad.body.msg).toBe("仓管只能创建国内仓调拨");
});

it("nothing of the ledger is wrong", async () => {
  expect(await ledgerFaults(y.db)).toEqual([]);
});
