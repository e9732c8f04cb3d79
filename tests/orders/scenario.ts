import type { Shop } from "./shop";

export const NO = "113-1234567-7654321";
const RULES = "/ordermanage/orderrule";

/** The order of scenario 1 (market.md 12): 97.34 USD, to Los Angeles. */
export const ordered = () => ({
  ...{ orderNo: NO, purchaseTime: "2026-07-06T18:00:00Z" },
  address: {
    ...{ name: "Jordan Example", phone: "2135550142", line1: "1 Main St", city: "Los Angeles" },
    ...{ state: "CA", postcode: "90001", country: "US" },
  },
  lines: [
    {
      ...{ sellerSku: "S-A100", qty: 2, itemPrice: "51.98", itemTax: "3.64", itemId: "1" },
      ...{ shippingPrice: "2.85", promotionDiscount: "2.86" },
    },
    {
      ...{ sellerSku: "S-B200", qty: 1, itemPrice: "39.00", itemTax: "2.73", itemId: "2" },
      ...{ shippingPrice: "2.14", promotionDiscount: "2.14" },
    },
  ],
});

const leaf = (fact: string, op: string, value: string) => ({ level: 1, fact, op, value });

/** The rules of scenario 1, made and switched on by calls. */
export async function makeRules({ call, press, places, channels }: Shop): Promise<void> {
  const to = (...codes: string[]) =>
    codes.map((code) => ({ act: "SET_WAREHOUSE", warehouseId: places[code] }));
  const by = (code: string) => [{ act: "SET_LOGISTICS", logisticsChannelId: channels[code] }];
  const battery = leaf("attribute", "anyIn", "battery");
  const west = leaf("warehouseId", "in", "GC-W");
  const rules = [
    ["R1", "HOLD", 10, [leaf("orderAmountUsd", "gte", "200")], [{ act: "HOLD", value: "大额" }]],
    ["R2", "TAG", 10, [battery], [{ act: "TAG_ADD", value: "带电" }]],
    [
      ...["R3", "SPLIT", 10, [leaf("tag", "anyIn", "带电")]],
      [{ act: "SPLIT_ATTRIBUTE", value: "battery" }],
    ],
    ["R4", "WAREHOUSE", 10, [leaf("shipState", "in", "CA、WA、OR、NV、AZ")], to("GC-W", "GC-E")],
    ["R5", "WAREHOUSE", 20, [leaf("shipCountry", "in", "US")], to("GC-E", "GC-W")],
    ["R6", "LOGISTICS", 10, [west, battery], by("GC-FEDEX")],
    ["R7", "LOGISTICS", 20, [west, leaf("packageWeightKg", "lte", "2")], by("GC-USPS")],
    ["R8", "AUDIT", 10, [leaf("estProfitRate", "gte", "5")], [{ act: "AUTO_AUDIT" }]],
  ] as const;
  for (const [ruleName, stage, priority, conditions, acts] of rules) {
    const strategy = "order";
    const rule = { ruleName, stage, priority, logic: "and", strategy, conditions, acts };
    const made = await call("POST", RULES, rule);
    if (made.msg) throw new Error(`${ruleName}: ${made.msg}`);
    const on = await press(RULES, made.data.id, "enable");
    if (on.msg) throw new Error(`${ruleName}: ${on.msg}`);
  }
}

const PACKAGES = "/packageorder/order";

/** Every reserved package is sent, labelled and shipped, with the freight that the warehouse tells. */
export async function shipAll({ rows, press, say }: Shop): Promise<void> {
  const parcels = () => rows(PACKAGES);
  const until = async (column: string) => {
    for (let tries = 0; tries < 50; tries++) {
      await say();
      if ((await parcels()).every((p) => p[column])) return;
    }
    throw new Error(`no ${column}`);
  };
  const all = async (action: string) => {
    for (const { id } of await parcels()) {
      const { msg } = await press(PACKAGES, id, action);
      if (msg) throw new Error(`${action}: ${msg}`);
    }
  };
  await all("send");
  await until("externalOrderNo");
  await all("getLabel");
  await until("trackingNo");
  await all("ship");
}
