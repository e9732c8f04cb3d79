import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { lockAdvisory } from "#backend/platform/db/advisory";
import { actAs } from "../../../../tests/acting";
import { waitingForLocks } from "../../../../tests/harness-database";
import { openShop, orderIn, type Shop } from "./platform.testing";
import { upsertOrders } from "./upsert";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.list("A100");
  await shop.list("B200");
});
afterAll(() => shop.db.close());

test("two stores hear at once of the first order of a month: both are kept", async () => {
  const { db, storeId } = shop;
  const other = await db.one<{ id: string }>("select id from store where id <> $1 order by id", [storeId]);
  const tell = (store: string, no: string) =>
    db.tx((sql) =>
      upsertOrders(actAs(sql), store, [orderIn({ platformOrderNo: no, purchaseTime: "2031-05-06T05:00:00Z" })]),
    );
  // Both have come as far as the month before either makes it.
  const told: Promise<unknown>[] = [];
  await db.tx(async (sql) => {
    await lockAdvisory(sql, "monthParts");
    told.push(tell(storeId, "111-0000000-0000001"), tell(other?.id ?? "", "111-0000000-0000002"));
    for (const one of told) one.catch(() => {});
    await vi.waitUntil(async () => (await waitingForLocks(db)).length === 2, { timeout: 20_000 });
  });
  await Promise.all(told);
  const kept = await db.query<{ store: string }>(
    "select store_id as store from platform_order_203105 order by platform_order_no",
  );
  expect(kept.map((row) => row.store)).toEqual([storeId, other?.id]);
});
