import { setImmediate } from "node:timers/promises";
import type { RuleContext } from "#backend/engine/documents";
import { type ParamKey, param, today } from "#backend/platform/values";
import { type Asking, arrivalsOf, type Movable, reachOf, type Supply, supplyOf } from "./network";
import {
  type Arrival,
  baseOf,
  missingUntil,
  type Reckoned,
  type ReckonWanted,
  reckon,
  type Season,
  type Weights,
} from "./reckon";
import { comings, type Listed, listed, type Only, places, type Standing, sales, seasons, stocks } from "./sources";

/** What holds for all rows (系统参数). */
interface Settings {
  weights: Weights;
  leadDays: number;
  safetyDays: number;
  coverDays: number;
  reviewDays: number;
  mode: string;
  /** From a warehouse abroad into the platform's. */
  localDays: number;
}

/** Days from one warehouse to one abroad, by the way of transport. */
const MODE_DAYS: Readonly<Record<string, ParamKey>> = {
  sea: "replenish_days_sea",
  seaExpress: "replenish_days_sea_express",
  air: "replenish_days_air",
  rail: "replenish_days_rail",
  truck: "replenish_days_truck",
  express: "replenish_days_express",
};

type ParamsWhere = Pick<RuleContext, "sql" | "tenantId">;

async function settingsOf({ sql, tenantId }: ParamsWhere): Promise<Settings> {
  const number = async (key: ParamKey) => Number(await param(sql, tenantId, key));
  return {
    weights: [
      await number("replenish_weight_7"),
      await number("replenish_weight_30"),
      await number("replenish_weight_90"),
    ],
    leadDays: await number("replenish_lead_days"),
    safetyDays: await number("replenish_safety_days"),
    coverDays: await number("replenish_cover_days"),
    reviewDays: await number("replenish_review_days"),
    localDays: await number("replenish_days_local"),
    mode: String(await param(sql, tenantId, "replenish_mode")),
  };
}

/** Days of each way of transport; one that nobody set days for takes those by sea. */
async function modeDays({ sql, tenantId }: ParamsWhere): Promise<(mode: string) => number> {
  const found = new Map<string, number>();
  for (const [mode, key] of Object.entries(MODE_DAYS)) found.set(mode, Number(await param(sql, tenantId, key)));
  return (mode) => found.get(mode) ?? found.get("sea") ?? 0;
}

/** Rows of one turn: their work takes a few milliseconds. */
const TURN = 200;

/**
 * What `of` makes of each row; calls of others are answered between the turns.
 * @param turn rows of one turn, where one is more work
 */
async function inTurns<T, R>(rows: readonly T[], of: (row: T) => R, turn = TURN): Promise<R[]> {
  const made: R[] = [];
  for (const [i, row] of rows.entries()) {
    if (i % turn === turn - 1) await setImmediate();
    made.push(of(row));
  }
  return made;
}

/** SKUs of one turn: each is sold by several stores. */
const SKUS_AT_ONCE = 20;
const AVERAGE: Season = Array<number>(12).fill(1);
const key = (...parts: (string | null | undefined)[]) => parts.join(":");

/** A row before it is reckoned. */
interface WorkOutBegun extends Asking {
  listed: Listed;
  standing: Standing | undefined;
  sales: [number, number, number];
  season: Season;
  daily: number[];
  purchaseDays: number;
  transportMode: string | null;
  transportDays: number;
  safetyDays: number;
}

type WorkOutLevel = "late" | "due" | "gap" | "enough" | "idle";

/** A reckoned row, as it is kept. */
export interface WorkOutWorked extends WorkOutBegun, Reckoned {
  available: number;
  arrivals: (Arrival & { moving: boolean })[];
  /** Its part of what lies in other warehouses. */
  movable: Movable[];
  /** What is to be moved now, and until when: days from today. */
  transfers: Movable[];
  transferIn: number | null;
  coverDays: number;
  moq: number;
  pack: number;
  level: WorkOutLevel;
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

/** What can serve each SKU of a store, what is sold of it and how its season goes. */
async function begin(c: ParamsWhere, only: Only, settings: Settings, before: readonly Standing[]) {
  const daysOf = await modeDays(c);
  const all = await places(c);
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
  const reaches = new Map<string, ReturnType<typeof reachOf>>();
  const reachFor = (one: Listed) => {
    const own = key(one.storeId, String(one.fba));
    const reach = reaches.has(own) ? reaches.get(own) : reachOf(all, one);
    reaches.set(own, reach ?? null);
    return reach;
  };
  const begun = await inTurns(await listed(c, only), (one): WorkOutBegun[] => {
    const reach = reachFor(one);
    if (!reach) return [];
    const s = sold.get(key(one.skuId, one.storeId));
    const counts: [number, number, number] = [s?.d7 ?? 0, s?.d30 ?? 0, s?.d90 ?? 0];
    const season = strong.get(`sku:${one.skuId}`) ?? strong.get(`cat:${one.categoryId}`) ?? AVERAGE;
    const standing = known.get(key(one.skuId, one.storeId));
    const transportMode = reach.abroad ? (standing?.ownMode ?? settings.mode) : null;
    const transportDays = transportMode ? daysOf(transportMode) : 0;
    const daysFrom = (warehouseId: string) => {
      if (reach.here.includes(warehouseId)) return 0;
      return reach.near.includes(warehouseId) ? settings.localDays : transportDays;
    };
    return [
      {
        listed: one,
        storeId: one.storeId,
        standing,
        reach,
        daysFrom,
        sales: counts,
        season,
        purchaseDays: one.leadDays ?? settings.leadDays,
        transportMode,
        transportDays,
        safetyDays: standing?.ownSafety ?? settings.safetyDays,
        ...baseOf(day, counts, settings.weights, season),
      },
    ];
  });
  return begun.flat();
}

type WorkOutMoved = Pick<WorkOutWorked, "transfers" | "transferIn"> & {
  late: boolean;
  /** What an order reckons with: everything that can be moved, as if it were on its way. */
  arrivals: Arrival[];
  mendedFrom: number;
};

/**
 * What is moved now out of each warehouse: what is missing although the nearer ones give all that they
 * have, as far as it goes.
 */
function moved(wanted: Omit<ReckonWanted, "leadDays" | "moq">, movable: readonly Movable[]): WorkOutMoved {
  const made: WorkOutMoved = {
    transfers: [],
    transferIn: null,
    late: false,
    mendedFrom: 0,
    arrivals: [...wanted.arrivals],
  };
  for (const part of movable) {
    const { arrivals, mendedFrom } = made;
    const said = reckon({ ...wanted, arrivals, mendedFrom, leadDays: part.days, moq: 1 });
    const qty = Math.min(said.qty, part.qty);
    if (qty && said.orderIn !== null) {
      made.transfers.push({ ...part, qty });
      made.transferIn = Math.min(said.orderIn, made.transferIn ?? said.orderIn);
      made.late ||= said.late;
    }
    made.arrivals = [...arrivals, { day: part.days, qty: part.qty }];
    made.mendedFrom = Math.max(mendedFrom, part.days);
  }
  return made;
}

/** How soon something is to be done; `gap`: what comes already is enough, but comes too late. */
function levelOf(base: number, { qty, late }: Reckoned, first: WorkOutMoved): WorkOutLevel {
  if (!base) return "idle";
  if (qty || first.transfers.length) return (qty && late) || first.late ? "late" : "due";
  return late ? "gap" : "enough";
}

/** One row: what is moved first, and what must be ordered although it is. */
function workRow(
  row: WorkOutBegun,
  { available, movable }: Supply,
  arrivals: WorkOutWorked["arrivals"],
  { coverDays, reviewDays }: Settings,
): WorkOutWorked {
  const { base, season, safetyDays, purchaseDays, transportDays } = row;
  const [moq, pack] = [row.listed.moq ?? 1, row.listed.pack ?? 1];
  const wanted = { today: today(), base, season, available, safetyDays, coverDays, reviewDays };
  const leadDays = purchaseDays + transportDays;
  const alone = reckon({ ...wanted, arrivals, leadDays, moq, pack });
  const first = moved({ ...wanted, arrivals, pack }, movable);
  const order = movable.length
    ? reckon({ ...wanted, arrivals: first.arrivals, mendedFrom: first.mendedFrom, leadDays, moq, pack })
    : alone;
  return {
    ...row,
    ...order,
    runOut: alone.runOut,
    available,
    arrivals,
    movable,
    transfers: first.transfers,
    transferIn: first.transferIn,
    level: levelOf(base, order, first),
    coverDays,
    moq,
    pack,
  };
}

/** Works out rows: all of a tenant, or those of some SKUs. `before`: as they are kept. */
export async function workOut(c: ParamsWhere, only: Only, before: readonly Standing[]): Promise<WorkOutWorked[]> {
  const settings = await settingsOf(c);
  const rows = await begin(c, only, settings, before);
  const bySku = group(await comings(c, only), (one) => one.skuId);
  const stock = group(await stocks(c, only), (one) => one.skuId);
  const day = today();
  const worked = await inTurns(
    [...group(rows, (row) => row.listed.skuId)],
    ([skuId, own]): WorkOutWorked[] => {
      const arrivals = arrivalsOf(own, bySku.get(skuId) ?? []);
      const lies = new Map((stock.get(skuId) ?? []).map((s) => [s.warehouseId, s.qty]));
      const supply = supplyOf(own, lies, (row, have, from) => {
        const { base, season, purchaseDays, transportDays, safetyDays } = row;
        const until = purchaseDays + transportDays + safetyDays + Math.max(1, settings.coverDays);
        const given = { today: day, base, season, available: have };
        return missingUntil({ ...given, arrivals: arrivals.get(row) ?? [] }, from, until);
      });
      return own.map((row) =>
        workRow(row, supply.get(row) ?? { available: 0, movable: [] }, arrivals.get(row) ?? [], settings),
      );
    },
    SKUS_AT_ONCE,
  );
  return worked.flat();
}
