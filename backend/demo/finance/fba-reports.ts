import dayjs from "dayjs";
import type { Sql } from "#backend/platform/db";
import { asSystem, personAt } from "../acting";
import { workAgo } from "../clock";
import { report, settledStore } from "./settlements";

/** Rows of a report below the names of their columns. */
const table = (columns: string, rows: readonly (readonly (string | number)[])[]) =>
  [columns.split(" "), ...rows].map((row) => row.join("\t")).join("\n");

const RETURNED = [
  ["SELLABLE", "UNWANTED_ITEM"],
  ["CUSTOMER_DAMAGED", "DEFECTIVE"],
  ["SELLABLE", "ORDERED_WRONG_ITEM"],
  ["DEFECTIVE", "QUALITY_UNACCEPTABLE"],
] as const;

/** Reports of the platform on what it stores for the store whose settlements are uploaded (figures.md A.3). */
export async function insertFbaReports(sql: Sql, today: string): Promise<number> {
  const c = await personAt(asSystem(sql), "finance");
  const store = await settledStore(c);
  if (!store) return 0;
  const { msku } = store;
  const ago = (days: number) => dayjs(today).subtract(days, "day").format("YYYY-MM-DD");
  await workAgo(sql, 1);
  const months = [2, 1].map((n) => dayjs(today).subtract(n, "month").format("YYYY-MM"));
  await report(
    c,
    store,
    "storage-fees.txt",
    table(
      "asin fnsku msku product_name fulfillment_center country_code item_volume average_quantity_on_hand month_of_charge currency estimated_monthly_storage_fee",
      months.flatMap((month, i) =>
        ["LEJ1", "DTM2"].map((place, n) => [
          "",
          `X00DEMO0${n}1`,
          msku,
          "",
          place,
          "DE",
          "0.0012",
          40 - 9 * i - n,
          month,
          "EUR",
          `${7 - i - n}.12`,
        ]),
      ),
    ),
  );
  await report(
    c,
    store,
    "customer-returns.txt",
    table(
      "return-date order-id sku asin fnsku product-name quantity fulfillment-center-id detailed-disposition reason status license-plate-number customer-comments",
      RETURNED.map(([disposition, reason], i) => [
        `${ago(20 - 4 * i)}T12:00:00+00:00`,
        `111-8800001-000000${i + 1}`,
        msku,
        "",
        "X00DEMO001",
        "",
        1,
        "LEJ1",
        disposition,
        reason,
        "Unit returned to inventory",
        `LPNDEMO00${i}`,
        "",
      ]),
    ),
  );
  const paid = [
    ["Lost_Warehouse", "18.00", 1, 0],
    ["Damaged_Warehouse", "16.40", 1, 0],
    ["CustomerReturn", "0.00", 0, 1],
  ] as const;
  await report(
    c,
    store,
    "reimbursements.txt",
    table(
      "approval-date reimbursement-id case-id amazon-order-id reason sku fnsku asin product-name condition currency-unit amount-per-unit amount-total quantity-reimbursed-cash quantity-reimbursed-inventory quantity-reimbursed-total original-reimbursement-id original-reimbursement-type",
      paid.map(([reason, amount, cash, stock], i) => [
        `${ago(45 - i)}T12:00:00+00:00`,
        `880000${i}`,
        "",
        "",
        reason,
        msku,
        "X00DEMO001",
        "",
        "",
        "SELLABLE",
        "EUR",
        amount,
        amount,
        cash,
        stock,
        1,
        "",
        "",
      ]),
    ),
  );
  return 3;
}
