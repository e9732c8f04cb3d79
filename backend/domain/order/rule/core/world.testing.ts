import type { OrderFacts, OrderLineFacts, Rule, World } from "#backend/domain/order/words/rule";

/** Stock and masters of scenario 1 (market.md 12). */
export const STOCK: Record<string, number> = { "1/A": 10, "1/B": 3, "2/A": 50, "2/B": 0 };

export const worldOf = (stock: Record<string, number> = STOCK, more: Partial<World> = {}): World => ({
  now: "2026-07-06 10:00:00",
  warehouses: new Map(
    ["GC-W", "GC-E"].map((code, i) => [
      String(i + 1),
      { id: String(i + 1), code, enabled: true, siteCodes: ["US"], distance: { CA: i + 1 } },
    ]),
  ),
  channels: new Map(
    ["7", "8"].map((id) => [
      id,
      {
        id,
        enabled: true,
        warehouseIds: ["1"],
        countries: ["US"],
        maxWeightKg: null,
        maxDeclaredUsd: null,
        price: () => id,
      },
    ]),
  ),
  available: (warehouseId, skuId) => stock[`${warehouseId}/${skuId}`] ?? 0,
  open: () => [],
  ...more,
});

export const rule = (id: string, stage: Rule["stage"], more: Partial<Rule> = {}): Rule => ({
  id,
  name: `R${id}`,
  version: 1,
  stage,
  priority: 10,
  enabled: true,
  storeIds: [],
  from: null,
  to: null,
  stop: false,
  strategy: "order",
  tree: { logic: "AND", items: [] },
  actions: [],
  ...more,
});

export const line = (sku: string, qty: number, more: Partial<OrderLineFacts> = {}): OrderLineFacts => ({
  orderLineId: `${sku}${qty}`,
  skuId: sku,
  skuCode: `${sku}00`,
  category: null,
  qty,
  attributes: [],
  weightKg: "0.45",
  volumeWeightKg: "0.5",
  longestCm: "20",
  declareUsd: "3",
  ...more,
});

export const A = line("A", 2);
export const B = line("B", 1, { attributes: ["battery"], weightKg: "0.80" });

export const order = (more: Partial<OrderFacts> = {}): OrderFacts => ({
  id: "1",
  storeId: "5",
  siteCode: "US",
  country: "US",
  state: "CA",
  addressHash: "h",
  facts: { orderAmountUsd: "97.34", estProfitRate: "42.01", shipCountry: "US", shipState: "CA" },
  tags: [],
  priority: "normal",
  lines: [A, B],
  ...more,
});

const act = (act: Rule["actions"][number]["act"], target: string | null, value: string | null = null) => ({
  act,
  target,
  value,
});

const all = (...items: Rule["tree"]["items"]): Rule["tree"] => ({ logic: "AND", items });

/** The rules of scenario 1. */
export const RULES: Rule[] = [
  rule("1", "HOLD", {
    tree: all({ field: "orderAmountUsd", op: "gte", values: ["200"] }),
    actions: [act("HOLD", null, "大额订单")],
  }),
  rule("2", "TAG", {
    tree: all({ field: "attribute", op: "anyIn", values: ["battery"] }),
    actions: [act("TAG_ADD", null, "带电")],
  }),
  rule("3", "SPLIT", {
    tree: all({ field: "tag", op: "anyIn", values: ["带电"] }),
    actions: [act("SPLIT_ATTRIBUTE", null, "battery")],
  }),
  rule("4", "WAREHOUSE", {
    tree: all({ field: "shipState", op: "in", values: ["CA", "WA", "OR", "NV", "AZ"] }),
    actions: [act("SET_WAREHOUSE", "1"), act("SET_WAREHOUSE", "2")],
  }),
  rule("5", "WAREHOUSE", {
    priority: 20,
    tree: all({ field: "shipCountry", op: "in", values: ["US"] }),
    actions: [act("SET_WAREHOUSE", "2"), act("SET_WAREHOUSE", "1")],
  }),
  rule("6", "LOGISTICS", {
    tree: all(
      { field: "warehouseId", op: "in", values: ["GC-W"] },
      { field: "attribute", op: "anyIn", values: ["battery"] },
    ),
    actions: [act("SET_LOGISTICS", "8")],
  }),
  rule("7", "LOGISTICS", {
    priority: 20,
    tree: all(
      { field: "warehouseId", op: "in", values: ["GC-W"] },
      { field: "packageWeightKg", op: "lte", values: ["2"] },
    ),
    actions: [act("SET_LOGISTICS", "7")],
  }),
  rule("8", "AUDIT", {
    tree: all({ field: "estProfitRate", op: "gte", values: ["5"] }),
    actions: [act("AUTO_AUDIT", null)],
  }),
];
