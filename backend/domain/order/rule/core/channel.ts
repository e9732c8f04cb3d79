import type { ChannelFacts, OpenPackage, OrderFacts, Rule, World } from "#backend/domain/order/words/rule";
import { dec } from "#backend/platform/values";
import { type Draft, parcelOf, total } from "./packed";

const within = (max: string | null, value: ReturnType<typeof dec>) => max === null || value.lte(max);

const named = (list: readonly string[], value: string | null) =>
  list.length === 0 || (value !== null && list.includes(value));

const carries = (channel: ChannelFacts, draft: Draft, { country }: OrderFacts): boolean =>
  channel.enabled &&
  named(channel.warehouseIds, draft.warehouseId) &&
  named(channel.countries, country) &&
  within(channel.maxWeightKg, total(draft.lines, "weightKg")) &&
  within(channel.maxDeclaredUsd, total(draft.lines, "declareUsd"));

/** The channel of a rule that takes the package; undefined: none of them. */
export function channelFor(
  { strategy, actions }: Rule,
  draft: Draft,
  order: OrderFacts,
  world: World,
): ChannelFacts | undefined {
  const able = actions.flatMap(({ target }) => {
    const found = target === null ? undefined : world.channels.get(target);
    return found && carries(found, draft, order) ? [found] : [];
  });
  if (strategy !== "cheapest") return able[0];
  const parcel = parcelOf(draft.lines);
  const priced = able.flatMap((channel) => {
    const price = channel.price(parcel, order.country);
    return price === null ? [] : [{ channel, price: dec(price) }];
  });
  return [...priced].sort((a, b) => a.price.cmp(b.price))[0]?.channel;
}

/** Orders that a merged package holds at most. */
export const MOST_ORDERS = 10;

/** The open package that this one joins: of the same store, receiver, warehouse and channel. */
export function mergeFor(
  { actions }: Rule,
  draft: Draft,
  order: OrderFacts,
  world: World,
  used: ReadonlySet<string>,
): OpenPackage | undefined {
  const said = (act: string) => actions.find((a) => a.act === act)?.value;
  const minutes = Number(said("MERGE") ?? 0);
  const most = Math.min(MOST_ORDERS, Number(said("MERGE_LIMIT") ?? MOST_ORDERS));
  if (order.addressHash === null || draft.warehouseId === null) return undefined;
  return world
    .open(order)
    .filter(
      (p) =>
        !used.has(p.id) &&
        p.storeId === order.storeId &&
        p.addressHash === order.addressHash &&
        p.warehouseId === draft.warehouseId &&
        p.channelId === draft.channelId &&
        p.orders < most &&
        p.ageMinutes <= minutes,
    )
    .sort((a, b) => byId(a.id, b.id))[0];
}

/** Ids in their numeric order. */
export const byId = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
