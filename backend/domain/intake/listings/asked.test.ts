import dayjs from "dayjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engine } from "#backend/domain";
import { useStandIns as answeredAt } from "#backend/engine/connect/connector";
import type { ReportKind } from "#documents/base/report-file";
import { type StandIns, startStandIns } from "../../../../standins";
import { given } from "../../../../tests/given";
import { askReports } from "../ask";
import { type Account, connectStores, manyCalls, openIntake } from "../figures.testing";
import { ledgerText } from "../ledger/ledger.testing";
import { takeReports } from "../take";

// Listings, and fees of goods that lie for long, by interface: the same as by upload (figures.md A.1, A.3).

const SITES = { US: "ATVPDKIKX0DER", DE: "A1PA6795UKMFR9" };
const month = dayjs().subtract(1, "month");
const format = (d: dayjs.Dayjs) => d.format("YYYY-MM-DD");
const [first, last, day] = [format(month.startOf("month")), format(month.endOf("month")), format(month.date(15))];
let byInterface: Account;
let byUpload: Account;
let standIns: StandIns;

beforeAll(async () => {
  [byInterface, byUpload] = [await openIntake(), await openIntake()];
  standIns = await startStandIns({
    seed: "listed",
    sellers: [
      { name: "F", country: "US", account: "F", marketplaceId: SITES.US, currency: "USD" },
      { name: "F", country: "DE", account: "F", marketplaceId: SITES.DE, currency: "EUR" },
    ],
  });
  answeredAt(standIns.url);
  const { backend } = byInterface;
  await connectStores(backend, byInterface);
  await backend.db.query("update site set marketplace_id = $1::jsonb->>site_code where site_code in ('US', 'DE')", [
    JSON.stringify(SITES),
  ]);
  const us = { account: "F", marketplaceId: SITES.US };
  const de = { account: "F", marketplaceId: SITES.DE };
  await standIns.control("marketplace", {
    place: {
      seller: "F",
      marketplaceId: SITES.US,
      currency: "USD",
      channel: "AFN",
      status: "Shipped",
      purchaseTime: `${dayjs(day).subtract(40, "day").format("YYYY-MM-DD")}T18:00:00Z`,
      lines: [{ sellerSku: "C-US", asin: "B0CCCCCCC1", qty: 2, itemPrice: "60.00", title: "Trio" }],
    },
    listings: [
      { ...us, sku: "A-US", asin: "B0AAAAAAA1", title: "Plate", price: "19.99" },
      {
        ...us,
        sku: "B-US",
        asin: "B0BBBBBBB1",
        title: "Bowl",
        price: "49.99",
        channel: "MFN",
        status: "Inactive",
        quantity: "3",
      },
      { ...us, sku: "OLD", status: "Removed" },
      { ...de, sku: "A-DE", asin: "B0AAAAAAA1", title: "Großer Teller", price: "1021.90" },
    ],
    agedStorage: [
      { ...de, day, sku: "A-DE", asin: "B0AAAAAAA1", quantity: "4", fee: "2.40" },
      { ...de, day, sku: "B-DE", asin: "B0BBBBBBB1", tier: "365+ days", quantity: "1", fee: "6.90" },
    ],
  });
});
afterAll(async () => {
  answeredAt(null);
  await standIns.stop();
  await byInterface.backend.close();
  await byUpload.backend.close();
});

/** A report is asked for of both stores, made, and taken. */
async function asked(kind: ReportKind, start: string, end: string) {
  const { db, config } = byInterface.backend;
  await db.query("delete from report_task");
  await db.query(
    `insert into report_task (tenant_id, connector_id, store_id, kind, start_date, end_date, asked_by)
     select 1, id, store_id, $1, $2, $3, 'person' from connector where kind = 'marketplace'`,
    [kind, start, end],
  );
  for (let n = 0; n < 4; n++) {
    await db.query("update report_task set next_run = now() + case when kind = $1 then interval '0' else '1 day' end", [
      kind,
    ]);
    await manyCalls(byInterface.backend);
    await askReports(db, engine, config);
  }
  await takeReports(db, engine, config);
  return db.query<{ state: string; status: string; kind: string; rows: number }>(
    `select t.state, f.status, f.kind, f.row_count as rows from report_task t join report_file f on f.id = t.report_file_id
     where t.kind = $1 and t.asked_by = 'person' order by t.store_id`,
    [kind],
  );
}

const table = (columns: string, rows: readonly (readonly (string | number)[])[]) =>
  [columns.split(" "), ...rows].map((row) => row.join("\t")).join("\n");

test("listings: the same rows by interface and by upload, of what was said and of what was sold", async () => {
  const { today } = given(
    await byInterface.backend.db.one<{ today: string }>(
      "select (now() at time zone 'America/Los_Angeles')::date::text as today",
    ),
  );
  expect(await asked("listings", today, today)).toEqual([
    { state: "done", status: "done", kind: "listings", rows: 3 },
    { state: "done", status: "done", kind: "listings", rows: 1 },
  ]);
  const head = "item-name seller-sku price quantity open-date asin1 fulfillment-channel status";
  await byUpload.upload(
    byUpload.us,
    table(head, [
      ["Trio", "C-US", "30.00", "", "2026-01-31 08:00:00 UTC", "B0CCCCCCC1", "AMAZON_NA", "Active"],
      ["Plate", "A-US", "19.99", "", "2026-01-31 08:00:00 UTC", "B0AAAAAAA1", "AMAZON_NA", "Active"],
      ["Bowl", "B-US", "49.99", 3, "2026-01-31 08:00:00 UTC", "B0BBBBBBB1", "DEFAULT", "Inactive"],
    ]),
  );
  const german = table(head, [
    ["Großer Teller", "A-DE", "1.021,90", "", "31.01.2026 08:00:00 UTC", "B0AAAAAAA1", "AMAZON_EU", "Active"],
  ]);
  await byUpload.upload(byUpload.de, Buffer.from(german, "latin1"));
  const rows = ({ backend }: Account) =>
    backend.db.query(
      `select s.store_name, msku, fact_sku, asin, title, price, currency, t.state, channel, qty, open_day, row_key
       from store_listing t join store s on s.id = t.store_id order by row_key`,
    );
  expect(await rows(byInterface)).toEqual(await rows(byUpload));
  expect(await rows(byInterface)).toHaveLength(4);
  // The same report made later is no news, but of another time.
  expect((await asked("listings", today, today)).map(({ status }) => status)).toEqual(["done", "done"]);
});

test("goods that lie for long: the same rows and fees by interface and by upload", async () => {
  // Nobody bought C-US for thirty days before the 15th; of Germany it was said.
  expect(await asked("agedStorage", first ?? "", last ?? "")).toEqual([
    { state: "done", status: "done", kind: "agedStorage", rows: 1 },
    { state: "done", status: "done", kind: "agedStorage", rows: 2 },
  ]);
  const head = "snapshot-date sku asin currency country qty-charged amount-charged surcharge-age-tier";
  await byUpload.upload(
    byUpload.us,
    table(head, [[`${day}T00:00:00+00:00`, "C-US", "B0CCCCCCC1", "USD", "US", 10, "5.00", "181-210 days"]]),
  );
  await byUpload.upload(
    byUpload.us,
    table(head, [
      [`${day}T00:00:00+00:00`, "A-DE", "B0AAAAAAA1", "EUR", "DE", 4, "2,40", "181-210 days"],
      [`${day}T00:00:00+00:00`, "B-DE", "B0BBBBBBB1", "EUR", "DE", 1, "6,90", "365+ days"],
    ]),
  );
  const rows = ({ backend }: Account) =>
    backend.db.query(
      `select snapshot_day, month, s.store_name, country, msku, fact_sku, asin, qty, amount, currency, age_tier, row_key
       from fba_aged_storage_fee t join store s on s.id = t.store_id order by row_key`,
    );
  expect(await rows(byInterface)).toEqual(await rows(byUpload));
  const fees = ({ backend }: Account) =>
    backend.db.query(
      `select s.store_name, f.biz_date::text as day, f.seller_sku, f.storage_fee, f.estimated_fee from fact_trade_daily f
         join store s on s.id = f.store_id where f.storage_fee <> 0 order by 1, 3`,
    );
  expect(await fees(byInterface)).toEqual(await fees(byUpload));
  expect(await fees(byInterface)).toMatchObject([
    { seller_sku: "A-DE", day: last, storage_fee: "2.4000", estimated_fee: "2.4000" },
    { seller_sku: "B-DE", day: last, storage_fee: "6.9000" },
    { seller_sku: "C-US", day: last, storage_fee: "5.0000" },
  ]);
});

test("the ledger: the same rows by interface and by upload, and a receipt that is said anew", async () => {
  const us = { account: "F", marketplaceId: SITES.US };
  const receive = (quantity: number) => ({
    receive: { ...us, day, shipment: "FBA17ASKED1", items: [{ sku: "A-US", quantity }] },
  });
  await standIns.control("marketplace", receive(4));
  await standIns.control("marketplace", receive(6));
  await standIns.control("marketplace", {
    ledger: [{ ...us, day, sku: "B-US", event: "Adjustments", reference: "T1", quantity: -1, reason: "M" }],
  });
  // Of one account: the other store's report says the same, whichever comes first.
  const told = await asked("ledger", first, last);
  expect(told).toContainEqual({ state: "done", status: "done", kind: "ledger", rows: 2 });
  expect(told).toContainEqual(expect.objectContaining({ state: "done", status: "duplicate" }));
  const rows = ({ backend }: Account) =>
    backend.db.query(
      `select s.store_name, event_day::text as day, msku, fact_sku, event, reference_no, qty, disposition, reason
       from fba_ledger t join store s on s.id = t.store_id where event_day = $1 order by msku`,
      [day],
    );
  await byUpload.upload(
    byUpload.us,
    ledgerText([
      [day, "A-US", "Receipts", "FBA17ASKED1", 6],
      [day, "B-US", "Adjustments", "T1", -1, "SELLABLE", "M"],
    ]),
  );
  expect(await rows(byInterface)).toEqual(await rows(byUpload));
  expect(await rows(byInterface)).toMatchObject([{ day, fact_sku: "A-US", qty: 6 }, { reason: "LOST" }]);
});
