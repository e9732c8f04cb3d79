/** A cell as a person types it: numbers as numbers, codes as text. */
export type ExampleCell = string | number | null;

const none = null;
type GoodAndBad = [good: number, bad: number];

/** Pieces of a SKU in a warehouse, with what one of them cost. */
const stock = (
  warehouse: string,
  sku: string,
  [good, bad]: GoodAndBad,
  cost: number | null,
  [batch, expires, amount]: [string | null, string | null, number | null] = [none, none, none],
): ExampleCell[] => [warehouse, sku, batch, expires, good, bad, cost, amount, none];

/** A line of an order that is under way. */
const order = (
  [oldNo, supplier, company, currency]: [string, string, string, string],
  [ordered, expected]: [string, string],
  sku: string,
  [qty, received]: [number, number],
  [price, tax, term]: [number, number, string | null],
): ExampleCell[] => [
  oldNo,
  supplier,
  company,
  "WH-SZ",
  currency,
  ordered,
  expected,
  sku,
  qty,
  received,
  price,
  tax,
  term,
];

const debt = (
  kind: "应付" | "预付",
  [supplier, company, currency]: [string, string, string],
  [oldNo, billDate, dueDate]: [string, string, string | null],
  amount: number,
  poOldNo: string | null = none,
): ExampleCell[] => [kind, supplier, company, currency, oldNo, billDate, dueDate, amount, poOldNo];

const cny = (supplier: string): [string, string, string] => [supplier, "SZ01", "CNY"];
const usd: [string, string, string] = ["S04", "HK01", "USD"];

/** What company 远帆 brings along on the last day of 2025 (company.md 11.1): sheets 14 to 19. */
export const openingExamples: Readonly<Record<string, readonly (readonly ExampleCell[])[]>> = {
  "14期初库存": [
    stock("WH-SZ", "HKC0001-BK", [320, 0], 41.2, ["B2511", none, none]),
    stock("WH-SZ", "HKC0001-WH", [180, 4], 41.2, ["B2511", none, none]),
    stock("WH-SZ", "HKS0001-S", [1250, 0], 6.35),
    stock("WH-SZ", "HKS0001-L", [640, 0], 9.8833),
    stock("WH-SZ", "ELC0001-US", [500, 0], 33.333333, ["E2510", none, none]),
    stock("WH-SZ", "ELC0001-EU", [260, 0], 34.1, ["E2510", none, none]),
    stock("WH-SZ", "ODC0001-GN", [90, 0], none, [none, none, 5130]),
    stock("WH-SZ", "PTF0001-WH", [60, 0], 52.5, ["P2509", "2027-09-30", none]),
    stock("WH-SZ", "PTF0001-WH", [75, 0], 53.2, ["P2511", "2027-11-30", none]),
    stock("WH-SZ", "E-BOX-01", [3000, 0], 1.15),
    stock("FBA-US", "HKC0001-BK", [410, 0], 52.86),
    stock("FBA-US", "HKS0001-S", [600, 0], 8.91),
    stock("FBA-US", "ELC0001-US", [355, 5], 41.777778),
    stock("FBA-US", "ODC0002-OR", [120, 0], 88.4),
  ],
  "15期初在途": [["OLD-TR-1219", "WH-SZ", "FBA-US", "HKC0001-WH", 100, 4120, "2025-12-20", none]],
  "16期初采购单": [
    order(
      ["OLD-PO-2511-018", "S01", "SZ01", "CNY"],
      ["2025-11-18", "2026-01-20"],
      "HKC0001-BK",
      [500, 200],
      [36.5, 13, none],
    ),
    order(
      ["OLD-PO-2511-018", "S01", "SZ01", "CNY"],
      ["2025-11-18", "2026-01-20"],
      "HKC0001-WH",
      [300, 0],
      [36.5, 13, none],
    ),
    order(["OLD-PO-2512-003", ...usd], ["2025-12-03", "2026-02-10"], "ODC0001-GN", [400, 0], [7.8, 0, "FOB"]),
    order(
      ["OLD-PO-2511-022", "S02", "SZ01", "CNY"],
      ["2025-11-22", "2026-01-15"],
      "HKS0001-S",
      [2000, 1250],
      [5.6, 13, none],
    ),
  ],
  "17期初应付预付": [
    debt("应付", cny("S01"), ["OLD-AP-1101", "2025-11-25", "2025-12-25"], 8249),
    debt("应付", cny("S02"), ["OLD-AP-1102", "2025-12-10", "2026-01-10"], 7910),
    debt("应付", cny("S03"), ["OLD-AP-1103", "2025-12-12", "2026-01-12"], 3390),
    debt("应付", cny("S05"), ["OLD-AP-1104", "2025-12-15", "2026-01-15"], 1554),
    debt("应付", cny("S06"), ["OLD-AP-1105", "2025-12-18", "2026-01-18"], 12_600),
    debt("应付", usd, ["OLD-AP-1106", "2025-12-20", "2026-01-20"], 2184.5),
    debt("预付", cny("S01"), ["OLD-PP-1101", "2025-11-20", none], 7424.1, "OLD-PO-2511-018"),
    debt("预付", usd, ["OLD-PP-1102", "2025-12-05", none], 936, "OLD-PO-2512-003"),
  ],
  "18期初平台订单": [
    ["112-1000001-0000001", "AMZ-US-A", "2025-12-30 10:20", "SET-A-US", 1, 59.99, "2026-01-03 18:00"],
    ["305-1000001-0000002", "AMZ-DE-A", "2025-12-30 21:05", "ELC-EU-DE", 3, 19.99, "2026-01-04 18:00"],
  ],
  "19期初红人测评": [
    ["红人合作", "OLD-KOL-1201", "Kitchen Daily", "USD", 400, "12月视频尾款", "AMZ-US-A", "HKC-BK-US"],
    ["测评返款", "OLD-EVA-1202", "测评服务商A", "USD", 35.98, "2单返款", "AMZ-US-A", "HKS-S-US"],
  ],
};
