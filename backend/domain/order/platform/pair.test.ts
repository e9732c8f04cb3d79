import { afterAll, beforeAll, expect, test } from "vitest";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import { platformOrder } from "#documents/order/platform-order";
import { actAs } from "../../../../tests/acting";
import { NO, openShop, orderIn, type Shop } from "./platform.testing";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.list("A100");
});
afterAll(() => shop.db.close());

const pair = (id: string, skuId: string | undefined) =>
  shop.db.tx((sql) =>
    perform(
      ...([actAs(sql), platformOrder, id, "pair"] as const),
      { groupId: shop.groupId, items: [{ sellerSku: "S-B200", skuId }] },
      { trusted: true },
    ),
  );
const orders = () =>
  shop.db.query("select platform_order_no as no, unpaired from platform_order order by platform_order_no");
const units = () => shop.db.query("select seller_sku, orders, units from fact_trade_daily order by seller_sku");

test("a platform SKU is paired once, and all orders that waited for it go on", async () => {
  const other = orderIn({ platformOrderNo: `${NO}-2`, orderTotal: null });
  const { ids } = await shop.take(orderIn(), other);
  expect(await orders()).toMatchObject([{ unpaired: true }, { unpaired: true }]);
  expect(await units()).toEqual([{ seller_sku: "S-A100", orders: 2, units: 4 }]);
  const [id = "", second = ""] = ids;
  await expect(pair(id, undefined)).rejects.toThrow("请选择SKU");
  await pair(id, shop.skus.B200);
  expect(await orders()).toMatchObject([{ unpaired: false }, { unpaired: false }]);
  expect(await units()).toEqual([
    { seller_sku: "S-A100", orders: 2, units: 4 },
    { seller_sku: "S-B200", orders: 0, units: 2 },
  ]);
  await expect(pair(second, shop.skus.B200)).rejects.toThrow("没有未配对的平台SKU");
  expect(await shop.take(orderIn(), other)).toMatchObject({ same: 2, new: 0, changed: 0 });
});
