import type { SourceComing, SourcePlace } from "./sources";

interface NetworkPart {
  /** How much of it is asked for. */
  weight: number;
}

/**
 * Splits whole pieces by weight; equal weights where nobody asks. The pieces that do not divide go to the
 * largest remainders, of equal ones to the first.
 */
function shared(total: number, parts: readonly NetworkPart[]): number[] {
  const sum = parts.reduce((n, p) => n + p.weight, 0);
  const exact = parts.map((p) => (total * (sum > 0 ? p.weight : 1)) / (sum > 0 ? sum : parts.length));
  const whole = exact.map(Math.floor);
  let rest = total - whole.reduce((a, b) => a + b, 0);
  const order = exact
    .map((value, i) => ({ i, rest: value - (whole[i] ?? 0) }))
    .sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (const { i } of order) {
    if (rest <= 0) break;
    whole[i] = (whole[i] ?? 0) + 1;
    rest--;
  }
  return whole;
}

/** Where goods for a row can lie: sold out of `here`, or first moved to `warehouseId` from the others. */
export interface Reach {
  /** Where what is ordered goes in the end. */
  warehouseId: string;
  here: readonly string[];
  /** Warehouses abroad for the store's site that do not sell for the row themselves. */
  near: readonly string[];
  /** Warehouses at home, for a row that sells abroad. */
  home: readonly string[];
  abroad: boolean;
}

/**
 * What can serve a SKU of a store: its FBA warehouse, for which those abroad and those at home stand
 * behind; else every warehouse abroad for its site, with those at home behind; else those at home.
 */
export function reachOf(
  places: readonly SourcePlace[],
  { storeId, fba }: { storeId: string; fba: boolean },
): Reach | null {
  const own = places.find((p) => p.kind === "fba" && p.storeId === storeId);
  const idsOf = (some: (p: SourcePlace) => boolean) => places.filter(some).map((p) => p.id);
  const abroad = idsOf((p) => (p.kind === "overseas" || p.kind === "thirdParty") && p.stores.includes(storeId));
  const home = idsOf((p) => p.kind === "domestic");
  if (fba && own) return { warehouseId: own.id, here: [own.id], near: abroad, home, abroad: true };
  const [first = home[0]] = abroad;
  if (!first) return null;
  if (abroad.length) return { warehouseId: first, here: abroad, near: [], home, abroad: true };
  return { warehouseId: first, here: home, near: [], home: [], abroad: false };
}

/** One SKU of one store. */
export interface Asking {
  reach: Reach;
  storeId: string;
  /** Forecast pieces a day: what is nobody's own is shared by it. */
  base: number;
  /** Days from home to where the row sells, and from one warehouse to there. */
  transportDays: number;
  daysFrom(warehouseId: string): number;
}

const weights = (rows: readonly Asking[]) => rows.map((row) => ({ weight: row.base }));
const movable = ({ reach }: Asking, pool: string) => reach.near.includes(pool) || reach.home.includes(pool);

/** Rows that a coming of no store of its own is shared by. */
function sharers<R extends Asking>(rows: readonly R[], pool: string | null): readonly R[] {
  if (!pool) return rows;
  const direct = rows.filter((row) => row.reach.here.includes(pool));
  const behind = rows.filter((row) => movable(row, pool));
  // From home goods go on to where they are sold; abroad they stay with who sells there.
  const atHome = behind.some((row) => row.reach.home.includes(pool));
  return atHome || !direct.length ? [...direct, ...behind] : direct;
}

/** What comes for each row of one SKU, in days until it is where the row sells. */
export function arrivalsOf<R extends Asking>(rows: readonly R[], comings: readonly SourceComing[]) {
  const found = new Map<R, { day: number; qty: number; moving: boolean }[]>();
  for (const { storeId, warehouseId, qty, day, moving } of comings) {
    const own = rows.filter((row) => row.storeId === storeId);
    const some = storeId && own.length ? own : sharers(rows, warehouseId);
    const parts = shared(qty, weights(some));
    for (const [i, row] of some.entries()) {
      const part = parts[i] ?? 0;
      if (!part) continue;
      const on = warehouseId ? row.daysFrom(warehouseId) : 0;
      const known = found.get(row) ?? [];
      // What is overdue comes today, where it comes to.
      known.push({ day: Math.max(0, day ?? row.transportDays) + on, qty: part, moving });
      found.set(row, known);
    }
  }
  return found;
}

/** So many pieces that lie in another warehouse and can be moved. */
export interface Movable {
  warehouseId: string;
  qty: number;
  days: number;
}

export interface Supply {
  available: number;
  movable: Movable[];
}

/**
 * Shares what lies in each warehouse of one SKU among its rows, each piece once: rows that sell there
 * take what they need, then those to which it can be moved by what they miss, the nearest warehouses
 * first; the rest is theirs that sell there, else everybody's, by what they sell.
 * @param missing pieces that a row misses from so many days on, with so much to sell before
 */
export function supplyOf<R extends Asking>(
  rows: readonly R[],
  stock: ReadonlyMap<string, number>,
  missing: (row: R, have: number, from: number) => number,
): Map<R, Supply> {
  const found = new Map<R, Supply>(rows.map((row) => [row, { available: 0, movable: [] }]));
  const supply = (row: R): Supply => found.get(row) ?? { available: 0, movable: [] };
  const left = new Map(stock);
  /** Gives by weight; whoever asks for nothing gets nothing unless nobody asks. */
  const give = (pool: string, most: number, to: readonly R[], weight: (row: R) => number) => {
    const parts = shared(
      most,
      to.map((row) => ({ weight: weight(row) })),
    );
    for (const [i, row] of to.entries()) {
      const qty = parts[i] ?? 0;
      if (!qty) continue;
      const own = supply(row);
      if (row.reach.here.includes(pool)) own.available += qty;
      else {
        const known = own.movable.find((m) => m.warehouseId === pool);
        if (known) known.qty += qty;
        else own.movable.push({ warehouseId: pool, qty, days: row.daysFrom(pool) });
      }
    }
    left.set(pool, (left.get(pool) ?? 0) - most);
  };
  /** Gives what these rows miss, as far as it goes. */
  const fill = (pool: string, to: readonly R[]) => {
    const asked = new Map(
      to.map((row) => {
        const { available, movable } = supply(row);
        const have = available + movable.reduce((n, m) => n + m.qty, 0);
        return [row, missing(row, have, row.daysFrom(pool))];
      }),
    );
    const all = [...asked.values()].reduce((a, b) => a + b, 0);
    const most = Math.min(left.get(pool) ?? 0, all);
    if (most > 0) give(pool, most, to, (row) => asked.get(row) ?? 0);
  };
  const users = [...stock.keys()].map((pool) => ({
    pool,
    direct: rows.filter((row) => row.reach.here.includes(pool)),
    near: rows.filter((row) => row.reach.near.includes(pool)),
    home: rows.filter((row) => row.reach.home.includes(pool)),
  }));
  const rest = ({ pool }: { pool: string }, to: readonly R[]) => {
    const qty = left.get(pool) ?? 0;
    if (qty > 0 && to.length) give(pool, qty, to, (row) => row.base);
  };
  for (const use of users)
    if (use.near.length || use.home.length) fill(use.pool, use.direct);
    else rest(use, use.direct);
  for (const { pool, near } of users) fill(pool, near);
  for (const { pool, home } of users) fill(pool, home);
  for (const use of users) rest(use, use.direct.length ? use.direct : [...use.near, ...use.home]);
  for (const { movable } of found.values()) movable.sort((a, b) => a.days - b.days);
  return found;
}
