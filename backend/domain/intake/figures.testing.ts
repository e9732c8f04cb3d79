import type { PlatformOrderIn } from "#backend/domain/order/platform/order-in";
import { lineIn, orderIn } from "#backend/domain/order/platform/platform.testing";
import { upsertOrders } from "#backend/domain/order/platform/upsert";
import { sealSecret } from "#backend/platform/personal/open";
import { DEMO_SECRET } from "../../../standins";
import { actAs } from "../../../tests/acting";
import { given } from "../../../tests/given";
import { type TestBackend, testBackend } from "../../../tests/harness";
import { BACK_QUOTA, QUOTAS } from "./quotas";
import { reportsBy } from "./reports.testing";

/** A line of a settlement report: kind of transaction, order, amount type, description, amount, goods, pieces, day. */
export type SaidLine = [
  transaction: string,
  order: string,
  type: string,
  description: string,
  amount: string,
  sku?: string,
  qty?: number,
];

export interface SaidReport {
  no: string;
  currency: string;
  start: string;
  end: string;
  deposit: string;
  total: string;
  marketplace: string;
  lines: readonly (SaidLine & { day?: string })[];
}

const HEAD = [
  "settlement-id",
  "settlement-start-date",
  "settlement-end-date",
  "deposit-date",
  "total-amount",
  "currency",
  "transaction-type",
  "order-id",
  "merchant-order-id",
  "adjustment-id",
  "shipment-id",
  "marketplace-name",
  "amount-type",
  "amount-description",
  "amount",
  "fulfillment-id",
  "posted-date",
  "posted-date-time",
  "order-item-code",
  "sku",
  "quantity-purchased",
  "promotion-id",
];

/** How a marketplace writes. */
export interface Writing {
  comma?: boolean;
  german?: boolean;
  reversed?: boolean;
}

/** The report as the platform's flat file. */
export function settlementText(report: SaidReport, { comma, german, reversed }: Writing = {}): string {
  const amount = (text: string) => (comma ? text.replace(".", ",") : text);
  const time = (day: string) => {
    const [y, m, d] = day.split("-");
    return german ? `${d}.${m}.${y} 19:00:00 UTC` : `${day} 19:00:00 UTC`;
  };
  const row = (cells: Record<string, string | number>) => HEAD.map((name) => cells[name] ?? "").join("\t");
  const first = row({
    "settlement-id": report.no,
    "settlement-start-date": time(report.start),
    "settlement-end-date": time(report.end),
    "deposit-date": time(report.deposit),
    "total-amount": amount(report.total),
    currency: report.currency,
  });
  const lines = report.lines.map((line) => {
    const [transaction, order, type, description, value, sku = "", qty = ""] = line;
    return row({
      "settlement-id": report.no,
      "transaction-type": transaction,
      "order-id": order,
      "marketplace-name": order || sku ? report.marketplace : "",
      "amount-type": type,
      "amount-description": description,
      amount: amount(value),
      "posted-date": time(line.day ?? report.end).slice(0, 10),
      "posted-date-time": time(line.day ?? report.end),
      sku,
      "quantity-purchased": qty,
    });
  });
  return [HEAD.join("\t"), first, ...(reversed ? lines.reverse() : lines)].join("\r\n");
}

/** An order of the fixture of figures.md E.2. */
export interface SaidOrder {
  no: string;
  day: string;
  sku: string;
  qty: number;
  principal: string;
  tax?: string;
  ship?: string;
  promo?: string;
  commission: string;
  fba?: string;
  posted: string;
  /** Tax of the promotion. */
  promoTax?: string;
}

const dated = (day: string, ...line: SaidLine) => Object.assign(line, { day });
const cents = (text: string) => Math.round(Number(text) * 100);
const money = (n: number) => (n / 100).toFixed(2);

/** What a settlement says of an order. */
export function linesOf(o: SaidOrder): (SaidLine & { day: string })[] {
  const line = (type: string, description: string, amount: string, qty?: number) =>
    dated(o.posted, "Order", o.no, type, description, amount, o.sku, qty);
  const withheld = cents(o.tax ?? "0") - cents(o.promoTax ?? "0");
  return [
    line("ItemPrice", "Principal", o.principal, o.qty),
    ...(o.tax ? [line("ItemPrice", "Tax", o.tax)] : []),
    ...(o.ship ? [line("ItemPrice", "Shipping", o.ship)] : []),
    ...(o.promo ? [line("Promotion", "Principal", `-${o.promo}`)] : []),
    ...(o.promoTax ? [line("Promotion", "TaxDiscount", `-${o.promoTax}`)] : []),
    ...(o.tax ? [line("ItemWithheldTax", "MarketplaceFacilitatorTax-Principal", money(-withheld))] : []),
    line("ItemFees", "Commission", `-${o.commission}`),
    ...(o.fba ? [line("ItemFees", "FBAPerUnitFulfillmentFee", `-${o.fba}`)] : []),
  ];
}

/** Another line of a settlement on a day. */
export const besides = (day: string, description: string, amount: string, sku?: string, type = "other-transaction") =>
  dated(day, "other-transaction", "", type, description, amount, sku);
/** What is given back of an order. */
export const refunded = (day: string, { no, sku }: SaidOrder, type: string, description: string, amount: string) =>
  dated(day, "Refund", no, type, description, amount, sku);

/** Two stores of one seller account with listings of two SKUs and a combination of them (figures.md E). */
export async function openAccount({ db }: Pick<TestBackend, "db">) {
  const id = async (text: string, values: unknown[] = []) => given(await db.one<{ id: string }>(text, values)).id;
  const group = await id("select id from ops_group order by id limit 1");
  const store = (code: string, site: string) =>
    id(
      `insert into store (store_code, store_name, platform, site_id, seller_id, state)
       select $1, $1, 'amazon', i.id, 'ACCOUNT-F', 'enabled' from site i where i.site_code = $2 and tenant_id = 1
       returning id`,
      [code, site],
    );
  const sku = (code: string, type: string, price: string | null) =>
    id(
      `insert into sku (sku_code, name, status, sku_type, unit, purchase_price)
       values ($1, $1, 'approved', $2, 'pcs', $3) returning id`,
      [code, type, price],
    );
  const us = await store("F-US", "US");
  const de = await store("F-DE", "DE");
  const a = await sku("FA", "normal", "40.00");
  const b = await sku("FB", "normal", "85.00");
  const c = await sku("FC", "combo", null);
  for (const [msku, of, at, channel, asin] of [
    ["A-US", a, us, "AFN", "B0AAAAAAA1"],
    ["A-US-M", a, us, "MFN", "B0AAAAAAA1"],
    ["B-US", b, us, "AFN", "B0BBBBBBB1"],
    ["C-US", c, us, "AFN", "B0CCCCCCC1"],
    ["A-DE", a, de, "AFN", "B0AAAAAAA1"],
    ["B-DE", b, de, "AFN", "B0BBBBBBB1"],
  ])
    await db.query(
      `insert into sku_listing (sku_id, store_id, msku, asin, group_id, fulfillment_channel, listing_status)
       values ($1, $2, $3, $4, $5, $6, 'active')`,
      [of, at, msku, asin, group, channel],
    );
  await db.query("delete from exchange_rate");
  await db.query(
    `insert into exchange_rate (currency, effective_date, official_rate) values
       ('USD', '2026-08-01', 7.15), ('USD', '2026-08-16', 7.18), ('USD', '2026-09-01', 7.12),
       ('EUR', '2026-08-01', 8.10), ('EUR', '2026-08-16', 8.05), ('EUR', '2026-09-01', 8.20), ('EUR', '2026-09-04', 8.15)`,
  );
  return { us, de, group };
}

/** Connections may be called as often as a test needs. */
export const manyCalls = ({ db }: Pick<TestBackend, "db">) =>
  db.query(
    `insert into call_quota (connector_id, tenant_id, operation, tokens, per_second, burst)
     select x.id, x.tenant_id, o, 1e6, 1e3, 1e6 from connector x, unnest($1::text[]) o
     on conflict (connector_id, operation) do update set tokens = 1e6, per_second = 1e3, burst = 1e6, until = null`,
    [[...Object.keys(QUOTAS), BACK_QUOTA.operation]],
  );

/** A connection of each of its stores to the stand-in's account F. */
export async function connectStores({ db }: Pick<TestBackend, "db">, stores: { us: string; de: string }) {
  for (const [name, at] of [
    ["F美国", stores.us],
    ["F德国", stores.de],
  ])
    await db.query(
      `insert into connector (tenant_id, name, kind, provider, store_id, account, enabled, client_secret, refresh_token)
       values (1, $1, 'marketplace', 'amazon', $2, 'F', true, $3, $3)`,
      [name, at, sealSecret(DEMO_SECRET)],
    );
  await manyCalls({ db });
}

/** That account, connected. */
export async function connectAccount(backend: Pick<TestBackend, "db">) {
  const account = await openAccount(backend);
  await connectStores(backend, account);
  return account;
}

/** Orders as the platform tells of them. */
export async function takeOrders({ db }: Pick<TestBackend, "db">, storeId: string, orders: readonly SaidOrder[]) {
  const german = orders.some((o) => o.no.startsWith("304"));
  const told = orders.map(
    (o): PlatformOrderIn =>
      orderIn({
        platformOrderNo: o.no,
        marketplaceId: german ? "A1PA6795UKMFR9" : "ATVPDKIKX0DER",
        status: "Shipped",
        purchaseTime: `${o.day}T19:00:00Z`,
        lastUpdateTime: `${o.day}T20:00:00Z`,
        fulfillmentChannel: o.fba ? "AFN" : "MFN",
        currency: german ? "EUR" : "USD",
        orderTotal: null,
        itemsShipped: o.qty,
        itemsUnshipped: 0,
        lines: [
          lineIn({
            sellerSku: o.sku,
            title: o.sku,
            qty: o.qty,
            qtyShipped: o.qty,
            itemPrice: o.principal,
            itemTax: o.tax ?? "0",
            shippingPrice: o.ship ?? "0",
            promotionDiscount: o.promo ?? "0",
          }),
        ],
      }),
  );
  await db.tx((sql) => upsertOrders(actAs(sql), storeId, told));
}

/** A company with that account, and what a person does with reports in it. */
export async function openIntake() {
  const backend = await testBackend();
  const stores = await openAccount(backend);
  const { token, send, upload } = await reportsBy(backend);
  const document = async (no: string) =>
    given(
      await backend.db.one<{ id: string; version: number; status: string }>(
        "select id, version, status from settlement where settlement_no = $1 and del_flag = 0",
        [no],
      ),
    );
  async function act(no: string, action: string, more: object = {}) {
    const { id, version } = await document(no);
    return send("POST", `/finance/settlement/${id}/${action}`, { id, version, ...more });
  }
  const settled = (storeId: string, report: SaidReport, how?: Writing) => upload(storeId, settlementText(report, how));
  return { ...stores, backend, token, send, upload, document, act, settled };
}

export type Account = Awaited<ReturnType<typeof openIntake>>;

/** The same as figures.md E begins: no figures, July closed, parents, and a set of two A and one B. */
export async function openWorld(): Promise<Account> {
  const account = await openIntake();
  const { db } = account.backend;
  await db.query("delete from fact_trade_daily; delete from fact_trade_month; delete from fact_source");
  await db.query("update sys_param set value = '2026-07-31' where param_key = 'month_close_until'");
  await db.query("update sku_listing set parent_asin = 'B0PARENT01' where asin in ('B0AAAAAAA1', 'B0BBBBBBB1')");
  await db.query(
    `insert into sku_combo_item (sku_id, line_no, child_sku_id, qty)
     select c.id, x.n, k.id, x.qty from (values ('FA', 1, 2), ('FB', 2, 1)) x(code, n, qty)
       join sku k on k.sku_code = x.code join sku c on c.sku_code = 'FC'`,
  );
  return account;
}
