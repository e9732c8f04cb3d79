import type { AdWorld } from "./ads";
import type { Shipment } from "./carrier";
import type { InboundWorld } from "./inbound";
import type { Confirmed, DaySaid, Letter, MarketOrder, MarketRefund } from "./marketplace";
import type { OaTask } from "./oa";
import { type RateSource, wellRates } from "./rates";
import type {
  AgedSaid,
  ListingSaid,
  MovementSaid,
  OddFee,
  PaperMood,
  Settlement,
  SettlementReport,
  StorageSaid,
} from "./settlement";
import type { Product, WarehouseOrder } from "./warehouse";

/** A shop of the marketplace: the account that its orders are asked for with. */
export interface Seller {
  account: string;
  name: string;
  marketplaceId: string;
  country: string;
  currency: string;
  /** What it sells, to be chosen from. */
  skus?: readonly string[];
}

/** A report that a seller asked for. */
interface AskedReport {
  type: string;
  text: string;
  /** How often it was looked at. */
  asked: number;
  created?: string;
  charset?: "utf-8" | "windows-1252" | "shift_jis";
  /** How it ends where it is not made, and whether a document says why. */
  ends?: "FATAL" | "CANCELLED";
  why?: boolean;
}

/** Everything that the stand-ins know; plain values, so that it can be kept in a file. */
export interface World {
  /** Makes numbers of this world its own. */
  seed: string;
  next: number;
  sellers: Seller[];
  orders: Record<string, MarketOrder>;
  confirmed: Confirmed[];
  refunds: MarketRefund[];
  letters: Letter[];
  /** The oldest first, as their reports. */
  settlements: Settlement[];
  settlementReports: SettlementReport[];
  /** Periods of accounts end by themselves; else somebody ends them. */
  settles?: boolean;
  paperMoods: Record<string, PaperMood>;
  /** Accounts whose application may not know of buyers. */
  strangers: string[];
  oddFees: OddFee[];
  storageSaid: StorageSaid[];
  agedSaid: AgedSaid[];
  listingsSaid: ListingSaid[];
  movementsSaid: MovementSaid[];
  daysSaid: DaySaid[];
  reports: Record<string, AskedReport>;
  feeds: Record<string, { type: string; document: string; asked: number }>;
  documents: Record<string, string>;
  products: Record<string, Product>;
  warehouseOrders: Record<string, WarehouseOrder>;
  /** What the next parcel of a channel gets. */
  parcels: Record<string, Parcel[]>;
  shipments: Record<string, Shipment>;
  tasks: OaTask[];
  rates: RateSource;
  inbound: InboundWorld;
  ads: AdWorld;
}

/** What a carrier makes of a parcel. */
export interface Parcel {
  trackingNo: string;
  carrierCode: string;
  weightKg?: number;
  freight: string;
}

/** Names come from outside: `__proto__` and `constructor` are names as any other. */
const byName = <T>(known: Record<string, T> = {}): Record<string, T> => Object.assign(Object.create(null), known);

/** A new world, or what was kept of one. */
export const newWorld = (seed: string, kept: Partial<World> = {}): World => ({
  seed,
  next: 1,
  sellers: [],
  confirmed: [],
  refunds: [],
  letters: [],
  settlements: [],
  settlementReports: [],
  strangers: [],
  oddFees: [],
  storageSaid: [],
  agedSaid: [],
  listingsSaid: [],
  movementsSaid: [],
  daysSaid: [],
  tasks: [],
  rates: wellRates(),
  ...kept,
  orders: byName(kept.orders),
  paperMoods: byName(kept.paperMoods),
  reports: byName(kept.reports),
  feeds: byName(kept.feeds),
  documents: byName(kept.documents),
  products: byName(kept.products),
  warehouseOrders: byName(kept.warehouseOrders),
  parcels: byName(kept.parcels),
  shipments: byName(kept.shipments),
  inbound: {
    looks: 2,
    objections: [],
    lost: [],
    ...kept.inbound,
    plans: byName(kept.inbound?.plans),
    operations: byName(kept.inbound?.operations),
  },
  ads: {
    campaigns: [],
    said: [],
    restated: [],
    ...kept.ads,
    reports: byName(kept.ads?.reports),
    moods: byName(kept.ads?.moods),
  },
});

/** Orders that sellers are told of. */
export const toldOrders = (world: World): MarketOrder[] => Object.values(world.orders).filter((order) => !order.known);

/** A number that this world has not given yet. */
export const nextOf = (world: World): number => world.next++;

/** How many digits of text, always the same for the same text. */
export function digitsOf(text: string, count: number): string {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  return String(hash).padStart(count, "0").slice(-count);
}
