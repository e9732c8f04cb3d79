import type { OrderFacts, Rule, WarehouseFacts, World } from "#backend/domain/order/words/rule";
import type { CorePacked } from "./packed";

/** What the packages of this run have taken of the stock that the world knows. */
export class Taken {
  readonly #gone = new Map<string, number>();

  constructor(readonly world: World) {}

  left(warehouseId: string, skuId: string): number {
    return this.world.available(warehouseId, skuId) - (this.#gone.get(`${warehouseId}/${skuId}`) ?? 0);
  }

  hasAll(warehouseId: string, lines: readonly CorePacked[]): boolean {
    return [...needs(lines)].every(([skuId, qty]) => this.left(warehouseId, skuId) >= qty);
  }

  take(warehouseId: string, lines: readonly CorePacked[]): void {
    for (const [skuId, qty] of needs(lines)) {
      const key = `${warehouseId}/${skuId}`;
      this.#gone.set(key, (this.#gone.get(key) ?? 0) + qty);
    }
  }
}

/** Pieces of each SKU: several lines may have the same one. */
function needs(lines: readonly CorePacked[]): Map<string, number> {
  const needed = new Map<string, number>();
  for (const { line, qty } of lines) needed.set(line.skuId, (needed.get(line.skuId) ?? 0) + qty);
  return needed;
}

const serves = ({ enabled, siteCodes }: WarehouseFacts, { siteCode }: OrderFacts): boolean =>
  enabled && (siteCodes.length === 0 || (siteCode !== null && siteCodes.includes(siteCode)));

/** Warehouses that send to where the order goes, by their codes. */
export const servers = (order: OrderFacts, world: World): WarehouseFacts[] =>
  [...world.warehouses.values()]
    .filter((w) => serves(w, order))
    .sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));

/** The warehouse of a rule that has the whole package; undefined: none of them. */
export function warehouseFor(
  { strategy, actions }: Rule,
  lines: readonly CorePacked[],
  order: OrderFacts,
  taken: Taken,
): WarehouseFacts | undefined {
  const { world } = taken;
  const able = actions.flatMap(({ target }) => {
    const found = target === null ? undefined : world.warehouses.get(target);
    return found && serves(found, order) && taken.hasAll(found.id, lines) ? [found] : [];
  });
  const by = (rank: (w: WarehouseFacts) => number) =>
    // Sorting keeps the order of the rule among equals.
    [...able].sort((a, b) => rank(a) - rank(b))[0];
  if (strategy === "mostStock")
    return by((w) => -[...needs(lines).keys()].reduce((n, sku) => n + taken.left(w.id, sku), 0));
  if (strategy === "nearest") return by((w) => w.distance[order.state ?? ""] ?? Number.MAX_SAFE_INTEGER);
  return able[0];
}
