import type { Leaf, Tree } from "#documents/order/rule/tree";
import type { Act, FactName, Priority, RuleStage, Strategy } from "#documents/order/rule/words";

export type { Leaf, Tree } from "#documents/order/rule/tree";

/** What a condition finds; a decimal is its exact text, what is not known is null. */
export type FactValue = string | boolean | readonly string[] | null;

/** One thing that a rule does: `target` is the id of a warehouse, channel or user. */
export interface RuleAction {
  act: Act;
  value: string | null;
  target: string | null;
}

/** A rule as it is run. */
export interface Rule {
  id: string;
  name: string;
  version: number;
  stage: RuleStage;
  /** Smaller first. */
  priority: number;
  enabled: boolean;
  /** Ids; none: all. */
  storeIds: readonly string[];
  /** `yyyy-MM-dd HH:mm:ss`. */
  from: string | null;
  to: string | null;
  /** HOLD and TAG: rules behind it in the stage are not looked at. */
  stop: boolean;
  strategy: Strategy;
  tree: Tree;
  actions: readonly RuleAction[];
}

/** A line that is packed: never the parent of a combo. */
export interface OrderLineFacts {
  orderLineId: string;
  skuId: string;
  skuCode: string;
  category: string | null;
  attributes: readonly string[];
  qty: number;
  /** Of one piece; exact texts. */
  weightKg: string;
  volumeWeightKg: string;
  longestCm: string;
  declareUsd: string;
}

/** Everything that rules know of an order. */
export interface OrderFacts {
  id: string;
  storeId: string;
  siteCode: string | null;
  country: string | null;
  state: string | null;
  /** Equal hashes: the same receiver at the same address. */
  addressHash: string | null;
  /** What conditions ask of the order itself; those of its lines and packages are worked out. */
  facts: Partial<Record<FactName, FactValue>>;
  /** Those that people gave it: what an earlier run added is not among them. */
  tags: readonly string[];
  priority: Priority;
  lines: readonly OrderLineFacts[];
  /** Its estimated profit in percent of the income once its freight (CNY) is known. */
  profitRate?(freightCny: string): string | null;
}

export interface WarehouseFacts {
  id: string;
  code: string;
  enabled: boolean;
  /** None: all. */
  siteCodes: readonly string[];
  /** How far a state lies away; one that is not named lies farthest. */
  distance: Readonly<Record<string, number>>;
}

/** What a package weighs and measures, as carriers price it. */
export interface ParcelFacts {
  weightKg: string;
  volumeWeightKg: string;
  longestCm: string;
}

export interface ChannelFacts {
  id: string;
  enabled: boolean;
  /** None: all. */
  warehouseIds: readonly string[];
  countries: readonly string[];
  maxWeightKg: string | null;
  maxDeclaredUsd: string | null;
  /** What a package costs by it, in CNY; null: it has no price for it. */
  price(parcel: ParcelFacts, country: string | null): string | null;
}

/** A package of another order that is still a draft. */
export interface OpenPackage {
  id: string;
  storeId: string;
  addressHash: string | null;
  warehouseId: string;
  channelId: string;
  /** Orders in it. */
  orders: number;
  /** Minutes since it was made. */
  ageMinutes: number;
}

/** What rules know besides the order. */
export interface World {
  /** `yyyy-MM-dd HH:mm:ss`. */
  now: string;
  warehouses: ReadonlyMap<string, WarehouseFacts>;
  channels: ReadonlyMap<string, ChannelFacts>;
  /** Good pieces of a SKU that are free in a warehouse. */
  available(warehouseId: string, skuId: string): number;
  /** Packages that one to this receiver may join. */
  open(order: OrderFacts): readonly OpenPackage[];
}

/** One rule that was looked at. */
export interface Step {
  stage: RuleStage;
  ruleId: string;
  ruleVersion: number;
  /** From 1; null: of the order. */
  packageSeq: number | null;
  matched: boolean;
  /** The condition that did not hold. */
  failedLeaf: Leaf | null;
  /** What came of it; null: nothing was tried. */
  result: string | null;
  ok: boolean;
}

/** A package to be made. */
export interface Part {
  warehouseId: string | null;
  channelId: string | null;
  lines: { orderLineId: string; skuId: string; qty: number }[];
  /** The open package that it joins. */
  mergeInto: string | null;
}

export type RuleException = "NO_RULE_WAREHOUSE" | "OUT_OF_STOCK" | "NO_CHANNEL";

export interface RunResult {
  outcome: "held" | "exception" | "pendingAudit" | "audited";
  holdReason: string | null;
  exceptionCode: RuleException | null;
  tagsAdded: string[];
  tagsRemoved: string[];
  priority: Priority;
  /** Ids of users. */
  notify: string[];
  parts: Part[];
  /** What the channels of all packages cost, CNY; null: not every package has a price. */
  freightCny: string | null;
  steps: Step[];
}
