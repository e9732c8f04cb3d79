import type { RuleContext } from "../../documents/rules";
import { today } from "../../values/calendar";
import { modeDays, settingsOf } from "./params";
import { type Arrival, baseOf, type Reckoned, reckon, type Season, type Weights } from "./reckon";
import { shared } from "./share";
import {
  type Coming,
  comings,
  type Listed,
  listed,
  type Only,
  places,
  type Standing,
  sales,
  seasons,
  stocks,
} from "./sources";
import { inTurns } from "./turns";

type Where = Pick<RuleContext, "sql" | "tenantId">;

const AVERAGE: Season = Array<number>(12).fill(1);
const key = (...parts: (string | null | undefined)[]) => parts.join(":");

/** A row before it is reckoned. */
interface Begun {
  listed: Listed;
  standing: Standing | undefined;
  warehouseId: string;
  /** Goods come from home to it. */
  abroad: boolean;
  sales: [number, number, number];
  season: Season;
  daily: number[];
  base: number;
}

type Level = "late" | "due" | "gap" | "enough" | "idle";

/** How soon it must be ordered; `gap`: what is ordered already is enough, but comes too late. */
function levelOf(base: number, { qty, late }: Reckoned): Level {
  if (!base) return "idle";
  if (qty) return late ? "late" : "due";
  return late ? "gap" : "enough";
}

/** A reckoned row, as it is kept. */
export interface Worked extends Begun, Reckoned {
  available: number;
  arrivals: (Arrival & { moving: boolean })[];
  purchaseDays: number;
  transportMode: string | null;
  transportDays: number;
  safetyDays: number;
  coverDays: number;
  moq: number;
  pack: number;
  level: Level;
}

function group<T>(rows: readonly T[], by: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const known = groups.get(by(row));
    if (known) known.push(row);
    else groups.set(by(row), [row]);
  }
  return groups;
}

/** Where each SKU of a store lies, what is sold of it and how its season goes. */
async function begin(c: Where, only: Only, weights: Weights, before: readonly Standing[]) {
  const at = new Map((await places(c)).map((p) => [p.storeId, p]));
  const sold = new Map((await sales(c, only)).map((s) => [key(s.skuId, s.storeId), s]));
  const known = new Map<string, Standing>();
  for (const s of before) {
    const own = key(s.skuId, s.storeId);
    if (!known.has(own)) known.set(own, s);
  }
  const strong = new Map<string, Season>();
  for (const s of await seasons(c))
    strong.set(s.skuId ? `sku:${s.skuId}` : `cat:${s.categoryId}`, s.months.map(Number));
  const day = today();
  const begun = await inTurns(await listed(c, only), (one): Begun[] => {
    const place = at.get(one.storeId);
    const warehouseId = (one.fba && place?.fba) || place?.own;
    if (!place || !warehouseId) return [];
    const s = sold.get(key(one.skuId, one.storeId));
    const counts: [number, number, number] = [s?.d7 ?? 0, s?.d30 ?? 0, s?.d90 ?? 0];
    const season = strong.get(`sku:${one.skuId}`) ?? strong.get(`cat:${one.categoryId}`) ?? AVERAGE;
    return [
      {
        ...{ listed: one, standing: known.get(key(one.skuId, one.storeId)), warehouseId, season },
        ...{ abroad: warehouseId === place.fba || place.ownAbroad, sales: counts },
        ...baseOf(day, counts, weights, season),
      },
    ];
  });
  return begun.flat();
}

/** What lies in a warehouse for several stores is shared by what they sell. */
async function shares(c: Where, only: Only, rows: readonly Begun[]): Promise<Map<Begun, number>> {
  const stock = new Map((await stocks(c, only)).map((s) => [key(s.skuId, s.warehouseId), s.qty]));
  const found = new Map<Begun, number>();
  for (const [pool, own] of group(rows, (r) => key(r.listed.skuId, r.warehouseId))) {
    const parts = shared(
      Math.max(0, stock.get(pool) ?? 0),
      own.map((r) => ({ weight: r.base })),
    );
    for (const [i, row] of own.entries()) found.set(row, parts[i] ?? 0);
  }
  return found;
}

/** What is to come for a row: into its warehouse, or asked for by its store. */
function comingOf(row: Begun, all: ReadonlyMap<string, Coming[]>, transport: number) {
  return (all.get(row.listed.skuId) ?? []).flatMap((one) => {
    const own = one.storeId
      ? one.storeId === row.listed.storeId
      : one.warehouseId === row.warehouseId;
    if (!own) return [];
    // What is asked for comes home first, and goes on from there.
    const on = one.warehouseId === row.warehouseId ? 0 : transport;
    return [{ day: Math.max(0, (one.day ?? transport) + on), qty: one.qty, moving: one.moving }];
  });
}

/** Works out rows: all of a tenant, or those of some SKUs. `before`: as they are kept. */
export async function workOut(
  c: Where,
  only: Only,
  before: readonly Standing[],
): Promise<Worked[]> {
  const settings = await settingsOf(c);
  const daysOf = await modeDays(c);
  const rows = await begin(c, only, settings.weights, before);
  const parts = await shares(c, only, rows);
  const coming = group(await comings(c, only), (one) => one.skuId);
  const day = today();
  return inTurns(rows, (row): Worked => {
    const transportMode = row.abroad ? (row.standing?.ownMode ?? settings.mode) : null;
    const transportDays = transportMode ? daysOf(transportMode) : 0;
    const purchaseDays = row.listed.leadDays ?? settings.leadDays;
    const safetyDays = row.standing?.ownSafety ?? settings.safetyDays;
    const { coverDays, reviewDays } = settings;
    const [moq, pack] = [row.listed.moq ?? 1, row.listed.pack ?? 1];
    const available = parts.get(row) ?? 0;
    const arrivals = comingOf(row, coming, transportDays);
    const said = reckon({
      ...{ today: day, base: row.base, season: row.season, available, arrivals },
      ...{ leadDays: purchaseDays + transportDays, safetyDays, coverDays, reviewDays, moq, pack },
    });
    return {
      ...{ ...row, ...said, available, arrivals, level: levelOf(row.base, said), moq, pack },
      ...{ purchaseDays, transportMode, transportDays, safetyDays, coverDays },
    };
  });
}
