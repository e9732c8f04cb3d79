import { setImmediate } from "node:timers/promises";
import type { RuleContext } from "#backend/engine/documents";
import { type ParamKey, param, today } from "#backend/platform/values";
import { type Asking, arrivalsOf, type Movable, type Reach, reachOf, type Supply, supplyOf } from "./network";
import { type Outlook, type OutlookRow, outlooks } from "./outlook";
import {
  type Arrival,
  missingUntil,
  type Reckoned,
  type ReckonWanted,
  reckon,
  soldAhead,
  type Weights,
} from "./reckon";
import { comings, type Listed, listed, type Only, places, type Standing, stocks } from "./sources";

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

/** Weights of what was sold of late. */
export async function weightsOf({ sql, tenantId }: ParamsWhere): Promise<Weights> {
  const number = async (key: ParamKey) => Number(await param(sql, tenantId, key));
  return [await number("replenish_weight_7"), await number("replenish_weight_30"), await number("replenish_weight_90")];
}

async function settingsOf({ sql, tenantId }: ParamsWhere): Promise<Settings> {
  const number = async (key: ParamKey) => Number(await param(sql, tenantId, key));
  return {
    weights: await weightsOf({ sql, tenantId }),
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
const key = (...parts: (string | null | undefined)[]) => parts.join(":");

/** A row before it is reckoned. */
interface WorkOutBegun extends Asking {
  listed: Listed;
  standing: Standing | undefined;
  outlook: Outlook;
  purchaseDays: number;
  transportMode: string | null;
  transportDays: number;
  safetyDays: number;
}

type WorkOutLevel = "late" | "due" | "gap" | "enough" | "idle" | "unknown";

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
  /** What is sold until what is ordered is to last; of that, before the goods come and in the safety days after it. */
  ahead: { days: number; qty: number; before: number; safety: number };
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

interface PlacedRow extends OutlookRow {
  reach: Reach;
}

/** What stores sell, each with where it can be sold out of; what nothing can serve has no row. */
async function placed(c: ParamsWhere, only: Only, before: readonly Standing[]): Promise<PlacedRow[]> {
  const all = await places(c);
  const platform = new Set(all.filter(({ kind }) => kind === "fba").map(({ id }) => id));
  const known = new Map<string, Standing>();
  for (const s of before) {
    const own = key(s.skuId, s.storeId);
    if (!known.has(own)) known.set(own, s);
  }
  const reaches = new Map<string, Reach | null>();
  return (await listed(c, only)).flatMap((one) => {
    const own = key(one.storeId, String(one.fba));
    const reach = reaches.get(own) ?? reachOf(all, one);
    reaches.set(own, reach);
    if (!reach) return [];
    const fba = reach.here.some((id) => platform.has(id));
    return [{ listed: one, standing: known.get(key(one.skuId, one.storeId)), reach, here: reach.here, fba }];
  });
}

/** Rows whose sales are forecast: all of a tenant. */
export const outlookRows = (c: ParamsWhere): Promise<OutlookRow[]> => placed(c, null, []);

/** What can serve each SKU of a store, and what will be sold of it. */
async function begin(c: ParamsWhere, only: Only, settings: Settings, before: readonly Standing[]) {
  const daysOf = await modeDays(c);
  const rows = await placed(c, only, before);
  const ahead = await outlooks(c, rows, { today: today(), weights: settings.weights, only });
  const begun = await inTurns(rows, ({ listed: one, standing, reach }): WorkOutBegun[] => {
    const outlook = ahead.get(key(one.skuId, one.storeId));
    if (!outlook) return [];
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
        outlook,
        base: outlook.base ?? 0,
        purchaseDays: one.leadDays ?? settings.leadDays,
        transportMode,
        transportDays,
        safetyDays: standing?.ownSafety ?? settings.safetyDays,
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
function levelOf({ base, extra }: Outlook, { qty, late }: Reckoned, first: WorkOutMoved): WorkOutLevel {
  if (base === null) return "unknown";
  if (!base && !extra.length) return "idle";
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
  const { base, outlook, safetyDays, purchaseDays, transportDays } = row;
  const { season, extra } = outlook;
  const [moq, pack] = [row.listed.moq ?? 1, row.listed.pack ?? 1];
  const wanted = { today: today(), base, season, extra, available, safetyDays, coverDays, reviewDays };
  const leadDays = purchaseDays + transportDays;
  const alone = reckon({ ...wanted, arrivals, leadDays, moq, pack });
  const first = moved({ ...wanted, arrivals, pack }, movable);
  const order = movable.length
    ? reckon({ ...wanted, arrivals: first.arrivals, mendedFrom: first.mendedFrom, leadDays, moq, pack })
    : alone;
  const comes = order.until - safetyDays - Math.max(1, coverDays);
  return {
    ...row,
    ...order,
    runOut: alone.runOut,
    available,
    arrivals,
    movable,
    transfers: first.transfers,
    transferIn: first.transferIn,
    level: levelOf(outlook, order, first),
    ahead: {
      days: order.until,
      qty: soldAhead(wanted, 0, order.until),
      before: soldAhead(wanted, 0, comes),
      safety: soldAhead(wanted, comes, comes + safetyDays),
    },
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
        const { base, outlook, purchaseDays, transportDays, safetyDays } = row;
        const { season, extra } = outlook;
        const until = purchaseDays + transportDays + safetyDays + Math.max(1, settings.coverDays);
        const given = { today: day, base, season, extra, available: have };
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
