// Two hundred SKUs that the first connected store lists, and orders of two of them each.
const SKUS = 200;
const DAY_MS = 86_400_000;

/** The store that is read, with what it lists. */
export async function fill(db) {
  const { rows } = await db.query(
    `select c.id as "connectorId", c.account as seller, t.id as "storeId", i.marketplace_id as "marketplaceId"
     from connector c join store t on t.id = c.store_id join site i on i.id = t.site_id
     where c.kind = 'marketplace' and i.site_code = 'US' order by c.id limit 1`,
  );
  const [shop] = rows;
  await db.query(
    `insert into sku (sku_code, name, status, sku_type, unit, purchase_price)
     select 'SYN' || lpad(n::text, 5, '0'), '同步量测' || n, 'approved', 'normal', 'pcs', 10
     from generate_series(1, ${SKUS}) n on conflict do nothing`,
  );
  await db.query(
    `insert into sku_listing (sku_id, line_no, store_id, msku, fulfillment_channel, listing_status, group_id)
     select k.id, 1, $1, 'S-' || k.sku_code, 'AFN', 'active', (select min(id) from ops_group) from sku k
     where k.sku_code like 'SYN%' and not exists (select 1 from sku_listing l where l.sku_id = k.id)`,
    [shop.storeId],
  );
  // Nothing is read while orders are placed, and nothing of other stores.
  await db.query("update connector set enabled = false where kind = 'marketplace'");
  return shop;
}

const sku = (n) => `S-SYN${String(1 + (n % SKUS)).padStart(5, "0")}`;

/** The n-th order of a run: of two weeks, of as many buyers as half the orders. */
export const placed = (run, n, { seller, marketplaceId }, ours) => ({
  ...{ seller, marketplaceId, orderNo: `${run}-${String(n).padStart(7, "0")}` },
  purchaseTime: new Date(Date.now() - DAY_MS - (n % 14) * DAY_MS).toISOString(),
  ...(n % 100 < ours
    ? { channel: "MFN", status: "Unshipped" }
    : { channel: "AFN", status: "Shipped" }),
  lines: [
    { sellerSku: sku(n), qty: 1, itemPrice: "29.99", itemTax: "2.10", shippingPrice: "4.99" },
    { sellerSku: sku(n + 7), qty: 2, itemPrice: "51.98", promotionDiscount: "2.60" },
  ],
  buyerEmail: `buyer${n % 5_000}@marketplace.example`,
  buyerName: `Buyer ${n % 5_000}`,
});
