import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { finishOut, scanOut, terminalView } from "#documents/wms/terminal/words";
import { evidence } from "../../../tests/evidence";
import { type Gate, openGate } from "../wms/sign/sign.testing";

let g: Gate;
let here: string;
let there: string;

beforeAll(async () => {
  g = await openGate();
  const places = await g.db.query<{ id: string }>(
    "select id from warehouse where kind = 'domestic' order by (code = 'WH-SZ') desc, id limit 2",
  );
  [here = "", there = ""] = places.map((p) => p.id);
});
afterAll(() => g?.close());

const T = "/wms/terminal";
/** One scan of a person's device. */
const scan = async (kind: string, code: string, more: object = {}, who = g.keeper) =>
  scanOut.parse(
    g.good(await who.send("POST", `${T}/${kind}/scan`, { warehouseId: here, code, key: randomUUID(), ...more })),
  );
const view = async (kind: string) =>
  terminalView.parse(g.good(await g.keeper.send("GET", `${T}/${kind}`, undefined, { warehouseId: here })));
const finish = async (kind: string, values: object = {}) => {
  const { job } = await view(kind);
  return g.keeper.send("POST", `${T}/${kind}/finish`, { jobId: job?.id, values });
};
const noOf = async (table: string, id: string) =>
  (await g.db.one<{ no: string }>(`select no from ${table} where id = $1`, [id]))?.no ?? "";

it("signs a delivery by its cartons and pieces, once", async () => {
  const po = await g.priced([
    [25, "10.00"],
    [8, "5.00"],
  ]);
  const id = await g.shipped([
    [po.lines[0], 25],
    [po.lines[1], 8],
  ]);
  const no = await noOf("delivery", id);
  expect(await scan("sign", "DLV0001-01")).toMatchObject({ tone: "bad" });
  expect(await scan("sign", no.toLowerCase())).toEqual({ tone: "good", said: `开始签收 ${no}，共33件` });
  expect(await scan("sign", no)).toMatchObject({ tone: "good", said: `正在签收 ${no}` });
  const total = (await g.db.one<{ n: number }>("select carton_qty as n from delivery where id = $1", [id]))?.n;
  const carton = `${no}-1/${total}`;
  expect(await scan("sign", carton)).toEqual({ tone: "good", said: `${carton}：10件` });
  expect(await scan("sign", carton)).toEqual({ tone: "bad", said: `箱唛${carton}已扫过` });
  expect(await scan("sign", `SH0-1/${total}`)).toMatchObject({ tone: "bad" });
  expect(await scan("sign", "nonsense")).toEqual({ tone: "bad", said: `NONSENSE 不是${no}的条码` });
  const key = randomUUID();
  const first = await scan("sign", "14*DLV0001-01", { key });
  expect(first).toEqual({ tone: "good", said: "DLV0001-01 +14，共24 / 25件" });
  expect(await scan("sign", "14*DLV0001-01", { key }), "a repeated key").toEqual(first);
  await scan("sign", "dlv0001-01");
  await scan("sign", "dlv0001-02", { qty: 9 });
  const seen = await view("sign");
  expect(seen.lines.map((l) => [l.code, l.good, l.expected])).toEqual([
    ["DLV0001-01", 25, 25],
    ["DLV0001-02", 9, 8],
  ]);
  const [last] = seen.scans;
  expect(last).toMatchObject({ said: "DLV0001-02 +9，共9 / 8件，超出1件", counts: true });
  const undo = () => g.keeper.send("POST", `${T}/sign/undo`, { scanId: last?.id });
  for (let i = 0; i < 2; i++) expect(g.good(await undo())).toEqual({ code: "DLV0001-02" });
  await scan("sign", "8*DLV0001-02");
  const { job } = await view("sign");
  const done = finishOut.parse(g.good(await finish("sign")));
  expect(done.said).toMatch(new RegExp(`^已签收${no}，签收单QS`));
  const again = await g.keeper.send("POST", `${T}/sign/finish`, { jobId: job?.id, values: {} });
  expect(g.good(again)).toEqual(done);
  expect((await g.keeper.send("POST", `${T}/sign/undo`, { scanId: last?.id })).status).toBe(409);
  expect(await g.stock(po.lines[0])).toMatchObject({ qc: 25 });
  expect(await g.state("delivery", id)).toBe("signed");
  expect((await view("sign")).job).toBeNull();
});

it("inspects what was signed: the rest passes, what is bad has its reason", async () => {
  const po = await g.priced([[40, "10.00"]]);
  const id = await g.shipped([[po.lines[0], 40]]);
  const before = await g.stock(po.lines[0]);
  const sign = await g.signed(id);
  expect(await scan("inspect", await noOf("wms_sign", sign))).toMatchObject({ tone: "good" });
  expect(await scan("inspect", "DLV0001-01", { good: false, qty: 3 })).toEqual({
    tone: "good",
    said: "DLV0001-01 不合格 +3，共3 / 40件",
  });
  expect(await scan("inspect", "38*DLV0001-01")).toMatchObject({
    tone: "bad",
    said: "SKU DLV0001-01 只有40件，已扫3件，这38件没有计入",
  });
  expect((await finish("inspect", { rest: "on" })).body.msg).toBe("请填写不合格原因并上传照片");
  const answers = {
    rest: "on",
    reason: "appearance",
    handle: "return",
    photos: [evidence("warehouse", "picture")],
    report: [evidence("warehouse", "document")],
  };
  g.good(await finish("inspect", answers));
  const after = await g.stock(po.lines[0]);
  expect(Number(after?.good) - Number(before?.good ?? 0)).toBe(37);
  expect(after?.qc).toBe(before?.qc ?? 0);
});

it("counts goods in and out into documents that wait for approval", async () => {
  await scan("in", "DLV0001-02", { qty: 5 });
  await scan("in", "DLV0001-02", { qty: 2, good: false });
  expect((await view("in")).lines).toMatchObject([{ good: 5, bad: 2, expected: null }]);
  expect((await finish("in", { inType: "gain" })).body.msg).toBe("请输入入库原因");
  const made = finishOut.parse(g.good(await finish("in", { inType: "gain", reason: "盘点多出" })));
  expect(
    await g.db.one(
      `select h.status, l.good_qty as good, l.bad_qty as bad from other_in h
       join other_in_line l on l.other_in_id = h.id where h.id = $1`,
      [made.id],
    ),
  ).toMatchObject({ good: 5, bad: 2 });
  const pool = await g.db.one<{ n: number }>(
    `select s.good_qty - s.reserved_qty as n from stock s join sku k on k.id = s.sku_id
     where k.sku_code = 'DLV0001-01' and s.warehouse_id = $1`,
    [here],
  );
  const n = pool?.n ?? 0;
  expect(n).toBeGreaterThan(1);
  expect(await scan("out", "DLV0001-01", { qty: n + 1 })).toMatchObject({ tone: "bad" });
  expect(await scan("out", "DLV0001-01", { qty: n - 1 })).toMatchObject({ tone: "good" });
  expect(await scan("out", "2*DLV0001-01")).toMatchObject({ tone: "bad" });
  g.good(await finish("out", { outType: "loss", reason: "盘点少了几件" }));
});

it("finds a SKU by the barcode on its goods; who types a wrong one is told", async () => {
  const { id } =
    (await g.db.one<{ id: string }>("update sku set sku_type = 'combo' where sku_code = 'DLV0001-02' returning id")) ??
    {};
  const save = (barcode: string) => g.as("product").edit("/product/sku", id ?? "", { barcode });
  expect((await save("6901234567893")).body.msg).toBe("条码校验位不正确，末位应为2");
  expect((await save("DLV0001-01")).body.msg).toBe("条码与SKU DLV0001-01 的编码或FNSKU相同");
  g.good(await save("6901234567892"));
  await g.db.query("update sku set sku_type = 'normal' where id = $1", [id]);
  expect(await scan("in", "6901234567892")).toMatchObject({ said: "DLV0001-02 良品 +1，共1件" });
  expect(await scan("in", "2*6901234567892")).toMatchObject({ said: "DLV0001-02 良品 +2，共3件" });
  const { job } = await view("in");
  g.good(await g.keeper.send("POST", `${T}/in/drop`, { jobId: job?.id }));
});

it("goods that nobody has take their cost elsewhere; without any a draft waits for the desk", async () => {
  const lone = async (code: string) =>
    (
      await g.db.one<{ id: string }>(
        `insert into sku (sku_code, name, status, sku_type, unit)
       values ($1, $1, 'approved', 'normal', 'pcs') returning id`,
        [code],
      )
    )?.id;
  const [priced] = [await lone("DLV-LONE"), await lone("DLV-BARE")];
  await g.db.query(
    `insert into stock (tenant_id, warehouse_id, sku_id, good_qty, stock_value)
     values (1, $1, $2, 4, 50)`,
    [there, priced],
  );
  const made = async (code: string) => {
    await scan("in", code, { qty: 2 });
    const answer = await finish("in", { inType: "adjust", reason: "盘点后调整" });
    const { id, said } = finishOut.parse(g.good(answer));
    const row = await g.db.one<{ status: string; cost: string | null }>(
      `select h.status, l.unit_cost::text as cost from other_in h
       join other_in_line l on l.other_in_id = h.id where h.id = $1`,
      [id],
    );
    return { said, ...row };
  };
  expect(await made("DLV-LONE")).toMatchObject({ cost: "12.500000", status: "auditing" });
  expect(await made("DLV-BARE")).toEqual({
    said: expect.stringMatching(/存为草稿：SKU DLV-BARE 没有库存成本和采购价/),
    cost: null,
    status: "draft",
  });
  await g.db.query("delete from stock where sku_id = $1", [priced]);
});

it("a delivery to elsewhere, or in somebody's hands, is refused; a job may be given up", async () => {
  const po = await g.priced([[4, "10.00"]]);
  const id = await g.shipped([[po.lines[0], 4]]);
  const no = await noOf("delivery", id);
  const elsewhere = await scan("sign", no, { warehouseId: there }, g.as("admin"));
  expect(elsewhere).toMatchObject({ tone: "bad", said: expect.stringContaining(`${no}送往`) });
  expect(await scan("sign", no)).toMatchObject({ tone: "good" });
  const other = await scan("sign", no, {}, g.as("admin"));
  expect(other).toMatchObject({ tone: "bad", said: expect.stringMatching(`${no}正由.+签收`) });
  const { job } = await view("sign");
  const drop = () => g.keeper.send("POST", `${T}/sign/drop`, { jobId: job?.id });
  for (let i = 0; i < 2; i++) g.good(await drop());
  expect((await view("sign")).job).toBeNull();
  expect(await scan("sign", no, {}, g.as("admin"))).toMatchObject({ tone: "good" });
});

it("eight devices send the same keys at once: each counts once", async () => {
  await scan("in", "DLV0001-01");
  const keys = Array.from({ length: 6 }, () => randomUUID());
  const sent = keys.flatMap((key) => Array.from({ length: 4 }, () => key));
  await Promise.all(sent.map((key) => scan("in", "DLV0001-01", { key })));
  expect((await view("in")).lines).toMatchObject([{ good: 7 }]);
});

it("asks for the permission of what comes of it, and for the warehouse", async () => {
  const place = { warehouseId: here, code: "DLV0001-01", key: randomUUID() };
  const low = g.as("buyer");
  for (const kind of ["sign", "inspect", "in", "out"])
    expect((await low.send("POST", `${T}/${kind}/scan`, place)).status).toBe(403);
  const foreign = await g.db.one<{ id: string }>(
    `select w.id from warehouse w, sys_user u where u.username = 'warehouse' and w.kind <> 'fba'
     and w.manager_id is distinct from u.id and not u.id = any(w.member_ids) order by w.id limit 1`,
  );
  const own = await g.keeper.send("GET", `${T}/places`);
  expect(own.body.data).toEqual(expect.arrayContaining([expect.objectContaining({ id: here })]));
  if (!foreign) throw new Error("every warehouse is the keeper's");
  expect((await g.keeper.send("POST", `${T}/in/scan`, { ...place, warehouseId: foreign.id })).status).toBe(404);
});

it("says what lies where", async () => {
  const look = (code: string) => g.keeper.send("GET", `${T}/stock`, undefined, { warehouseId: here, code });
  expect(g.good(await look("dlv0001-01"))).toMatchObject({
    code: "DLV0001-01",
    rows: [{ here: true, qc: expect.any(Number), good: expect.any(Number) }],
  });
  expect((await look("nothing")).status).toBe(404);
});

it("nothing of the ledger is wrong", async () => {
  expect(await ledgerFaults(g.db)).toEqual([]);
});
