// The two ways in which what platforms say of figures.md E comes in: files that people upload, and connections.
import { expect } from "vitest";
import { engine } from "#backend/domain";
import { syncOrders } from "#backend/domain/order/feed/sync";
import { useStandIns as answeredAt } from "#backend/engine/connect/connector";
import { takeAdDays } from "#backend/ledgers/facts/ad-days";
import { type ReportKind, reportKinds } from "#documents/base/report-file";
import { startStandIns } from "../../../standins";
import { given } from "../../../tests/given";
import { askReports } from "./ask";
import { fetchReports } from "./fetch";
import { type Account, connectStores, type SaidOrder, settlementText, takeOrders } from "./figures.testing";
import { DE, PREVIEW, PREVIEW_DE, RETURNED, S1_DE, S1_US, S2_US, storageOf, table, US } from "./figures-world.testing";
import { takeReports } from "./take";

export interface Door {
  /** Orders of both stores as they are by now, or the first of them alone. */
  orders(first?: "first"): Promise<void>;
  previews(): Promise<void>;
  /** What came back of the fifth order. */
  returned(): Promise<void>;
  /** What lying there costs in a month, as 2026-07, of A and of B. */
  storage(month: string, a: string, b: string): Promise<void>;
  /** The first settlements of both stores; the number of that of the US, which waits for a decision. */
  firstSettled(): Promise<string>;
  secondSettled(): Promise<string>;
  close(): Promise<void>;
}

/** What reports of advertising say of a store's day: of goods, or of a campaign that has none. */
async function advertised(
  { backend }: Account,
  storeId: string,
  adProduct: "SP" | "SB",
  day: string,
  spends: [sku: string, cost: string][],
) {
  const none = { rptDate: day, impressions: 0, clicks: 0, conversions: 0, units: 0, sales: "0" };
  const campaign = { campaignId: `${storeId}${adProduct === "SP" ? 1 : 2}`, campaignName: adProduct };
  const cents = spends.reduce((sum, [, cost]) => sum + Math.round(Number(cost) * 100), 0);
  const products = spends.map(([advertisedSku, cost], i) => ({
    ...none,
    ...campaign,
    adGroupId: String(i + 1),
    advertisedSku,
    cost,
  }));
  const said = {
    days: [day],
    campaigns: [{ ...none, ...campaign, cost: (cents / 100).toFixed(2) }],
    ...(adProduct === "SP" && { products }),
  };
  await backend.db.tx((sql) =>
    takeAdDays(sql, { tenantId: "1", profileId: `P-${storeId}`, adProduct, storeId }, said, "2026-08-20T00:00:00Z"),
  );
}

/**
 * Spends of days, one of them told once more with another amount. Reports of advertising are followed for sixty days
 * only, and these days are over; how they come by interface `ads/fetch.test.ts` shows.
 */
export async function advertise(account: Account) {
  const { us, de } = account;
  const spent = (cost: string): [string, string][] => [
    ["A-US", cost],
    ["B-US", "3.10"],
  ];
  await advertised(account, us, "SP", "2026-08-10", spent("6.40"));
  await advertised(account, us, "SP", "2026-08-10", spent("6.15"));
  await advertised(account, us, "SB", "2026-08-10", [["", "5.00"]]);
  await advertised(account, de, "SP", "2026-08-12", [["A-DE", "4.44"]]);
}

export async function byUpload(account: Account): Promise<Door> {
  const { backend, us, de } = account;
  return {
    async orders(first) {
      await takeOrders(backend, us, first ? US.slice(0, 1) : US);
      if (!first) await takeOrders(backend, de, DE);
    },
    async previews() {
      expect(await account.upload(us, table(PREVIEW))).toMatchObject({ status: "done" });
      expect(await account.upload(de, Buffer.from(table(PREVIEW_DE), "latin1"))).toMatchObject({ status: "done" });
    },
    async returned() {
      expect(await account.upload(us, table(RETURNED))).toMatchObject({ status: "done", kind: "returns" });
    },
    async storage(month, a, b) {
      expect(await account.upload(us, storageOf(month, a, b))).toMatchObject({ kind: "storage" });
    },
    async firstSettled() {
      expect(await account.settled(us, S1_US)).toMatchObject({ status: "done" });
      expect(await account.upload(us, settlementText(S1_DE))).toMatchObject({ status: "done" });
      return S1_US.no;
    },
    async secondSettled() {
      expect(await account.settled(us, S2_US)).toMatchObject({ status: "done" });
      return S2_US.no;
    },
    close: async () => {},
  };
}

const SITES = { US: "ATVPDKIKX0DER", DE: "A1PA6795UKMFR9" };
const ASINS = { A: "B0AAAAAAA1", B: "B0BBBBBBB1", C: "B0CCCCCCC1" };
const asinOf = (sku: string) => (sku.startsWith("A") ? ASINS.A : sku.startsWith("B") ? ASINS.B : ASINS.C);

/** An order as its buyer places it; it is told as changed now, since connections look back for a month. */
const placed = (o: SaidOrder) => ({
  seller: "F",
  marketplaceId: o.no.startsWith("304") ? SITES.DE : SITES.US,
  currency: o.no.startsWith("304") ? "EUR" : "USD",
  orderNo: o.no,
  purchaseTime: `${o.day}T19:00:00Z`,
  leftTime: `${o.posted}T00:00:00Z`,
  status: "Shipped",
  channel: o.fba ? "AFN" : "MFN",
  lines: [
    {
      itemId: `${o.no}-1`,
      sellerSku: o.sku,
      qty: o.qty,
      asin: asinOf(o.sku),
      itemPrice: o.principal,
      itemTax: o.tax ?? "0",
      shippingPrice: o.ship ?? "0",
      promotionDiscount: o.promo ?? "0",
    },
  ],
});

/** What the platform takes of a piece, of every order or of one. */
const FEES = [
  { sku: "A-US", fulfilment: "3.86" },
  { sku: "B-US", fulfilment: "5.68" },
  { sku: "C-US", fulfilment: "8.66" },
  { sku: "A-DE", fulfilment: "3.20" },
  { sku: "B-DE", fulfilment: "4.75" },
  { sku: "A-DE", orderNo: given(DE[0]).no, fulfilment: "3.35" },
  { sku: "B-DE", orderNo: given(DE[1]).no, fulfilment: "4.75", commission: "8.92" },
  { sku: "B-US", orderNo: given(US[5]).no, fulfilment: "5.95" },
];
const line = (day: string, amountDescription: string, amount: string, more: object = {}) => ({
  kind: "other-transaction",
  amountType: "other-transaction",
  amountDescription,
  amount,
  posted: `2026-${day}T12:00:00Z`,
  ...more,
});
/** Both stores are connected; the platform is asked for the days that are meant. */
export async function byInterface(account: Account): Promise<Door> {
  const { backend, us, de } = account;
  const { db } = backend;
  const standIns = await startStandIns({
    seed: "door",
    sellers: [{ name: "F", country: "US", account: "F", marketplaceId: SITES.US, currency: "USD" }],
  });
  answeredAt(standIns.url);
  await connectStores(backend, account);
  await db.query("update site set marketplace_id = $1::jsonb->>site_code where site_code in ('US', 'DE')", [
    JSON.stringify(SITES),
  ]);
  const tell = (order: object) => standIns.control("marketplace", order);
  await tell({ fees: FEES });

  // What is asked for by itself is about these days: it was asked for today.
  const ASKED = `insert into report_task (tenant_id, connector_id, store_id, kind, start_date, end_date, asked_day, state)
    select 1, x.id, x.store_id, k.name, $1, $2, (now() at time zone i.timezone)::date, $3 from connector x
      join store s on s.id = x.store_id join site i on i.id = s.site_id, unnest($4::text[]) k(name)
    where x.kind = 'marketplace' and x.store_id = any($5::bigint[])`;
  await db.query(ASKED, ["2026-01-01", "2026-01-01", "empty", Object.keys(reportKinds), [us, de]]);

  /** A report of days is asked for, as 重新取数 does, and taken. */
  async function asked(kind: ReportKind, stores: string[], start: string, end: string) {
    await db.query(ASKED, [start, end, "due", [kind], stores]);
    for (let n = 0; n < 4; n++) {
      await db.query("update report_task set next_run = now() where state in ('due', 'waiting', 'downloading')");
      await askReports(db, engine, backend.config);
    }
    await takeReports(db, engine, backend.config);
    const done = await db.query(
      `select t.state, f.status, f.kind from report_task t left join report_file f on f.id = t.report_file_id
       where t.kind = $1 and t.start_date = $2`,
      [kind, start],
    );
    expect(done).toEqual(stores.map(() => ({ state: "done", status: "done", kind })));
  }

  async function settled(order: object): Promise<string> {
    const told: string[] = Object(await tell({ settle: { account: "F", ...order } })).settlements;
    await db.query("update report_feed set next_run = now()");
    await fetchReports(db, engine, backend.config);
    await takeReports(db, engine, backend.config);
    return given(told[0]);
  }

  return {
    async orders(first) {
      await tell({ place: (first ? US.slice(0, 1) : [...US, ...DE]).map(placed) });
      await db.query("update connector set last_read = null");
      await syncOrders(db, engine);
    },
    async previews() {
      // The platform knows of them before we do.
      await tell({ place: [...US, ...DE].map(placed) });
      const { today } = given(await db.one<{ today: string }>("select current_date::text as today"));
      await asked("feePreview", [us, de], today, today);
    },
    async returned() {
      const [, , , , fifth, sixth] = US;
      const back = { quantity: 1, principal: "19.99", sku: "A-US" };
      const times = { time: "2026-08-20T10:00:00Z", returned: "2026-08-25T19:00:00Z" };
      await tell({ giveBack: { orderNo: given(fifth).no, ...times, items: [back] } });
      const part = [{ sku: "B-US", principal: "10.00" }];
      await tell({ giveBack: { orderNo: given(sixth).no, time: "2026-09-05T10:00:00Z", items: part } });
      await asked("returns", [us], "2026-08-01", "2026-08-30");
    },
    async storage(month, a, b) {
      const of = { account: "F", marketplaceId: SITES.US, month, quantity: "17.5" };
      await tell({
        storage: [
          { ...of, sku: "A-US", asin: ASINS.A, fee: a },
          { ...of, sku: "B-US", asin: ASINS.B, fee: b },
        ],
      });
      await asked("storage", [us], `${month}-01`, `${month}-28`);
    },
    firstSettled: () =>
      settled({
        from: "2026-08-01T00:00:00Z",
        until: "2026-08-29T00:00:00Z",
        reserve: "20.00",
        lines: [
          line("08-08", "Storage Fee", "-12.40"),
          line("08-15", "TransactionTotalAmount", "-14.25", { kind: "ServiceFee", amountType: "Cost of Advertising" }),
          line("08-26", "MISSING_FROM_INBOUND", "18.00", { amountType: "FBA Inventory Reimbursement", sku: "A-US" }),
          line("08-27", "FBA Grade and Resell Charge", "-1.11"),
        ],
      }),
    secondSettled: () =>
      settled({
        until: "2026-09-12T00:00:00Z",
        subscription: "0",
        lines: [
          line("09-08", "Storage Fee", "-13.10"),
          line("09-09", "FBAFeeCorrection", "-0.27", { amountType: "ItemFees", orderNo: given(US[2]).no, sku: "B-US" }),
        ],
      }),
    async close() {
      answeredAt(null);
      await standIns.stop();
    },
  };
}
