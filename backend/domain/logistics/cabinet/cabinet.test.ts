import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { openPort, type Port } from "../customs/customs.testing";
import { openYard, type Yard } from "../transfer/transfer.testing";

let s: Yard;
let p: Port;
beforeAll(async () => {
  s = await openYard();
  p = await openPort(s);
  await s.fill(0, 1000, "10");
  await s.fill(1, 1000, "25.45");
});
afterAll(async () => {
  expect(await ledgerFaults(s.db)).toEqual([]);
  await s.backend.close();
});

const book = { bookingNo: "BK-1" };

test("a container sails when its goods have left and customs let them go", async () => {
  const db1 = await p.packed(
    s.form([
      [0, 90],
      [1, 40],
    ]),
  );
  const { no } = await s.read(db1);
  const cd = await p.submitted(p.declaration(db1));
  expect(await p.customs.read(cd)).toMatchObject({
    status: "approved",
    cartons: 5,
    totalQty: 130,
    totalAmount: "325.00",
    rate: "7.10000000",
    amountCny: "2307.50",
    grossWeightKg: "66.00",
    netWeightKg: "45.50",
    destCountry: "US",
    // 90 × 10.00 + 40 × 25.45, and 13 % of it.
    purchaseAmount: "1918.00",
    refundAmount: "249.34",
    refundStatus: "todo",
    items: [{ qty: 130, unitPrice: "2.5000", skuCodes: "TRF0001-01 TRF0001-02" }],
  });
  const gz = await p.cabinets.add(p.cabinet([db1]));
  expect(await p.cabinets.read(gz)).toMatchObject({
    totalCartons: 5,
    totalVolume: "0.4320",
    totalWeight: "66.00",
    transferCount: 1,
    // 76.3 m³ × 0.90 can be used.
    usableM3: "68.6700",
    volumeUsage: "0.63",
    weightUsage: "0.25",
    items: [{ customsStatus: "待申报", transferStatus: "待发货" }],
  });
  expect(await s.refused(s.act(db1, "ship"))).toBe("请先装柜");
  expect(await s.refused(s.act(db1, "void", { reason: "不发了" }))).toMatch(/^已加入组柜单GZ/);
  await p.cabinets.done(gz, "book", { ...book, providerId: p.providerId });
  expect(await p.cabinets.refused(gz, "load")).toBe("请填写柜号");
  const wrong = { containerNo: "CSQU3054384" };
  expect(await p.cabinets.refused(gz, "load", wrong)).toBe("柜号校验位错误");
  await p.cabinets.done(gz, "load", { containerNo: "CSQU3054383", sealNo: "S1" });
  expect(await p.cabinets.refused(gz, "sail")).toBe(`调拨单${no}未发货`);
  await p.ship(db1);
  const customsNo = (await p.customs.read(cd)).no;
  expect(await p.cabinets.refused(gz, "sail")).toBe(`报关单${customsNo}未放行`);
  const short = { declarationNo: "123" };
  expect(await p.customs.refused(cd, "declare", short)).toBe("请填写18位报关单号");
  await p.declared(cd);
  expect(await p.cabinets.refused(gz, "sail")).toBe(`报关单${customsNo}未放行`);
  await p.released(cd);
  expect(await s.refused(s.act(db1, "reverse", { reason: "错了" }))).toBe("已放行，不能撤销");
  await p.cabinets.done(gz, "sail", { eta: "2099-01-31" });
  expect(await s.read(db1)).toMatchObject({
    eta: "2099-01-31",
    expectArriveDate: "2099-01-31",
    atd: (await p.cabinets.read(gz)).atd,
  });
  await p.customs.done(cd, "finish");
  const early = { ata: "2020-01-01" };
  expect(await p.cabinets.refused(gz, "arrive", early)).toBe("实际到港不能早于实际开船");
  await p.cabinets.done(gz, "arrive", { expectArriveDate: "2099-02-05" });
  expect(await s.read(db1)).toMatchObject({ expectArriveDate: "2099-02-05" });
  await p.cabinets.done(gz, "clear");
  await p.cabinets.done(gz, "finish");
  expect(await p.cabinets.read(gz)).toMatchObject({ status: "done" });
});

test("of two containers that take the same transfer at once one gets it", async () => {
  const id = await p.packed(s.form([[0, 30]]));
  const [a, b] = [await p.cabinets.add(p.cabinet([])), await p.cabinets.add(p.cabinet([]))];
  const answers = await Promise.all([a, b].map((gz) => p.cabinets.refused(gz, "addTransfers", { transferIds: [id] })));
  const { no } = await s.read(id);
  const lost = answers.filter((msg) => msg?.startsWith(`调拨单${no}已加入组柜单GZ`));
  expect(lost).toHaveLength(1);
  const won = lost[0] === answers[0] ? b : a;
  await p.cabinets.done(won, "removeTransfers", { transferIds: [id] });
  await p.cabinets.done(lost[0] === answers[0] ? a : b, "addTransfers", { transferIds: [id] });
  expect(await p.cabinets.read(won)).toMatchObject({ totalCartons: 0, items: [] });
});

test("what does not belong in a container is refused", async () => {
  const loose = await s.approved(s.form([[0, 30]]));
  const { no } = await s.read(loose);
  expect(await p.cabinets.save(p.cabinet([loose]))).toBe(`调拨单${no}未装箱，不能组柜`);
  const id = await p.packed(s.form([[0, 30]]));
  expect(await p.cabinets.save(p.cabinet([id], { destCountry: "DE" }))).toBe("目的国不一致");
  expect(await p.cabinets.save(p.cabinet([id], { containerType: null }))).toBe("请选择柜型");
  await s.db.query("update transfer set volume_m3 = 68.6701 where id = $1", [id]);
  expect(await p.cabinets.save(p.cabinet([id]))).toBe("体积68.6701m³超过可装68.67m³");
  await s.db.query("update transfer set volume_m3 = 1, actual_weight_kg = 26500.01 where id = $1", [id]);
  expect(await p.cabinets.save(p.cabinet([id]))).toBe("重量超限");
  const lcl = { loadType: "lcl", containerType: null };
  const gz = await p.cabinets.add(p.cabinet([id], lcl));
  await p.cabinets.done(gz, "void", { reason: "不拼了" });
  expect((await s.read(id)).cabinetId ?? null).toBeNull();
});

test("a fee is shared to the cent, the last transfer takes the rest", async () => {
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push(await p.packed(s.form([[0, 30]])));
  const gz = await p.cabinets.add(p.cabinet(ids));
  await p.cabinets.done(gz, "book", { ...book, providerId: p.providerId });
  await p.cabinets.done(gz, "load", { containerNo: "MSKU6011672" });
  const fees = { oceanFreight: "900", truckFee: "100", customsFee: "0", destFee: "0.01" };
  await p.cabinets.done(gz, "setFee", { currency: "CNY", ...fees });
  const { items, totalFee } = await p.cabinets.read(gz);
  expect(totalFee).toBe("1000.01");
  expect(items.map((line) => line.sharedFee)).toEqual(["333.34", "333.34", "333.33"]);
  const freights = await Promise.all(ids.map(async (id) => (await s.read(id)).actualFreight));
  expect(freights).toEqual(["333.34", "333.34", "333.33"]);
});
