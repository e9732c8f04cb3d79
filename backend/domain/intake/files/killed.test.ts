import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import type { Database, Sql } from "#backend/platform/db";
import { type Account, besides, openIntake } from "../figures.testing";
import { takeReports } from "../take";
import { fortnightText } from "./fortnight.testing";

// A program that is killed at any statement of taking in a file goes on: the same rows and entries as without (figures.md F.6).

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
/** Points of all files together. */
const POINTS = 20;

/** Numbers from 0 up to 1, the same for one seed. */
function numbers(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

let account: Account;
beforeAll(async () => {
  account = await openIntake();
});
afterAll(() => account.backend.close());

const table = (head: string, ...rows: string[]) => [head, ...rows].map((row) => row.split(" ").join("\t")).join("\n");
const settlement = (no: string) =>
  fortnightText(no, [
    besides("2026-08-05", "Subscription Fee", "-30.00"),
    besides("2026-08-06", "Storage Fee", "-9.99", "A-US"),
  ]);

/** A file of each kind, of its own each time: `n` is in its names and days. */
const FILES: Readonly<Record<string, (n: number) => string | Uint8Array>> = {
  settlement: (n) => settlement(`${12_100_000_000 + n}`),
  returns: (n) =>
    table(
      "return-date order-id sku asin fnsku quantity fulfillment-center-id detailed-disposition reason status license-plate-number",
      `2026-08-20T10:00:00+00:00 114-1-${n} A-US B0AAAAAAA1 X1 2 LEJ1 SELLABLE UNWANTED_ITEM ok LPN${n}a`,
      `2026-08-21T10:00:00+00:00 114-2-${n} B-US B0BBBBBBB1 X2 1 LEJ1 SELLABLE UNWANTED_ITEM ok LPN${n}b`,
    ),
  storage: (n) =>
    table(
      "asin fnsku fulfillment-center country-code month-of-charge average-quantity-on-hand estimated-monthly-storage-fee currency sku",
      `B0AAAAAAA1 XA ONT${n} US 2026-08 10 7.02 USD A-US`,
      `B0BBBBBBB1 XB ONT${n} US 2026-08 10 4.98 USD B-US`,
    ),
  agedStorage: (n) =>
    table(
      "snapshot-date sku country qty-charged amount-charged currency surcharge-age-tier",
      `2026-08-15 A-US US 2 1.02 USD ${n}+`,
      `2026-08-15 C-US US 1 4.98 USD ${n}+`,
    ),
  ledger: (n) =>
    table(
      "date fnsku msku event-type reference-id quantity fulfillment-center disposition reason",
      `08/20/2026 X1 A-US Receipts FBA17KILL${n} 4 ONT8 SELLABLE `,
      `08/20/2026 X2 B-US Adjustments T${n} -1 ONT8 SELLABLE M`,
    ),
  listings: (n) =>
    table(
      "item-name seller-sku price quantity asin1 fulfillment-channel status",
      `Plate L${n}A 9.99 ${n} B0AAAAAAA1 DEFAULT Active`,
      `Bowl L${n}B 19.99 1 B0BBBBBBB1 AMAZON_NA Inactive`,
    ),
  traffic: (n) => {
    const day = new Date(Date.UTC(2026, 6, 1 + n)).toISOString().slice(0, 10);
    const row = (sku: string, asin: string) => ({
      parentAsin: asin,
      childAsin: asin,
      sku,
      salesByAsin: { unitsOrdered: 1, orderedProductSales: { amount: 9.99, currencyCode: "USD" } },
      trafficByAsin: { sessions: 20 + n, pageViews: 30, buyBoxPercentage: 97.5 },
    });
    const text = JSON.stringify({
      reportSpecification: {
        reportType: "GET_SALES_AND_TRAFFIC_REPORT",
        reportOptions: { dateGranularity: "DAY", asinGranularity: "SKU" },
        dataStartTime: day,
        dataEndTime: day,
        marketplaceIds: ["ATVPDKIKX0DER"],
      },
      salesAndTrafficByDate: [],
      salesAndTrafficByAsin: [row("A-US", "B0AAAAAAA1"), row("B-US", "B0BBBBBBB1")],
    });
    return new Uint8Array(gzipSync(text));
  },
};
const NAMES: Readonly<Record<string, string>> = { traffic: "traffic.json.gz" };

/** A file waits to be read. */
async function waits(kind: string, n: number): Promise<string> {
  const content = FILES[kind]?.(n) ?? "";
  const form = new FormData();
  const part = typeof content === "string" ? content : new Uint8Array(content);
  form.append("file", new Blob([part]), NAMES[kind] ?? "report.txt");
  const file = (await account.send("POST", "/admin/file/upload", form)).data;
  const body = { storeId: account.us, files: [file.id], reportTime: "2026-09-10 08:00:00" };
  return (await account.send("POST", "/base/reportfile", body)).data.id;
}

/** The database as a program has it whose backend is ended at a statement of its transactions; `count` says how many. */
function killedAt(db: Database, point: number) {
  const seen = { count: 0, killed: false };
  const watched = (sql: Sql): Sql => {
    const step = async <T>(run: () => Promise<T>): Promise<T> => {
      seen.count += 1;
      if (seen.count === point) {
        seen.killed = true;
        await sql.query("select pg_terminate_backend(pg_backend_pid())");
      }
      return run();
    };
    return {
      ...sql,
      query: (text, values) => step(() => sql.query(text, values)),
      one: (text, values) => step(() => sql.one(text, values)),
    };
  };
  const tx: Database["tx"] = (work, options) => db.tx((sql) => work(watched(sql)), options);
  return { seen, db: { ...db, tx } };
}

const turn = (db: Database) => takeReports(db, engine, account.backend.config);
/** Rows and entries that a file brought, without what tells it from its like. */
async function brought(n: number) {
  const { db } = account.backend;
  const rows = (text: string) => db.query(text, [n]);
  return {
    settlements: await rows(
      `select h.status, h.total_amount, h.line_count, l.amount_description, l.amount, l.category, l.measure, l.fact_sku
       from settlement h join settlement_line l on l.settlement_id = h.id
       where h.settlement_no = (12100000000 + $1::bigint)::text order by l.line_no`,
    ),
    returns: await rows(
      `select msku, fact_sku, qty, reason from fba_customer_return where plate_no like 'LPN' || $1::int || '_' order by plate_no`,
    ),
    storage: await rows(
      `select msku, fact_sku, amount from fba_storage_fee where fulfillment_center = 'ONT' || $1::int and del_flag = 0 order by 1`,
    ),
    aged: await rows(
      "select msku, fact_sku, qty, amount from fba_aged_storage_fee where age_tier = $1::int || '+' and del_flag = 0 order by 1",
    ),
    listings: await rows(
      "select title, fact_sku, state, price, qty - $1::int as qty from store_listing where msku like 'L' || $1::int || '_' order by msku",
    ),
    ledger: await rows(
      `select msku, fact_sku, event, qty, reason from fba_ledger
       where reference_no in ('FBA17KILL' || $1::int, 'T' || $1::int) and del_flag = 0 order by 1`,
    ),
    traffic: await rows(
      "select msku, fact_sku, sessions - $1::int as sessions, units from sales_traffic where day = date '2026-07-01' + $1::int order by 1",
    ),
    entries: await rows(
      `select e.seller_sku, e.column_name, e.amount from fact_source e
       join settlement h on h.no = e.source_no and e.source_type = 'settlement'
       where h.settlement_no = (12100000000 + $1::bigint)::text order by 1, 2, 3`,
    ),
  };
}

test("ended at any statement, it goes on: the same rows and entries as without", async () => {
  const random = numbers(SEED);
  const { db } = account.backend;
  const kinds = Object.keys(FILES);
  const whole = new Map<string, { count: number; rows: unknown }>();
  let n = 0;
  // Twice: what the first of a kind makes for all, such as months, the second finds.
  for (const kind of [...kinds, ...kinds]) {
    const id = await waits(kind, ++n);
    const { db: counted, seen } = killedAt(db, -1);
    await turn(counted);
    const file = (await account.send("GET", `/base/reportfile/${id}`)).data;
    expect(file, kind).toMatchObject({ status: "done" });
    const rows = await brought(n);
    if (whole.has(kind)) expect(rows, kind).toEqual(whole.get(kind)?.rows);
    whole.set(kind, { count: seen.count, rows });
  }
  let killed = 0;
  for (let i = 0; i < POINTS; i++) {
    const kind = kinds[i % kinds.length] ?? "";
    const known = whole.get(kind);
    const id = await waits(kind, ++n);
    const point = 1 + Math.floor(random() * (known?.count ?? 1));
    const said = `seed ${SEED}, ${kind} ended at statement ${point} of ${known?.count}`;
    const { db: cut, seen } = killedAt(db, point);
    await turn(cut).catch(() => {});
    if (seen.killed) killed++;
    await turn(db);
    expect((await account.send("GET", `/base/reportfile/${id}`)).data, said).toMatchObject({ status: "done" });
    expect(await brought(n), said).toEqual(known?.rows);
  }
  // A turn may need a statement less than the one before: it ends before its point.
  expect(killed, `seed ${SEED}`).toBeGreaterThanOrEqual(POINTS - 3);
}, 180_000);
