import { engine } from "#backend/domain";
import { useStandIns as answeredAt, connectorsOf } from "#backend/engine/connect/connector";
import type { Database } from "#backend/platform/db/sql";
import { sealSecret } from "#backend/platform/personal/open";
import { DEMO_SECRET, type StandIns, startStandIns } from "../../../../standins";
import type { Placed } from "../../../../standins/marketplace/place";
import { openShop } from "../platform/platform.testing";
import { advanceOrders } from "./advance";
import { syncOrders } from "./sync";

export type PlacedIn = Omit<Placed, "seller" | "marketplaceId">;

/** The order of scenario 1 (market.md 12), as it is placed at the marketplace. */
export const placedIn = (more: Partial<PlacedIn> = {}): PlacedIn => ({
  orderNo: "113-1234567-7654321",
  purchaseTime: "2026-07-06T05:00:00Z",
  lastUpdateTime: new Date(Date.now() - 3_600_000).toISOString(),
  lines: [
    {
      sellerSku: "S-A100",
      qty: 2,
      itemPrice: "51.98",
      itemTax: "3.64",
      title: "A100",
      shippingPrice: "2.85",
      promotionDiscount: "2.86",
      itemId: "1",
    },
    {
      sellerSku: "S-B200",
      qty: 1,
      itemPrice: "39.00",
      itemTax: "2.73",
      title: "B200",
      shippingPrice: "2.14",
      promotionDiscount: "2.14",
      itemId: "2",
    },
  ],
  address: { name: "Jordan Example", line1: "1 Main St", city: "Los Angeles", state: "CA" },
  ...more,
});

/** A store whose marketplace is a stand-in. */
export async function openMarket(running?: StandIns) {
  const shop = await openShop();
  const { db, storeId } = shop;
  const standIns = running ?? (await startStandIns());
  answeredAt(standIns.url);
  await db.query(
    `insert into connector (tenant_id, name, kind, provider, store_id, account, enabled, client_secret,
       refresh_token) values (1, '美国店', 'marketplace', 'amazon', $1, 'AMZ-US-1', true, $2, $2)`,
    [storeId, sealSecret(DEMO_SECRET)],
  );
  const [connector] = await connectorsOf(db, "marketplace");
  const market = await db.one<{ id: string }>(
    "select marketplace_id as id from site where id = (select site_id from store where id = $1)",
    [storeId],
  );
  return {
    ...shop,
    standIns,
    connectorId: connector?.id ?? "",
    place: (...orders: PlacedIn[]) =>
      standIns.control("marketplace", {
        place: orders.map((o) => ({ ...o, seller: "AMZ-US-1", marketplaceId: market?.id })),
      }),
    /** One turn of both jobs, as soon as they are due. */
    async turn(by: Database = db) {
      await db.query("update connector set last_read = null");
      await db.query("update feed_run set next_run = now()");
      await db.query("update platform_order_due set next_run = now()");
      await syncOrders(by, engine);
      await advanceOrders(by, engine);
    },
    async close() {
      if (!running) await standIns.stop();
      answeredAt(null);
      await db.close();
    },
  };
}
export type Market = Awaited<ReturnType<typeof openMarket>>;
