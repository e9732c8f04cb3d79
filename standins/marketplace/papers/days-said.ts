import { z } from "zod";
import type { DaySaid } from "../../world/marketplace";
import type { World } from "../../world/world";

/** What a report is asked for: of whom, of which marketplaces, and from when until when. */
export interface FbaAsked {
  account: string;
  marketplaceIds: readonly string[];
  from: number;
  till: number;
}

const many = z.int().min(0).max(1e9);
const goods = { sku: z.string().min(1).max(60), asin: z.string().max(20) };

/** What a day was at a marketplace: what a control says of it. */
export const daySaid: z.ZodType<DaySaid> = z.object({
  account: z.string().min(1).max(100),
  marketplaceId: z.string().min(1).max(100),
  day: z.iso.date(),
  traffic: z
    .array(
      z.object({
        ...goods,
        sessions: many,
        pages: many,
        units: many,
        sales: z.string().regex(/^\d{1,12}(\.\d{1,2})?$/),
        buyBox: z.number().min(0).max(100),
      }),
    )
    .max(2000),
  stock: z.array(z.object({ ...goods, fulfillable: many, reserved: many, unsellable: many, shipped: many })).max(2000),
});

const keyOf = ({ account, marketplaceId, day }: DaySaid) => `${account} ${marketplaceId} ${day}`;

/** Days of which something is known: a quarter of a year of ten shops. */
const MOST = 1000;

/** What is said of a day takes the place of what was said of it before; the oldest go. */
export function tellDays(world: World, days: readonly DaySaid[]): void {
  const anew = new Set(days.map(keyOf));
  world.daysSaid = [...world.daysSaid.filter((one) => !anew.has(keyOf(one))), ...days].slice(-MOST);
}

/** What was said of the days that a report is asked for. */
export function saidOf(world: World, { account, marketplaceIds, from, till }: FbaAsked): DaySaid[] {
  const within = ({ day }: DaySaid) => Date.parse(day) >= from && Date.parse(day) <= till;
  return world.daysSaid.filter(
    (one) => one.account === account && marketplaceIds.includes(one.marketplaceId) && within(one),
  );
}
