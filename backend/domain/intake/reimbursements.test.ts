import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, besides, openIntake, type SaidReport } from "./figures.testing";

// What the platform says that it pays for goods, and the settlements that have the money (figures.md A.3).

let account: Account;
beforeAll(async () => {
  account = await openIntake();
});
afterAll(() => account.backend.close());

const HEAD = [
  "approval-date",
  "reimbursement-id",
  "case-id",
  "amazon-order-id",
  "reason",
  "sku",
  "fnsku",
  "asin",
  "product-name",
  "condition",
  "currency-unit",
  "amount-per-unit",
  "amount-total",
  "quantity-reimbursed-cash",
  "quantity-reimbursed-inventory",
  "quantity-reimbursed-total",
  "original-reimbursement-id",
  "original-reimbursement-type",
];
type Paid = [day: string, no: string, reason: string, sku: string, total: string, currency?: string, stock?: string];
const reimbursementText = (rows: readonly Paid[]) =>
  [
    HEAD,
    ...rows.map(([day, no, reason, sku, total, currency = "USD", stock = "0"]) => [
      `${day}T15:00:00+00:00`,
      no,
      "7001",
      "",
      reason,
      sku,
      "X00000000A",
      "B0AAAAAAA1",
      "A",
      "SELLABLE",
      currency,
      total,
      total,
      stock === "0" ? "1" : "0",
      stock,
      "1",
      "",
      "",
    ]),
  ]
    .map((row) => row.join("\t"))
    .join("\n");

const FIRST: Paid[] = [
  ["2026-08-25", "9001", "Lost_Warehouse", "a-us", "18.00"],
  ["2026-08-25", "9002", "Lost_Warehouse", "A-US", "18.00"],
  ["2026-08-25", "9003", "CustomerReturn", "B-US", "12.50"],
  ["2026-08-26", "9004", "SOMETHING_NEW", "B-US", "0.00", "USD", "1"],
];
const settlement = (no: string, lines: [amount: string, sku: string][]): SaidReport => ({
  no,
  currency: "USD",
  start: "2026-08-16",
  end: "2026-08-30",
  deposit: "2026-08-31",
  total: lines.reduce((sum, [amount]) => sum + Number(amount), 0).toFixed(2),
  marketplace: "Amazon.com",
  lines: lines.map(([amount, sku]) =>
    besides("2026-08-26", "WAREHOUSE_LOST", amount, sku, "FBA Inventory Reimbursement"),
  ),
});
const rows = () =>
  account.backend.db.query<{ no: string; state: string; settlement: string | null }>(
    `select r.reimbursement_no as no, r.state, h.settlement_no as settlement from fba_reimbursement r
       left join settlement h on h.id = r.settlement_id where r.del_flag = 0 order by 1`,
  );

test("each shows the posted settlement that has its money, one line for one of them", async () => {
  const file = await account.upload(account.us, reimbursementText(FIRST));
  expect(file).toMatchObject({
    status: "done",
    kind: "reimbursements",
    rowCount: 4,
    period: "2026-08-25 至 2026-08-26",
  });
  const open = { state: "open", settlement: null };
  expect(await rows()).toEqual([
    { no: "9001", ...open },
    { no: "9002", ...open },
    { no: "9003", ...open },
    { no: "9004", state: "stock", settlement: null },
  ]);
  await account.settled(
    account.us,
    settlement("13000000001", [
      ["18.00", "A-US"],
      ["12.49", "B-US"],
    ]),
  );
  const found = await rows();
  expect(found).toMatchObject([{ no: "9001", state: "settled", settlement: "13000000001" }, open, open, {}]);
  await account.upload(account.us, `${reimbursementText([...FIRST].reverse())}\n`);
  expect(await rows()).toEqual(found);
  await account.settled(
    account.us,
    settlement("13000000002", [
      ["18.00", "A-US"],
      ["12.50", "B-US"],
    ]),
  );
  expect(await rows()).toMatchObject([
    { settlement: "13000000001" },
    { settlement: "13000000002" },
    { state: "settled", settlement: "13000000002" },
    { state: "stock" },
  ]);
  expect(await account.act("13000000002", "reverse", { reason: "试" })).toMatchObject({ code: 0 });
  expect(await rows()).toEqual(found);
});

test("the list has sums by currency, states, filters, and no facts came of it", async () => {
  await account.upload(account.us, reimbursementText([["2026-08-27", "9005", "Lost_Inbound", "A-DE", "7.00", "EUR"]]));
  const page = (query: string) => account.send("GET", `/logistics/fbareimbursement/page?size=9&${query}`);
  const all = await page("");
  expect(all.data.records).toHaveLength(5);
  expect(JSON.stringify(all.data.summary)).toMatch(/48\.50?.*|7\.00/);
  expect((await page("state=open&reason=LOST_INBOUND&msku=A-")).data.records).toMatchObject([
    { reimbursementNo: "9005", storeId: account.de, currency: "EUR", amount: "7.00" },
  ]);
  expect((await page("state=stock")).data.records).toMatchObject([{ reason: "OTHER", reasonSaid: "SOMETHING_NEW" }]);
  const brought = await account.backend.db.one(
    "select coalesce(sum(reimburse_amt), 0)::float8 as n from fact_trade_daily where store_id = $1",
    [account.us],
  );
  // What the settlement that is posted says.
  expect(brought).toEqual({ n: 30.49 });
});
