import { afterAll, beforeAll, expect, test } from "vitest";
import { reportsBy } from "#backend/domain/intake/reports.testing";
import { given } from "../../../../tests/given";
import { openYard, type Yard } from "../transfer/transfer.testing";

// FBA索赔 (figures.md D.6): what a shipment lost is asked for until it is paid, found or refused.

const CLAIM = "/logistics/fbaclaim";
let s: Yard;
let transferId: string;
beforeAll(async () => {
  s = await openYard();
  await s.fill(0, 100, "10.00");
  await s.fill(1, 50, "25.45");
  transferId = await s.approved(
    s.form([
      [0, 90],
      [1, 40],
    ]),
  );
  await s.done(transferId, "pack");
  await s.done(transferId, "ship", { trackingNo: "ZIM-1" });
  const { items } = await s.read(transferId);
  const [a, b] = items;
  // What the store calls these goods is forgotten meanwhile: closing the transfer goes on all the same.
  await s.db.query("update sku_listing set msku = 'OTHER' where msku = 'MSKU-1'");
  await s.done(transferId, "receive", {
    items: [
      { lineId: a?.id, goodQty: 78 },
      { lineId: b?.id, goodQty: 40 },
    ],
  });
  await s.done(transferId, "close", { reason: "少到12件" });
  await s.db.query("update sku_listing set msku = 'MSKU-1' where msku = 'OTHER'");
});
afterAll(() => s.backend.close());

type Row = Record<string, string | number | string[] | null>;
const read = async (id: string): Promise<Row> => s.o.as("admin").read(CLAIM, id);
const act = (id: string, action: string, body: object = {}) => s.o.as("logistics").act(CLAIM, id, action, { ...body });
const ids = async (where: string) =>
  (await s.db.query<{ id: string }>(`select id::text from fba_claim where ${where} order by id`)).map(({ id }) => id);
const proof = async () =>
  given(
    await s.db.one<{ id: string }>(
      `insert into sys_file (tenant_id, create_by, file_name, original, type, size, hash, bucket_name)
       select 1, id, gen_random_uuid() || '.png', 'proof.png', 'png', 1, 'x', 'sample' from sys_user where username = 'logistics'
       returning id::text`,
    ),
  ).id;
async function byHand(more: object) {
  const values = { storeId: s.storeId, msku: "MSKU-1", kind: "warehouse", missingQty: 2, attachments: [await proof()] };
  return (await s.o.as("logistics").add(CLAIM, { ...values, ...more })).id;
}
const reimbursed = (no: string, reason: string, sku: string, qty: number, caseNo = "") =>
  [
    "approval-date reimbursement-id case-id reason sku currency-unit amount-total quantity-reimbursed-cash quantity-reimbursed-inventory quantity-reimbursed-total".split(
      " ",
    ),
    [`${new Date().toISOString().slice(0, 10)}T12:00:00+00:00`, no, caseNo, reason, sku, "USD", "57.60", qty, 0, qty],
  ]
    .map((row) => row.join("\t"))
    .join("\n");
/** A report of reimbursements comes in. */
async function told(content: string) {
  const { upload } = await reportsBy(s.backend);
  expect(await upload(s.storeId, content)).toMatchObject({ status: "done", kind: "reimbursements" });
}

test("a transfer that is closed short is claimed, line by line, at what its goods were worth", async () => {
  const [id = "", ...more] = await ids("transfer_id is not null");
  expect(more).toEqual([]);
  const { items } = await s.read(transferId);
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  expect(await read(id)).toMatchObject({
    status: "open",
    kind: "inbound",
    storeId: s.storeId,
    msku: "MSKU-1",
    skuId: s.skus[0],
    missingQty: 12,
    bookAmount: items[0]?.lostAmount,
    lostDay: today,
    deadline: new Date(Date.parse(today) + 60 * 86_400_000).toISOString().slice(0, 10),
  });
});

test("it is sent with proofs alone, may be refused and sent once more", async () => {
  const id = await byHand({ attachments: [] });
  expect(await s.refused(act(id, "file", { caseNo: "1" }))).toContain("请先上传证明文件");
  const proved = await byHand({});
  s.o.good(await act(proved, "file", { caseNo: "C-1" }));
  s.o.good(await act(proved, "reject", { reason: "数量一致" }));
  expect(await read(proved)).toMatchObject({ status: "rejected", answer: "数量一致", caseNo: "C-1" });
  s.o.good(await act(proved, "file", { caseNo: "C-2" }));
  expect(await read(proved)).toMatchObject({ status: "submitted", caseNo: "C-2" });
  const wrong = { storeId: s.storeId, msku: "NONE", kind: "damaged", missingQty: 1 };
  expect(await s.refused(s.o.as("logistics").send("POST", CLAIM, wrong))).toBe("店铺没有MSKU NONE");
});

test("a reimbursement answers the claim of its case, else that of its goods and pieces, each one", async () => {
  const [lost = ""] = await ids("transfer_id is not null");
  const [cased = ""] = await ids("case_no = 'C-2'");
  await told(reimbursed("R1", "Lost_Warehouse", "MSKU-1", 1, "C-2"));
  expect(await read(cased)).toMatchObject({ status: "reimbursed", paidQty: 1, paidAmount: "57.60", currency: "USD" });
  expect(await read(lost)).toMatchObject({ status: "open" });
  // Another kind, and other pieces, are no answer.
  await told(reimbursed("R2", "Lost_Warehouse", "msku-1", 12));
  await told(reimbursed("R3", "Lost_Inbound", "msku-1", 11));
  expect(await read(lost)).toMatchObject({ status: "open" });
  await told(reimbursed("R4", "Lost_Inbound", "msku-1", 12));
  expect(await read(lost)).toMatchObject({ status: "reimbursed", paidQty: 12 });
  // One payment is no answer to two.
  const other = await byHand({ missingQty: 12 });
  s.o.good(await act(other, "file", { caseNo: "C-3" }));
  const r4 = given(
    await s.db.one<{ id: string }>("select id::text from fba_reimbursement where reimbursement_no = 'R4'"),
  ).id;
  expect(await s.refused(act(other, "paid", { reimbursementId: r4 }))).toBe("该赔偿记录已用于另一张索赔单");
  const r2 = given(
    await s.db.one<{ id: string }>("select id::text from fba_reimbursement where reimbursement_no = 'R2'"),
  ).id;
  s.o.good(await act(other, "paid", { reimbursementId: r2 }));
  expect(await read(other)).toMatchObject({ status: "reimbursed", paidQty: 12 });
});

test("pieces that turn up come in at what they were written off with", async () => {
  await s.db.query(
    `update fba_claim set status = 'open', reimbursement_id = null, book_amount = 120.00 where transfer_id is not null`,
  );
  const [lost = ""] = await ids("transfer_id is not null");
  expect(await s.refused(act(lost, "turnedUp", { foundQty: 5 }))).toBe("这些货物已从库存中冲销，找回须生成入库单");
  expect(await s.refused(act(lost, "found", { foundQty: 13 }))).toBe("找回数量不能大于缺少数量");
  s.o.good(await act(lost, "found", { foundQty: 5 }));
  const { no } = await read(lost);
  expect(
    await s.db.query(
      `select h.status, h.in_type, h.warehouse_id::text, l.good_qty, l.unit_cost::float8 as cost from other_in h
       join other_in_line l on l.other_in_id = h.id where h.source_no = $1`,
      [no],
    ),
  ).toEqual([{ status: "draft", in_type: "adjust", warehouse_id: s.fba, good_qty: 5, cost: 10 }]);
});
