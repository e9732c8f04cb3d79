import dayjs from "dayjs";
import { createDraft, perform, type RuleContext, type RuleValues } from "#backend/engine/documents";
import type { Database } from "#backend/platform/db";
import { today } from "#backend/platform/values";
import { opening } from "#documents/finance/opening";
import { keysOf } from "#documents/kit";
import { actAs } from "../../../../tests/acting";
import { testDatabase } from "../../../../tests/harness";

type Row = Record<string, unknown>;

/** Masters of company.md 11.1 as far as openings name them. Money of the old system stands at D − 1. */
async function insertMasters(db: Database, goLive: string) {
  await db.query("delete from exchange_rate where tenant_id = 1");
  await db.query(
    `insert into exchange_rate (tenant_id, currency, effective_date, official_rate)
     values (1, 'USD', $1::date - 31, 7.12), (1, 'USD', $1, 7.10)`,
    [goLive],
  );
  await db.query("update sys_tenant set phase = 'setup', go_live_date = $1 where id = 1", [goLive]);
  await db.query(
    "insert into company (code, name, enabled) values ('SZ01', '深圳远帆', true), ('HK01', '远帆香港', true)",
  );
  await db.query(
    `insert into company_account (company_id, line_no, bank_name, account_no, currency, enabled)
     select id, 1, '招商银行', '62258800' || id, case code when 'HK01' then 'USD' else 'CNY' end, true
     from company where code in ('SZ01', 'HK01')`,
  );
  await db.query(
    `insert into warehouse (code, name, kind, enabled, need_inspect, manager_id)
     values ('YF-SZ', '远帆深圳仓', 'domestic', true, true, 1), ('YF-FBA', '远帆FBA仓', 'fba', true, false, 1)`,
  );
  await db.query(
    `insert into supplier (no, name, supplier_type, status, currency, tax_rate, settle_method, deposit_rate,
       balance_trigger, period_days, trade_term, level, buyer_id)
     select no, '供应商' || no, type, 'approved', currency, tax, settle, 30, 'afterReceipt', days, term, 'B', 1
     from (values ('S01', 'goods', 'CNY', '13', 'deposit', 0, null), ('S02', 'goods', 'CNY', '13', 'monthly', 30, null),
       ('S03', 'goods', 'CNY', '13', 'cod', 0, null), ('S04', 'goods', 'USD', '0', 'deposit', 0, 'FOB'),
       ('S05', 'packing', 'CNY', '3', 'monthly', 30, null), ('S06', 'logistics', 'CNY', '6', 'monthly', 30, null))
       as x(no, type, currency, tax, settle, days, term)`,
  );
  await db.query(
    `insert into sku (sku_code, name, status, sku_type, unit)
     select code, code, 'approved', 'normal', 'pcs' from unnest(string_to_array($1, ' ')) code`,
    [
      "HKC0001-BK HKC0001-WH HKS0001-S HKS0001-L ELC0001-US ELC0001-EU ODC0001-GN ODC0002-OR PTF0001-WH BTH0001-PK E-BOX-01",
    ],
  );
}

const stock = (
  warehouse: string,
  sku: string,
  goodQty: number,
  badQty: number,
  unitCost: string | null,
  more: Row = {},
) => ({ warehouse, sku, goodQty, badQty, unitCost, ...more });

/** Sheets 14 to 17 of company.md 11.1, one draft for each kind and company. */
export const sheets = (goLive: string) => {
  const day = (n: number) => dayjs(goLive).add(n, "day").format("YYYY-MM-DD");
  const order = (
    oldNo: string,
    supplier: string,
    sku: string,
    quantities: [number, number],
    price: string,
    more: Row,
  ) => ({
    oldNo,
    supplier,
    warehouse: "YF-SZ",
    sku,
    orderedQty: quantities[0],
    receivedQty: quantities[1],
    price,
    expectDate: day(20),
    ...more,
  });
  const tax = { currency: "CNY", taxRate: "13" };
  const owed = (supplier: string, oldNo: string, amount: string, dueDate = day(20), currency = "CNY") => ({
    supplier,
    oldNo,
    amount,
    dueDate,
    currency,
  });
  return {
    stock: {
      kind: "stock",
      stocks: [
        stock("YF-SZ", "HKC0001-BK", 320, 0, "41.2", { batchNo: "B2511" }),
        stock("YF-SZ", "HKC0001-WH", 180, 4, "41.2", { batchNo: "B2511" }),
        stock("YF-SZ", "HKS0001-S", 1250, 0, "6.35"),
        stock("YF-SZ", "HKS0001-L", 640, 0, "9.8833"),
        stock("YF-SZ", "ELC0001-US", 500, 0, "33.333333", { batchNo: "E2510" }),
        stock("YF-SZ", "ELC0001-EU", 260, 0, "34.1", { batchNo: "E2510" }),
        stock("YF-SZ", "ODC0001-GN", 90, 0, null, { amount: "5130.00" }),
        stock("YF-SZ", "PTF0001-WH", 60, 0, "52.5", { batchNo: "P2509", expireDate: "2027-09-30" }),
        stock("YF-SZ", "PTF0001-WH", 75, 0, "53.2", { batchNo: "P2511", expireDate: "2027-11-30" }),
        stock("YF-SZ", "E-BOX-01", 3000, 0, "1.15"),
        stock("YF-FBA", "HKC0001-BK", 410, 0, "52.86"),
        stock("YF-FBA", "HKS0001-S", 600, 0, "8.91"),
        stock("YF-FBA", "ELC0001-US", 355, 5, "41.777778"),
        stock("YF-FBA", "ODC0002-OR", 120, 0, "88.4"),
      ],
    },
    transit: {
      kind: "transit",
      transits: [
        {
          oldNo: "OLD-TR-1219",
          fromWarehouse: "YF-SZ",
          toWarehouse: "YF-FBA",
          sku: "HKC0001-WH",
          qty: 100,
          amount: "4120.00",
          shipDate: day(-12),
        },
      ],
    },
    purchase: {
      kind: "purchase",
      company: "SZ01",
      purchases: [
        order("OLD-PO-2511-018", "S01", "HKC0001-BK", [500, 200], "36.50", tax),
        order("OLD-PO-2511-018", "S01", "HKC0001-WH", [300, 0], "36.50", tax),
        order("OLD-PO-2511-022", "S02", "HKS0001-S", [2000, 1250], "5.60", tax),
      ],
    },
    purchaseUsd: {
      kind: "purchase",
      company: "HK01",
      purchases: [
        order("OLD-PO-2512-003", "S04", "ODC0001-GN", [400, 0], "7.80", {
          currency: "USD",
          taxRate: "0",
          tradeTerm: "FOB",
        }),
      ],
    },
    payable: {
      kind: "payable",
      company: "SZ01",
      debts: [
        owed("S01", "OLD-AP-1101", "8249.00", day(-7)),
        owed("S02", "OLD-AP-1102", "7910.00"),
        owed("S03", "OLD-AP-1103", "3390.00"),
        owed("S05", "OLD-AP-1104", "1554.00"),
        owed("S06", "OLD-AP-1105", "12600.00"),
      ],
    },
    payableUsd: { kind: "payable", company: "HK01", debts: [owed("S04", "OLD-AP-1106", "2184.50", day(20), "USD")] },
    prepaid: {
      kind: "prepaid",
      company: "SZ01",
      debts: [{ supplier: "S01", amount: "7424.10", poOldNo: "OLD-PO-2511-018", currency: "CNY" }],
    },
    prepaidUsd: {
      kind: "prepaid",
      company: "HK01",
      debts: [{ supplier: "S04", amount: "936.00", poOldNo: "OLD-PO-2512-003", currency: "USD" }],
    },
  };
};

const LEDGERS = [
  "stock",
  "stock_posting",
  "stock_move",
  "stock_layer",
  "stock_transit",
  "ap_entry",
  "ap_account",
  "ap_month",
  "ap_due",
];
/** What each ledger holds: empty ones are the empty text. */
export const checksums = async (db: Database): Promise<Record<string, string | undefined>> =>
  Object.fromEntries(
    await Promise.all(
      LEDGERS.map(async (table) => {
        const row = await db.one<{ sum: string }>(
          `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from "${table}" t`,
        );
        return [table, row?.sum];
      }),
    ),
  );

export type Sheet = keyof ReturnType<typeof sheets>;

/** A company that is set up, whose first day of work is planned so many days ago. */
export async function openFirstDay(daysAgo = 20, own?: Database) {
  const db = own ?? (await testDatabase());
  const goLive = today(-daysAgo);
  await insertMasters(db, goLive);
  const filled: Record<Sheet, RuleValues> = sheets(goLive);
  const tx = <R>(work: (c: RuleContext) => Promise<R>, userId = "1") =>
    db.tx((sql) => work(actAs(sql, { userId, permissions: new Set(["purchase_price_view", "stock_cost_view"]) })));
  const add = (values: RuleValues) => tx((c) => createDraft(c, { ...opening, name: "opening" }, values));
  const book = (id: string) => tx((c) => perform(c, opening, id, "book", {}, { trusted: true }));
  const undo = (id: string) => tx((c) => perform(c, opening, id, "undo", { reason: "录错了" }, { trusted: true }));
  const booked = async (sheet: Sheet, change: RuleValues = {}) => {
    const { id, no } = await add({ ...filled[sheet], ...change });
    await book(id);
    return { id, no };
  };
  /** All sheets, in the order in which they stand on one another; ids by sheet. */
  const bookAll = async () => {
    const made = new Map<Sheet, string>();
    for (const sheet of keysOf(filled)) made.set(sheet, (await booked(sheet)).id);
    return made;
  };
  return { db, goLive, filled, tx, add, book, undo, booked, bookAll, close: () => db.close() };
}
export type FirstDay = Awaited<ReturnType<typeof openFirstDay>>;
