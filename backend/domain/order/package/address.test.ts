import { afterAll, beforeAll, expect, test } from "vitest";
import { openAddress } from "#backend/platform/personal/open";
import type { Address } from "#documents/kit";
import { packageOrder } from "#documents/order/package-order";
import { platformOrder } from "#documents/order/platform-order";
import { salesOrder } from "#documents/order/sales-order";
import { actAs } from "../../../../tests/acting";
import { openShop, orderIn, type Shop } from "../platform/platform.testing";
import { convertOrder } from "../sales/convert";
import { rebuildDrafts } from "./drafts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.list("A100");
  await shop.list("B200");
});
afterAll(() => shop.db.close());

const MARY = {
  name: "Mary Quellington",
  phone: "+1 310 555 0142",
  country: "US",
  state: "CA",
  city: "Los Angeles",
  line1: "77 Palmera Ct",
  postcode: "90012",
};

const told = (lastUpdateTime: string, shippingAddress?: Address | null) =>
  shop.take(orderIn({ lastUpdateTime, ...(shippingAddress && { shippingAddress }) }));

test("an address goes from the platform to the parcel as it is kept, never opened on the way", async () => {
  const { db } = shop;
  const [platformId = ""] = (await told("2026-07-06T06:00:00Z", MARY)).ids;
  // The platform says it once: what it says later without an address leaves it.
  expect((await told("2026-07-06T07:00:00Z")).changed).toBe(1);
  const again = await told("2026-07-06T07:00:00Z");
  expect([again.same, again.ids]).toEqual([1, []]);
  const orderId = await db.tx((sql) => convertOrder(actAs(sql), platformId));
  const packageId = await db.tx(async (sql) => {
    const [line] = await sql.query<{ id: string; skuId: string; qty: number }>(
      `select id, sku_id as "skuId", qty from sales_order_line where sales_order_id = $1 limit 1`,
      [orderId],
    );
    const { id: orderLineId = "", skuId = "", qty = 0 } = line ?? {};
    const lines = [{ orderLineId, skuId, qty }];
    const part = { warehouseId: null, channelId: null, lines };
    const [made = ""] = await rebuildDrafts(actAs(sql), orderId, [part]);
    return made;
  });
  expect(await openAddress(db, platformOrder, platformId)).toEqual(MARY);
  expect(await openAddress(db, salesOrder, orderId)).toEqual(MARY);
  expect(await openAddress(db, packageOrder, packageId)).toEqual(MARY);
  const kept = await db.query<{ text: string; hash: string; shown: string }>(
    `select shipping_address as text, shipping_address_hash as hash, shipping_address_shown as shown
       from platform_order where id = $1
     union select receiver, receiver_hash, receiver_shown from sales_order where id = $2
     union select receiver, receiver_hash, receiver_shown from package_order where id = $3`,
    [platformId, orderId, packageId],
  );
  expect(kept).toEqual([{ ...kept[0], shown: "M***n ***42 US CA 900***" }]);
});

test("no table tells who gets something: nothing of it in any row of the database", async () => {
  const tables = await shop.db.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  for (const { name } of tables) {
    const row = await shop.db.one<{ n: number }>(
      `select count(*)::int as n from "${name}" t
       where t::text ~* 'quellington|palmera|555 ?0142|mary q' or t::text like '%Los Angeles%'`,
    );
    expect([name, row?.n]).toEqual([name, 0]);
  }
});
