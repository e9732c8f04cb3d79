import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { sealSecret } from "#backend/platform/personal/open";
import { DEMO_SECRET, type StandIns, startStandIns } from "../../../standins";
import { given } from "../../../tests/given";
import { testDatabase } from "../../../tests/harness";
import { amazonAddress, loginAddress } from "./amazon";
import { call } from "./call";
import { connectorOf, useStandIns as standInsAt } from "./connector";

let db: Awaited<ReturnType<typeof testDatabase>>;
let there: StandIns;
let id: string;
beforeAll(async () => {
  db = await testDatabase();
  there = await startStandIns({ seed: "amazon" });
  const store = given(
    await db.one<{ id: string }>(
      `insert into store (store_code, store_name, site_id, state)
       select 'A-JP', 'A-JP', id, 'enabled' from site where site_code = 'JP' and tenant_id = 1 returning id`,
    ),
  );
  const made = await db.one<{ id: string }>(
    `insert into connector (tenant_id, name, kind, provider, store_id, account, enabled, client_secret, refresh_token)
     values (1, '日本', 'marketplace', 'amazon', $1, 'AMZ-JP', true, $2, $2) returning id`,
    [store.id, sealSecret(DEMO_SECRET)],
  );
  ({ id } = given(made));
});
beforeEach(() => standInsAt(there.url));
afterAll(async () => {
  standInsAt(null);
  await there.stop();
  await db.close();
});

test("a store without an address speaks with Amazon in its region, signed in at Amazon's login; a demonstration never", async () => {
  expect(amazonAddress("amazon", "US")).toBe("https://sellingpartnerapi-na.amazon.com");
  expect(amazonAddress("amazon", "AE")).toBe("https://sellingpartnerapi-eu.amazon.com");
  expect(amazonAddress("amazonAds", "AU")).toBe("https://advertising-api-fe.amazon.com");
  expect(amazonAddress("gc", "US")).toBeUndefined();
  for (const site of ["US", "DE", "JP"])
    for (const provider of ["amazon", "amazonAds"])
      expect(loginAddress(amazonAddress(provider, site) ?? "")).toBe("https://api.amazon.com");
  for (const own of ["http://127.0.0.1:4100/marketplace", "https://sellingpartnerapi-na.amazon.com.example.org", ""])
    expect(loginAddress(own)).toBe(own);

  standInsAt(null, true);
  expect(await connectorOf(db, id)).toMatchObject({ url: "https://sellingpartnerapi-fe.amazon.com", anywhere: false });
  standInsAt(null);
  await expect(connectorOf(db, id)).rejects.toThrow("没有接口地址");
});

const orders = z.object({
  payload: z.object({
    Orders: z.array(
      z.looseObject({
        BuyerInfo: z.object({ BuyerName: z.string() }).optional(),
        ShippingAddress: z.object({ AddressLine1: z.string().optional() }).optional(),
      }),
    ),
  }),
});
const asked = async (personal: boolean) => {
  const path = "/orders/v0/orders";
  const { payload } = await call(db, await connectorOf(db, id), {
    path,
    query: { MarketplaceIds: "A1VC38T7YXB528", LastUpdatedAfter: "2026-01-01T00:00:00Z" },
    ...(personal && { personal: { path, elements: ["buyerInfo", "shippingAddress"] as const } }),
    schema: orders,
  });
  return given(payload.Orders[0]);
};
const stranger = (is: boolean) => there.control("marketplace", { stranger: { account: "AMZ-JP", is }, tokens: "drop" });

test("who bought is told by a token of its own, which is asked for anew once it is not taken", async () => {
  await there.control("marketplace", {
    place: { seller: "AMZ-JP", marketplaceId: "A1VC38T7YXB528", currency: "JPY", lines: [{ sellerSku: "J", qty: 1 }] },
  });
  expect(await asked(false)).not.toHaveProperty("BuyerInfo");
  expect(await asked(true)).toMatchObject({
    BuyerInfo: { BuyerName: "Jordan Example" },
    ShippingAddress: { AddressLine1: "100 Example Ave" },
  });
  await there.control("marketplace", { tokens: "drop" });
  expect(await asked(true)).toHaveProperty("BuyerInfo");
});

test("an application that may not know of buyers is told of their orders all the same", async () => {
  await stranger(true);
  const told = await asked(true);
  expect(told).not.toHaveProperty("BuyerInfo");
  expect(told).not.toHaveProperty("ShippingAddress");
  // Once it may, the next sign-in finds that out.
  await stranger(false);
  expect(await asked(true)).toHaveProperty("BuyerInfo");
});
