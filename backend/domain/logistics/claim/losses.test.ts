import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { ledgerText, type Movement } from "#backend/domain/intake/ledger/ledger.testing";
import { reportsBy } from "#backend/domain/intake/reports.testing";
import { openYard, type Yard } from "../transfer/transfer.testing";
import { claimLosses, unanswered } from "./losses";

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
