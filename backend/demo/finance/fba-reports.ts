import dayjs from "dayjs";
import type { Sql } from "#backend/platform/db";
import { listingNote } from "#documents/cockpit/listing-note";
import { asSystem, draft, personAt } from "../acting";
import { workAgo } from "../clock";
import { insertClaims } from "./claims";
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

interface Listed {
  msku: string;
  asin: string | null;
  /** Pieces that lie in the store's pool by our books. */
  books: number;
}

/** Listings of a store that the platform sends. */
const listedAt = (sql: Sql, storeId: string) =>
  sql.query<Listed>(
    `select l.msku, l.asin, coalesce(sum(b.on_hand_qty), 0)::int as books
     from sku_listing l left join warehouse w on w.store_id = l.store_id and w.kind = 'fba' and w.del_flag = 0
       left join stock b on b.warehouse_id = w.id and b.sku_id = l.sku_id
     where l.store_id = $1 and l.fulfillment_channel = 'AFN' and l.del_flag = 0
     group by l.id order by l.id limit 12`,
    [storeId],
  );

/** What lies there by the platform: as in our books, but for a piece that is missing of the first; else some. */
const stockFile = (listed: readonly Listed[]) =>
  table(
    "sku fnsku asin afn-fulfillable-quantity afn-unsellable-quantity afn-reserved-quantity afn-inbound-working-quantity afn-inbound-shipped-quantity afn-inbound-receiving-quantity afn-total-quantity",
    listed.map(({ msku, asin, books }, i) => {
      const lying = books ? Math.max(books - (i === 0 ? 1 : 0), 0) : 46 - 3 * i;
      const reserved = Math.min(lying, 2);
      const coming = i % 3 === 0 ? 24 : 0;
      return [msku, `X00DEMO1${10 + i}`, asin ?? "", lying - reserved, 0, reserved, 0, coming, 0, lying + coming];
    }),
  );

/** What buyers looked at and bought on a day. */
const trafficFile = (listed: readonly Listed[], marketplaceId: string, day: string, n: number) =>
  JSON.stringify({
    reportSpecification: {
      reportType: "GET_SALES_AND_TRAFFIC_REPORT",
      reportOptions: { dateGranularity: "DAY", asinGranularity: "SKU" },
      dataStartTime: day,
      dataEndTime: day,
      marketplaceIds: [marketplaceId],
    },
    salesAndTrafficByAsin: listed.map(({ msku, asin }, i) => {
      const sessions = 260 + ((i * 61 + n * 23) % 180);
      const units = (i + n) % 4;
      return {
        parentAsin: `B0DEMOPA${10 + Math.floor(i / 2)}`,
        childAsin: asin ?? "B0DEMO0000",
        sku: msku,
        salesByAsin: {
          unitsOrdered: units,
          orderedProductSales: { amount: (units * 2499) / 100, currencyCode: "EUR" },
        },
        trafficByAsin: {
          sessions,
          pageViews: sessions + n * 3 + i,
          buyBoxPercentage: i === 3 && n < 5 ? 58 : 100 - ((i * 7 + n) % 12),
        },
      };
    }),
  });

/** What the store lists: as with us, but for one that is switched off there and one that is sent by the seller. */
const listingsFile = (listed: readonly Listed[], more: string, dearer = 0) =>
  table("item-name seller-sku price quantity open-date asin1 fulfillment-channel status", [
    ...listed.map(({ msku, asin }, i) => {
      const [qty, channel] = i === 1 ? [12, "DEFAULT"] : ["", "AMAZON_EU"];
      const goods = [
        `Demo ${msku}`,
        msku,
        `${19 + 2 * i - (i % 4 === 0 ? dearer : 0)},99`,
        qty,
        "31.01.2026 08:00:00 CET",
        asin ?? "",
      ];
      return [...goods, channel, i === 2 ? "Inactive" : "Active"];
    }),
    [`Demo ${more}`, more, "", "", "", "", "DEFAULT", "Incomplete"],
  ]);

/** What is charged for the goods that lie there longest, by the middle of a month. */
const agedFile = (listed: readonly Listed[], month: string) =>
  table(
    "snapshot-date sku fnsku asin product-name condition per-unit-volume currency volume-unit country qty-charged amount-charged surcharge-age-tier",
    listed.slice(0, 3).map(({ msku, asin }, i) => {
      const goods = [`${month}-15T00:00:00+00:00`, msku, `X00DEMO1${10 + i}`, asin ?? "", "", "NEW", "0,0012"];
      const tier = i === 2 ? "365+ days" : "181-210 days";
      return [...goods, "EUR", "cubic meters", "DE", 3 + i, `${i + 1},20`, tier];
    }),
  );

/** What moved of the first goods: sold, lost and partly found, broken; how many days ago. */
const MOVED = [
  [12, "Shipments", "S0000001", -2, "SELLABLE", ""],
  [9, "Adjustments", "TR-8841", -3, "SELLABLE", "M"],
  [7, "CustomerReturns", "111-8800001-0000001", 1, "CUSTOMER_DAMAGED", ""],
  [6, "Adjustments", "TR-8852", 2, "SELLABLE", "F"],
  [4, "Adjustments", "TR-8863", -1, "SELLABLE", "E"],
  [4, "Adjustments", "TR-8863", 1, "WAREHOUSE_DAMAGED", "P"],
  [3, "WhseTransfers", "TR-8870", -4, "SELLABLE", ""],
] as const;

const ledgerFile = (listed: readonly Listed[], ago: (days: number) => string) =>
  table(
    "date fnsku asin msku title event-type reference-id quantity fulfillment-center disposition reason country",
    listed.slice(0, 2).flatMap(({ msku, asin }, i) =>
      MOVED.map(([days, event, reference, qty, disposition, reason]) => {
        const goods = [ago(days + i), `X00DEMO1${10 + i}`, asin ?? "", msku, "", event, reference, qty];
        return [...goods, "LEJ1", disposition, reason, "DE"];
      }),
    ),
  );

/** What people wrote down of the first listings of the store, some days ago. */
const NOTES = [
  [12, 0, "content", "更换主图和五点描述"],
  [9, 0, "rival", "竞品降价到€18.99，先观察"],
  [6, 0, "price", "跟价：降价2欧元"],
  [4, 1, "ads", "手动广告竞价提高15%"],
  [2, 2, "deal", "报名七天促销，折扣15%"],
] as const;

async function insertNotes(sql: Sql, storeId: string, listed: readonly Listed[], ago: (days: number) => string) {
  const c = await personAt(asSystem(sql), "ops");
  for (const [days, nth, what, content] of NOTES)
    await draft(c, listingNote, { noteDay: ago(days), storeId, msku: listed[nth]?.msku ?? null, what, content });
}

/** Reports of the platform on what it stores for the store whose settlements are uploaded (figures.md A.3). */
export async function insertFbaReports(sql: Sql, today: string): Promise<number> {
  const c = await personAt(asSystem(sql), "finance");
  const store = await settledStore(c);
  if (!store) return 0;
  const { msku } = store;
  const ago = (days: number) => dayjs(today).subtract(days, "day").format("YYYY-MM-DD");
  const listed = await listedAt(sql, store.storeId);
  await workAgo(sql, 2);
  await report(c, store, "all-listings-1.txt", listingsFile(listed, `${msku}-OLD`, 2));
  await workAgo(sql, 1);
  await report(c, store, "all-listings-2.txt", listingsFile(listed, `${msku}-NEW`));
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
  await report(c, store, "aged-storage.txt", agedFile(listed, months.at(-1) ?? ""));
  const site = await sql.one<{ marketplaceId: string | null }>(
    'select i.marketplace_id as "marketplaceId" from store s join site i on i.id = s.site_id where s.id = $1',
    [store.storeId],
  );
  await report(c, store, "inventory-ledger.txt", ledgerFile(listed, ago));
  await report(c, store, "fba-inventory.txt", stockFile(listed));
  for (let n = 7; n > 0; n--)
    await report(
      c,
      store,
      `sales-and-traffic-${n}.json`,
      trafficFile(listed, site?.marketplaceId ?? "", ago(n + 1), n),
    );
  await insertNotes(sql, store.storeId, listed, ago);
  return 15 + (await insertClaims(sql, today));
}
