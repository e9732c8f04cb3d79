import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { ledgerText, type Movement } from "#backend/domain/intake/ledger/ledger.testing";
import { reportsBy } from "#backend/domain/intake/reports.testing";
import { openYard, type Yard } from "../transfer/transfer.testing";
import { answered, claimLosses } from "./losses";

// What the platform lost and neither found nor paid for in thirty days is claimed, once (figures.md D.6).

let s: Yard;
let upload: Awaited<ReturnType<typeof reportsBy>>["upload"];
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
beforeAll(async () => {
  s = await openYard();
  ({ upload } = await reportsBy(s.backend));
  await s.fill(0, 100, "12.50");
  const id = await s.approved(s.form([[0, 100]]));
  await s.done(id, "pack");
  await s.done(id, "ship", { trackingNo: "ZIM-1" });
  await s.done(id, "receive");
});
afterAll(() => s.backend.close());

const adjusted = (days: number, msku: string, qty: number, reason: string, disposition = "SELLABLE"): Movement => [
  ago(days),
  msku,
  "Adjustments",
  `T${days}${reason}`,
  qty,
  disposition,
  reason,
];
async function told(rows: readonly Movement[]) {
  expect(await upload(s.storeId, ledgerText(rows))).toMatchObject({ status: "done", kind: "ledger" });
  await claimLosses(s.db, engine);
}
const claims = () =>
  s.db.query<Record<string, unknown>>(
    `select kind, msku, missing_qty as qty, book_amount::text as book, lost_day::text as day, deadline::text as until, status
     from fba_claim where source_line is not null order by lost_day, kind, id`,
  );

const unanswered = (...of: Parameters<typeof answered>) =>
  answered(...of).flatMap(({ day, qty }) => (qty ? [{ day, qty }] : []));

test("finds and payments go to the oldest loss before them", () => {
  const losses = [
    { day: "2026-08-01", qty: 3 },
    { day: "2026-08-05", qty: 4 },
  ];
  expect(unanswered(losses, [])).toEqual(losses);
  expect(unanswered(losses, [{ day: "2026-08-04", qty: 9 }])).toEqual([{ day: "2026-08-05", qty: 4 }]);
  expect(unanswered(losses, [{ day: "2026-08-06", qty: 5 }])).toEqual([{ day: "2026-08-05", qty: 2 }]);
  expect(unanswered(losses, [{ day: "2026-07-31", qty: 5 }])).toEqual(losses);
});

test("what is found after a claim waits is found of it, before the next loss; what was known before is not", () => {
  const losses = [
    { day: "2026-08-01", qty: 5, claimed: 3, since: 100 },
    { day: "2026-08-05", qty: 4 },
  ];
  const found = (...answers: Parameters<typeof answered>[1]) =>
    answered(losses, answers).map((loss) => [loss.qty, loss.found]);
  // Two pieces had turned up before it was claimed.
  const before = { day: "2026-08-10", qty: 2, told: 50 };
  expect(found(before)).toEqual([
    [0, 0],
    [4, 0],
  ]);
  expect(found(before, { day: "2026-09-02", qty: 2, told: 200 })).toEqual([
    [0, 2],
    [4, 0],
  ]);
  expect(found(before, { day: "2026-09-02", qty: 5, told: 200 })).toEqual([
    [0, 3],
    [2, 0],
  ]);
  // A payment, and what was told before the claim, go on to the next loss.
  expect(found(before, { day: "2026-08-11", qty: 1, told: 60 }, { day: "2026-09-02", qty: 1 })).toEqual([
    [0, 0],
    [2, 0],
  ]);
  const paid = answered(
    [{ day: "2026-08-01", qty: 5, claimed: 3, since: null }],
    [before, { day: "2026-09-02", qty: 2, told: 200 }],
  );
  expect(paid).toMatchObject([{ qty: 0, found: 0 }]);
});

test("a loss of thirty days is claimed with its day, pieces and value, once; younger and older ones are not", async () => {
  const rows = [
    adjusted(70, "MSKU-1", -7, "M"),
    adjusted(40, "MSKU-1", -5, "M"),
    adjusted(35, "MSKU-1", 9, "F"),
    adjusted(33, "MSKU-1", -2, "E"),
    adjusted(33, "MSKU-1", 2, "P", "WAREHOUSE_DAMAGED"),
    adjusted(31, "MSKU-1", -2, "H", "CUSTOMER_DAMAGED"),
    adjusted(20, "MSKU-1", -3, "M"),
    adjusted(40, "NEVER-SEEN", -3, "M"),
  ];
  await told(rows);
  const until = (days: number) => ago(days - 60);
  const made = [
    { kind: "warehouse", msku: "MSKU-1", qty: 3, book: "37.50", day: ago(40), until: until(40), status: "open" },
    { kind: "damaged", msku: "MSKU-1", qty: 2, book: "25.00", day: ago(33), until: until(33), status: "open" },
  ];
  expect(await claims()).toEqual(made);
  await claimLosses(s.db, engine);
  await Promise.all([claimLosses(s.db, engine), claimLosses(s.db, engine)]);
  await s.db.query("update fba_claim set status = 'void' where kind = 'damaged'");
  await claimLosses(s.db, engine);
  expect(await claims()).toEqual([made[0], { ...made[1], status: "void" }]);
});

test("what is paid for, or claimed by hand, is not claimed again", async () => {
  await s.db.query(
    `insert into fba_reimbursement (tenant_id, store_id, approval_day, reimbursement_no, reason, msku, fact_sku, amount,
       currency, total_qty, state, row_key, del_flag, version)
     values (1, $1, $2, 'R1', 'LOST_WAREHOUSE', 'MSKU-2', 'MSKU-2', 20, 'USD', 2, 'open', 'r1', 0, 0)`,
    [s.storeId, ago(38)],
  );
  await s.o
    .as("logistics")
    .add("/logistics/fbaclaim", {
      storeId: s.storeId,
      msku: "MSKU-2",
      kind: "warehouse",
      missingQty: 3,
      lostDay: ago(36),
    });
  await told([adjusted(45, "MSKU-2", -6, "M")]);
  expect((await claims()).filter(({ msku }) => msku === "MSKU-2")).toEqual([
    { kind: "warehouse", msku: "MSKU-2", qty: 1, book: null, day: ago(45), until: ago(-15), status: "open" },
  ]);
});

test("goods that turn up after their claim are found of it, and the stock stays as it was", async () => {
  const stock = () =>
    s.db.query<{ qty: number }>("select on_hand_qty as qty from stock where warehouse_id = $1 order by sku_id", [
      s.fba,
    ]);
  const before = await stock();
  await s.db.query(
    `insert into sku_listing (sku_id, store_id, msku, fnsku, fulfillment_channel, listing_status)
     values ($1, $2, 'MSKU-3', 'X000000003', 'AFN', 'active')`,
    [s.skus[0], s.storeId],
  );
  const claimed = () =>
    s.db.query(
      "select status, missing_qty as qty, found_qty as found from fba_claim where msku = 'MSKU-3' order by lost_day",
    );
  const lost = [adjusted(39, "MSKU-3", -5, "M"), adjusted(31, "MSKU-3", -1, "M")];
  await told(lost);
  expect(await claimed()).toEqual([
    { status: "open", qty: 5, found: null },
    { status: "open", qty: 1, found: null },
  ]);
  // A part of the first claim; the next loss waits for its own, and neither is claimed again.
  await told([...lost, adjusted(3, "MSKU-3", 2, "F")]);
  expect(await claimed()).toEqual([
    { status: "open", qty: 5, found: 2 },
    { status: "open", qty: 1, found: null },
  ]);
  await told([...lost, adjusted(3, "MSKU-3", 2, "F"), adjusted(1, "MSKU-3", 4, "N")]);
  await Promise.all([claimLosses(s.db, engine), claimLosses(s.db, engine)]);
  expect(await claimed()).toEqual([
    { status: "found", qty: 5, found: 5 },
    { status: "found", qty: 1, found: 1 },
  ]);
  expect(await stock()).toEqual(before);
  expect(await s.db.query("select id from other_in where reason like 'FBA索赔%'")).toEqual([]);
});

test("by hand, pieces that the ledger lost are found without coming in", async () => {
  const id = async () =>
    (await s.db.one<{ id: string }>("select id::text from fba_claim where msku = 'MSKU-2' and source_line is not null"))
      ?.id ?? "";
  const act = (action: string, body: object) =>
    s.o.as("logistics").act("/logistics/fbaclaim", claimId, action, { ...body });
  const claimId = await id();
  expect(await s.refused(act("found", { foundQty: 1 }))).toBe("这些货物没有从库存中减去过，找回不生成入库单");
  expect(await s.refused(act("turnedUp", { foundQty: 2 }))).toBe("找回数量不能大于缺少数量");
  s.o.good(await act("turnedUp", { foundQty: 1 }));
  expect(await s.db.query("select id from other_in where reason like 'FBA索赔%'")).toEqual([]);
});
