import { actAs } from "../../../../tests/acting";
import { testDatabase } from "../../../../tests/harness";
import type { PlatformLineIn, PlatformOrderIn } from "./order-in";
import { upsertOrders } from "./upsert";

export const NO = "113-1234567-7654321";

export const lineIn = (more: Partial<PlatformLineIn> = {}): PlatformLineIn => ({
  platformLineNo: "1",
  sellerSku: "S-A100",
  asin: "B0DEMO0001",
  title: "A100",
  qty: 2,
  qtyShipped: 0,
  itemPrice: "51.98",
  itemTax: "3.64",
  shippingPrice: "2.85",
  shippingTax: "0",
  promotionDiscount: "2.86",
  shippingDiscount: "0",
  promotionIds: [],
  isGift: false,
  buyerRequestedCancel: false,
  buyerCancelReason: null,
  ...more,
});

/** The order of scenario 1 (market.md 12). */
export const orderIn = (more: Partial<PlatformOrderIn> = {}): PlatformOrderIn => ({
  platformOrderNo: NO,
  marketplaceId: "ATVPDKIKX0DER",
  status: "Unshipped",
  purchaseTime: "2026-07-06T05:00:00Z",
  lastUpdateTime: "2026-07-06T05:10:00Z",
  fulfillmentChannel: "MFN",
  orderType: "StandardOrder",
  shipServiceLevel: "Std US D2D",
  isPrime: false,
  isBusinessOrder: false,
  isReplacementOrder: false,
  earliestShipTime: null,
  latestShipTime: "2026-07-08T06:59:59Z",
  latestDeliveryTime: null,
  currency: "USD",
  orderTotal: "97.34",
  itemsShipped: 0,
  itemsUnshipped: 3,
  lines: [
    lineIn(),
    lineIn({
      platformLineNo: "2",
      sellerSku: "S-B200",
      title: "B200",
      qty: 1,
      itemPrice: "39.00",
      itemTax: "2.73",
      shippingPrice: "2.14",
      promotionDiscount: "2.14",
    }),
  ],
  ...more,
});

/** A store in the US that sells A100 and B200 under platform SKUs of their own. */
export async function openShop() {
  const db = await testDatabase();
  const idOf = async (text: string, values: unknown[] = []) => (await db.one<{ id: string }>(text, values))?.id ?? "";
  const storeId = await idOf(
    "select t.id from store t join site i on i.id = t.site_id where i.site_code = 'US' order by t.id limit 1",
  );
  const groupId = await idOf("select id from ops_group order by id limit 1");
  const skus: Record<string, string> = {};
  for (const [code, cost] of [
    ["A100", "42.00"],
    ["B200", "88.00"],
  ] as const)
    skus[code] = await idOf(
      `insert into sku (sku_code, name, status, sku_type, unit, purchase_price)
       values ($1, $1, 'approved', 'normal', 'pcs', $2) returning id`,
      [code, cost],
    );
  const list = (code: string) =>
    db.query(
      `insert into sku_listing (sku_id, store_id, msku, group_id, fulfillment_channel, listing_status)
       values ($1, $2, $3, $4, 'MFN', 'active')`,
      [skus[code], storeId, `S-${code}`, groupId],
    );
  const take = (...orders: PlatformOrderIn[]) => db.tx((sql) => upsertOrders(actAs(sql), storeId, orders));
  return { db, storeId, groupId, skus, list, take };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;
