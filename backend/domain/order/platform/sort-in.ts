import { createHash } from "node:crypto";
import { addressHash } from "#backend/platform/personal/address";
import { buyerHashes } from "./buyers";
import type { PlatformOrderIn } from "./order-in";

/** What is kept of an order that the platform told before. */
export interface SortInKnown {
  id: string;
  platformOrderNo: string;
  /** Milliseconds since 1970. */
  lastUpdate: number;
  rawHash: string | null;
  /** Who bought it, as was told before. */
  buyerKey?: string | null;
}

export interface Sorted {
  fresh: PlatformOrderIn[];
  changed: { order: PlatformOrderIn; id: string; buyerKey?: string | null }[];
  same: number;
  older: number;
}

/** The same order told twice in the same words has the same hash. */
export const hashOf = ({ shippingAddress, buyer, ...order }: PlatformOrderIn): string =>
  createHash("sha256")
    .update(JSON.stringify([order, addressHash(shippingAddress), ...(buyer ? buyerHashes(buyer) : [])]))
    .digest("hex");

const at = (order: PlatformOrderIn) => Date.parse(order.lastUpdateTime);

/** What is new of what the platform told: of an order that it told several times the latest counts. */
export function sortIn(orders: readonly PlatformOrderIn[], known: readonly SortInKnown[]): Sorted {
  const latest = new Map<string, PlatformOrderIn>();
  const sorted: Sorted = { fresh: [], changed: [], same: 0, older: 0 };
  for (const order of orders) {
    const other = latest.get(order.platformOrderNo);
    if (!other) latest.set(order.platformOrderNo, order);
    else if (at(order) >= at(other)) {
      latest.set(order.platformOrderNo, order);
      sorted[hashOf(order) === hashOf(other) ? "same" : "older"]++;
    } else sorted.older++;
  }
  const before = new Map(known.map((k) => [k.platformOrderNo, k]));
  for (const [no, order] of latest) {
    const kept = before.get(no);
    if (!kept) sorted.fresh.push(order);
    else if (at(order) < kept.lastUpdate) sorted.older++;
    else if (hashOf(order) === kept.rawHash) sorted.same++;
    else sorted.changed.push({ order, id: kept.id, buyerKey: kept.buyerKey });
  }
  return sorted;
}
