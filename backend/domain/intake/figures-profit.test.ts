// Long because it is the acceptance scenario of figures.md E, each of whose steps goes on where the one before ended.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { orderDifferences } from "#backend/domain/reports/profit/orders.testing";
import { postSales } from "#backend/domain/wms/fba/sale/post-days";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { type Account, openWorld } from "./figures.testing";
import { advertise, byInterface, byUpload, type Door } from "./figures-door.testing";
import { openWarehouses } from "./figures-stock.testing";

let account: Account;
let door: Door;

/** Costs of the fact rows of a month, in CNY: day, store, goods. */
async function costs(month: string) {
  const rows = await account.backend.db.query<{ at: string; cost: number; leg: number; loss: number }>(
    `select to_char(biz_date, 'MM-DD') || ' ' || site_code || '/' || seller_sku as at, product_cost::float8 as cost,
       first_leg_cost::float8 as leg, stock_loss::float8 as loss
     from fact_trade_daily where to_char(biz_date, 'YYYY-MM') = $1 and (product_cost, first_leg_cost, stock_loss) <> (0, 0, 0)
     order by 1`,
    [month],
  );
  return Object.fromEntries(rows.map(({ at, ...row }) => [at, Object.values(row)]));
}

type Profits = Record<string, readonly [income: string, gross: string, net: string]>;

type Row = Record<string, string>;

/** A level of a month. */
async function listed(level: string, month: string, more = ""): Promise<{ records: Row[]; summary: Row }> {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
  const query = `/cockpit/profit${level}/page?current=1&size=100&dayFrom=${month}-01&dayTo=${last}${more}`;
  return (await account.send("GET", query)).data;
}

/** Income, gross and net of a level's rows, by what they are called. */
async function profits(level: string, month: string, name: (row: Row) => string): Promise<Profits> {
  const { records } = await listed(level, month);
  return Object.fromEntries(
    records.map((r) => [name(r), [r.income ?? "", r.grossProfit ?? "", r.netProfit ?? ""] as const]),
  );
}
const site = (storeId: string | undefined) => (storeId === account.us ? "US" : "DE");
const byMsku = (month: string) => profits("msku", month, (r) => `${site(r.storeId)}/${r.factSku}`);

const byParent = (month: string) => profits("parent", month, (r) => r.parentAsin ?? "");

const AUGUST = "dayFrom=2026-08-01&dayTo=2026-08-31";
/** Income and gross by the last sign of an order's number, and what they are before anything is settled. */
const byOrder = async (month: string) => {
  const orders = await profits("order", month, (r) => r.orderNo?.slice(-1) ?? "");
  return Object.fromEntries(Object.entries(orders).map(([no, [income, gross]]) => [no, [income, gross]]));
};
const ORDERS = {
  1: ["142.93", "47.63"],
  2: ["257.26", "70.96"],
  3: ["400.26", "199.97"],
  4: ["571.93", "232.10"],
  5: ["142.93", "93.88"],
  6: ["714.86", "327.14"],
  7: ["192.91", "85.57"],
  8: ["162.00", "59.90"],
  9: ["405.00", "191.04"],
  0: ["445.50", "146.42"],
};

/** What the platform owes at the end of a month, and what should still come of orders that are not settled. */
async function owed(month: string) {
  const days = `dayFrom=${month}-01&dayTo=${month}-${month === "2026-08" ? 31 : 30}`;
  const { data } = await account.send("GET", `/finance/platreceivable/page?size=50&${days}`);
  const rows: Record<string, string>[] = data.records.filter((r: { storeName: string }) =>
    r.storeName.startsWith("F-"),
  );
  return Object.fromEntries(rows.map((r) => [r.storeName, [r.closing, r.coming]]));
}

/** What is said above the levels of a month. */
const head = async (level: string, month: string, more = "") =>
  (await account.send("GET", `/cockpit/profit${level}/overview?dayFrom=${month}-01&dayTo=${month}-30${more}`)).data;

/** Every level has exactly these sums: they are not those of its rounded rows. */
async function agree(month: string, all: readonly [string, string, string], more = "") {
  for (const level of ["msku", "sku", "asin", "parent", "store", "group", "month"]) {
    const { summary } = await listed(level, month, more);
    expect([level, summary.income, summary.grossProfit, summary.netProfit]).toEqual([level, ...all]);
  }
}

describe.each([
  ["by files that are uploaded", byUpload],
  ["by interface", byInterface],
] as const)("%s", (_, open) => {
  beforeAll(async () => {
    account = await openWorld();
    door = await open(account);
  });
  afterAll(async () => {
    await door.close();
    expect(await ledgerFaults(account.backend.db)).toEqual([]);
    await account.backend.close();
  });

  test("T1: what sold costs what it left the pools for, its first leg beside it", async () => {
    const { backend } = account;
    const stock = await openWarehouses(backend.db, account);
    await door.orders("first");
    // Nothing has left: goods cost what their pool holds.
    expect(await costs("2026-08")).toEqual({ "08-10 US/A-US": [42, 3, 0] });
    const loses = await stock.transfer(
      "us",
      [
        { sku: "FA", sent: 100, came: 99, fee: "643.27" },
        { sku: "FB", sent: 40, came: 40, fee: "584.79" },
      ],
      { bizDate: "2026-08-05" },
    );
    await stock.transfer(
      "de",
      [
        { sku: "FA", sent: 60, came: 60, fee: "435.56" },
        { sku: "FB", sent: 30, came: 30, fee: "544.44" },
      ],
      { bizDate: "2026-08-06" },
    );
    await door.previews();
    await door.orders();
    await door.returned();
    await stock.ship("114-0000000-0000007", "2026-08-14", "5.20");
    await loses("6.50", { bizDate: "2026-08-20" });
    await postSales(backend.db, engine);
    await advertise(account);
    const told = await costs("2026-08");
    expect(told).toEqual({
      "08-10 US/A-US": [40.34, 5.91, 0],
      "08-10 US/C-US": [165.67, 26.44, 0],
      "08-11 US/A-US": [80.67, 11.82, 0],
      "08-12 DE/A-DE": [40, 7.26, 0],
      "08-12 US/B-US": [85, 14.62, 0],
      "08-13 US/A-US": [40.34, 5.91, 0],
      "08-14 US/A-US-M": [40, 1.2, 0],
      "08-15 DE/B-DE": [85, 18.15, 0],
      "08-18 DE/A-DE": [120, 21.78, 0],
      "08-20 US/A-US": [0, 0, 46.5],
      "08-25 US/A-US": [-40.34, -5.91, 0],
      "08-28 US/B-US": [170, 29.24, 0],
    });
    const lacks = await backend.db.one(
      "select sum(lacks_product)::int as product, sum(lacks_first_leg)::int as leg from fact_trade_daily",
    );
    expect(lacks).toEqual({ product: 0, leg: 0 });
    // Told again, nothing moves.
    await door.orders();
    await postSales(backend.db, engine);
    expect(await costs("2026-08")).toEqual(told);
  });

  test("T1: profit by MSKU, and every level has the same sums", async () => {
    expect(await byMsku("2026-08")).toEqual({
      "DE/A-DE": ["607.50", "206.32", "170.36"],
      "DE/B-DE": ["405.00", "191.04", "191.04"],
      "US/*": ["0.00", "0.00", "-35.75"],
      "US/A-US": ["543.11", "212.47", "122.00"],
      "US/A-US-M": ["192.91", "85.57", "85.57"],
      "US/B-US": ["1115.11", "527.11", "504.94"],
      "US/C-US": ["571.93", "232.10", "232.10"],
    });
    await agree("2026-08", ["3435.56", "1454.61", "1270.26"]);
    // Fees of 657.73 in the US and 322.95 in Germany are expected ones; freight of 5.20 USD is none.
    await agree("2026-08", ["3435.56", "2435.28", "2250.93"], "&phase=settled");
    expect(await head("store", "2026-08")).toMatchObject({ settledPercent: "3.6", estimated: "980.68", late: "0.00" });
    const { records } = await listed("store", "2026-08");
    expect(records.map((r) => [site(r.rowStoreId), r.basis, r.estimatedFee]).sort()).toEqual([
      ["DE", "estimated", "322.95"],
      ["US", "estimated", "657.73"],
    ]);
    expect(await byOrder("2026-08")).toEqual(ORDERS);
    expect(await owed("2026-08")).toEqual({ "F-US": ["0.00", "246.90"], "F-DE": ["0.00", "85.13"] });
    expect(await byParent("2026-08")).toEqual({
      B0PARENT01: ["2863.64", "1222.51", "1073.91"],
      B0CCCCCCC1: ["571.93", "232.10", "232.10"],
      未分配: ["0.00", "0.00", "-35.75"],
    });
  });

  test("T2: settled, with storage by the report of its month", async () => {
    await door.storage("2026-07", "7.02", "4.98");
    const settled = await door.firstSettled();
    const type = {
      name: "重新上架检测费",
      transactionType: "*",
      amountType: "*",
      category: "other",
      measure: "other_fee",
    };
    await account.send("POST", "/finance/feetype", { ...type, amountDescription: "FBA Grade and Resell Charge" });
    expect(await account.act(settled, "reconcile")).toMatchObject({ code: 0 });
    expect(await account.act(settled, "post")).toMatchObject({ code: 0 });
    await postSales(account.backend.db, engine);
    expect(await byMsku("2026-08")).toEqual({
      "DE/*": ["0.00", "0.00", "-315.90"],
      "DE/A-DE": ["607.50", "205.11", "169.14"],
      "DE/B-DE": ["405.00", "191.12", "191.12"],
      "US/*": ["0.00", "0.00", "-329.62"],
      "US/A-US": ["400.19", "86.70", "73.09"],
      "US/A-US-M": ["192.91", "85.57", "85.57"],
      "US/B-US": ["1115.11", "527.11", "468.12"],
      "US/C-US": ["571.93", "232.10", "232.10"],
    });
    await agree("2026-08", ["3292.64", "1327.71", "573.63"]);
    expect(await byParent("2026-08")).toMatchObject({ B0PARENT01: ["2720.71", "1095.61", "987.04"] });
    expect(await byOrder("2026-08")).toEqual({
      ...ORDERS,
      5: ["0.00", "-31.89"],
      8: ["162.00", "58.69"],
      9: ["405.00", "191.12"],
    });
    expect(await owed("2026-08")).toEqual({ "F-US": ["105.94", "73.62"], "F-DE": ["45.99", "0.00"] });
    // What stores pay besides, shared by income.
    const { data } = await account.send("GET", `/cockpit/profitmsku/page?size=50&spread=yes&${AUGUST}`);
    const shared = data.records.map((r: Record<string, string>) => [`${site(r.storeId)}/${r.factSku}`, r.spreadProfit]);
    expect(Object.fromEntries(shared)).toEqual({
      "DE/*": "0.00",
      "US/*": "0.00",
      "US/A-US": "15.24",
      "US/A-US-M": "57.68",
      "US/B-US": "306.92",
      "US/C-US": "149.42",
      "DE/A-DE": "-20.40",
      "DE/B-DE": "64.76",
    });
  });

  test("T4: what comes after the close lands in September, August stays", async () => {
    const { backend } = account;
    const closed = await byMsku("2026-08");
    await backend.db.query("update sys_param set value = '2026-08-31' where param_key = 'month_close_until'");
    await door.storage("2026-08", "8.20", "4.70");
    const settled = await door.secondSettled();
    expect(await account.act(settled, "reconcile")).toMatchObject({ code: 0 });
    expect(await account.act(settled, "post")).toMatchObject({ code: 0 });
    await postSales(backend.db, engine);
    expect(await byMsku("2026-09")).toEqual({
      "US/A-US": ["0.00", "0.00", "-59.31"],
      "US/B-US": ["-71.20", "-68.42", "-102.39"],
    });
    expect(await owed("2026-09")).toEqual({ "F-US": ["156.85", "0.00"], "F-DE": ["45.99", "0.00"] });
    await agree("2026-09", ["-71.20", "-68.42", "-161.70"]);
    expect(await byParent("2026-09")).toEqual({ B0PARENT01: ["-71.20", "-68.42", "-161.70"] });
    expect(await byMsku("2026-08")).toEqual(closed);
    // What is about August: 0.54 and 0.27 of fulfilment, 13.10 of storage, in USD at 7.12.
    expect(await head("msku", "2026-09")).toMatchObject({
      settledPercent: "100",
      estimated: "-187.68",
      late: "-99.04",
    });
    await agree("2026-09", ["-71.20", "-62.66", "-62.66"], "&late=without");
    expect(await head("msku", "2026-09", "&late=without")).toMatchObject({ late: null, estimated: "0.00" });
    // August keeps its estimate of US-6, September takes it back: what is settled stands in September alone.
    await agree("2026-08", ["3292.64", "1516.18", "762.10"], "&phase=settled");
    await agree("2026-09", ["-71.20", "-256.11", "-349.38"], "&phase=settled");
    await agree("2026-09", ["-71.20", "-62.66", "-62.66"], "&phase=settled&late=without");
    // Parcels, returns, estimates and settlements have brought to each order what they say.
    const { differences, figures } = await orderDifferences(backend.db);
    expect(differences).toEqual([]);
    expect(figures).toBeGreaterThan(60);
  });

  test("a parent leads to its MSKUs in every store", async () => {
    const { data } = await account.send("GET", `/cockpit/profitmsku/page?size=20&${AUGUST}&parentAsin=B0PARENT01`);
    const mskus = data.records.map((r: { msku: string }) => r.msku).sort();
    expect(mskus).toEqual(["A-DE", "A-US", "A-US-M", "B-DE", "B-US"]);
  });
});
