// The world of figures.md E: its orders, what its settlements say of them, and what fees were expected.
import { given } from "../../../tests/given";
import { besides, linesOf, refunded, type SaidOrder, type SaidReport } from "./figures.testing";

export const US: SaidOrder[] = [
  {
    no: "114-0000000-0000001",
    day: "2026-08-10",
    sku: "A-US",
    qty: 1,
    principal: "19.99",
    tax: "1.65",
    commission: "3.00",
    fba: "3.86",
    posted: "2026-08-11",
  },
  {
    no: "114-0000000-0000002",
    day: "2026-08-11",
    sku: "A-US",
    qty: 2,
    principal: "39.98",
    promo: "4.00",
    commission: "5.40",
    fba: "7.72",
    posted: "2026-08-12",
  },
  {
    no: "114-0000000-0000003",
    day: "2026-08-12",
    sku: "B-US",
    qty: 1,
    principal: "49.99",
    ship: "5.99",
    commission: "8.40",
    fba: "5.68",
    posted: "2026-08-13",
  },
  {
    no: "114-0000000-0000004",
    day: "2026-08-10",
    sku: "C-US",
    qty: 1,
    principal: "79.99",
    commission: "12.00",
    fba: "8.66",
    posted: "2026-08-11",
  },
  {
    no: "114-0000000-0000005",
    day: "2026-08-13",
    sku: "A-US",
    qty: 1,
    principal: "19.99",
    commission: "3.00",
    fba: "3.86",
    posted: "2026-08-14",
  },
  {
    no: "114-0000000-0000006",
    day: "2026-08-28",
    sku: "B-US",
    qty: 2,
    principal: "99.98",
    commission: "15.00",
    fba: "11.90",
    posted: "2026-08-31",
  },
  {
    no: "114-0000000-0000007",
    day: "2026-08-14",
    sku: "A-US-M",
    qty: 1,
    principal: "21.99",
    ship: "4.99",
    commission: "4.05",
    posted: "2026-08-15",
  },
];
export const DE: SaidOrder[] = [
  {
    no: "304-0000000-0000008",
    day: "2026-08-12",
    sku: "A-DE",
    qty: 1,
    principal: "20.00",
    tax: "3.80",
    commission: "3.57",
    fba: "3.35",
    posted: "2026-08-13",
  },
  {
    no: "304-0000000-0000009",
    day: "2026-08-15",
    sku: "B-DE",
    qty: 1,
    principal: "50.00",
    tax: "9.50",
    commission: "8.92",
    fba: "4.75",
    posted: "2026-08-16",
  },
  {
    no: "304-0000000-0000010",
    day: "2026-08-18",
    sku: "A-DE",
    qty: 3,
    principal: "60.00",
    tax: "11.40",
    promo: "5.00",
    promoTax: "0.95",
    commission: "9.82",
    fba: "9.60",
    posted: "2026-08-19",
  },
];
const order = (orders: SaidOrder[], n: number) => given(orders[n - 1]);

const PERIOD = { start: "2026-08-01", end: "2026-08-29", deposit: "2026-08-31" };
export const S1_US: SaidReport = {
  ...PERIOD,
  no: "11000000001",
  currency: "USD",
  total: "85.94",
  marketplace: "Amazon.com",
  lines: [
    ...[1, 2, 3, 4, 5, 7].flatMap((n) => linesOf(order(US, n))),
    refunded("2026-08-20", order(US, 5), "ItemPrice", "Principal", "-19.99"),
    refunded("2026-08-20", order(US, 5), "ItemFees", "Commission", "3.00"),
    refunded("2026-08-20", order(US, 5), "ItemFees", "RefundCommission", "-0.60"),
    besides("2026-08-05", "Subscription Fee", "-39.99"),
    besides("2026-08-08", "Storage Fee", "-12.40"),
    besides("2026-08-15", "TransactionTotalAmount", "-14.25", "", "Cost of Advertising"),
    besides("2026-08-26", "MISSING_FROM_INBOUND", "18.00", "A-US", "FBA Inventory Reimbursement"),
    besides("2026-08-27", "FBA Grade and Resell Charge", "-1.11"),
    besides("2026-08-29", "Current Reserve Amount", "-20.00"),
  ],
};
export const S1_DE: SaidReport = {
  ...PERIOD,
  no: "11000000002",
  currency: "EUR",
  total: "45.99",
  marketplace: "Amazon.de",
  lines: [...DE.flatMap(linesOf), besides("2026-08-05", "Subscription Fee", "-39.00")],
};
export const S2_US: SaidReport = {
  no: "11000000003",
  start: "2026-08-29",
  end: "2026-09-12",
  deposit: "2026-09-14",
  currency: "USD",
  total: "70.91",
  marketplace: "Amazon.com",
  lines: [
    ...linesOf(order(US, 6)),
    refunded("2026-09-05", order(US, 6), "ItemPrice", "Principal", "-10.00"),
    refunded("2026-09-05", order(US, 6), "ItemFees", "Commission", "1.50"),
    refunded("2026-09-05", order(US, 6), "ItemFees", "RefundCommission", "-0.30"),
    besides("2026-09-08", "Storage Fee", "-13.10"),
    Object.assign(refunded("2026-09-09", order(US, 3), "ItemFees", "FBAFeeCorrection", "-0.27"), {
      0: "other-transaction",
    }),
    besides("2026-09-12", "Previous Reserve Amount Balance", "20.00"),
  ],
};
export const PREVIEW = [
  [
    "sku",
    "asin",
    "product-name",
    "your-price",
    "currency",
    "estimated-referral-fee-per-unit",
    "expected-fulfillment-fee-per-unit",
  ],
  ["A-US", "B0AAAAAAA1", "A", "20.00", "USD", "3.00", "3.86"],
  ["A-US-M", "B0AAAAAAA1", "A", "20.00", "USD", "3.00", "--"],
  ["b-us", "B0BBBBBBB1", "B", "50.00", "USD", "7.50", "5.68"],
  ["C-US", "B0CCCCCCC1", "C", "80.00", "USD", "12.00", "8.66"],
];
export const PREVIEW_DE = [
  PREVIEW[0],
  ["A-DE", "B0AAAAAAA1", "Gerät", "20,00", "EUR", "3,00", "3,20"],
  ["B-DE", "B0BBBBBBB1", "Gerät", "60,00", "EUR", "9,00", "4,75"],
];
export const table = (rows: readonly (readonly string[] | undefined)[]) =>
  rows.map((row) => row?.join("\t")).join("\n");

/** Columns of the platform's reports of returns and of storage fees. */
export const RETURN_HEAD = [
  "return-date",
  "order-id",
  "sku",
  "asin",
  "fnsku",
  "product-name",
  "quantity",
  "fulfillment-center-id",
  "detailed-disposition",
  "reason",
  "status",
  "license-plate-number",
];
export const STORAGE_HEAD = [
  "asin",
  "fnsku",
  "product_name",
  "fulfillment_center",
  "country_code",
  "item_volume",
  "average_quantity_on_hand",
  "month_of_charge",
  "currency",
  "estimated_monthly_storage_fee",
];

/** What came back of the fifth order, by the platform's report of returns. */
export const RETURNED = [
  RETURN_HEAD,
  [
    "2026-08-25T19:00:00+00:00",
    "114-0000000-0000005",
    "A-US",
    "B0AAAAAAA1",
    "X00000000A",
    "A",
    "1",
    "ONT8",
    "SELLABLE",
    "UNWANTED_ITEM",
    "Unit returned to inventory",
    "LPNF1",
  ],
];

/** What the platform reckons for lying in its warehouses in a month, of A and of B. */
export const storageOf = (month: string, a: string, b: string): string =>
  table([
    STORAGE_HEAD,
    ["B0AAAAAAA1", "X00000000A", "A", "ONT8", "US", "0.0424", "17.5", month, "USD", a],
    ["B0BBBBBBB1", "X00000000B", "B", "ONT8", "US", "0.0424", "17.5", month, "USD", b],
  ]);
