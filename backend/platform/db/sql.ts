import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { clientOf, watchPulse } from "./client";
import { collided, errorText } from "./errors";
import type { Held } from "./lock-order";

/** Most statements that a connection keeps the plan of, at some 50 KB each. */
let mostKept = 128;
/** Most texts that are counted for one of them. */
const COUNTED = 4;
/** A text that ran so often is worth its plan. */
const OFTEN = 3;

/** Names of what is kept, and how often other texts ran. */
interface Plans {
  kept: Map<string, string>;
  counted: Map<string, number>;
}

let byConnection = new WeakMap<object, Plans>();
/** How often the tables have changed under plans that were kept. */
let generation = 0;

/**
 * Name of a prepared statement for a text that a connection ran often; undefined for others. What is made
 * up for one question alone never comes so far. The name follows the text: where connections are handed
 * on, one name never stands for two statements.
 */
function preparedName(connection: object, text: string): string | undefined {
  const plans = byConnection.get(connection) ?? { kept: new Map(), counted: new Map() };
  byConnection.set(connection, plans);
  const { kept, counted } = plans;
  const name = kept.get(text);
  if (name || kept.size >= mostKept) return name;
  const times = (counted.get(text) ?? 0) + 1;
  if (times < OFTEN) {
    if (counted.size >= COUNTED * mostKept) counted.clear();
    counted.set(text, times);
    return undefined;
  }
  counted.delete(text);
  kept.set(text, `erp_${generation}_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`);
  return kept.get(text);
}

/** From now on a connection keeps so many plans. @returns how many it kept before */
export function keepPlans(most: number): number {
  const before = mostKept;
  mostKept = most;
  return before;
}

/** A migration of another replica changed what a kept plan answers: all are made anew, under other names. */
function outgrown(error: unknown): boolean {
  if (errorText(error, "code") !== "0A000" || !errorText(error, "message").startsWith("cached plan")) return false;
  generation += 1;
  byConnection = new WeakMap();
  return true;
}

// int8 and numeric stay strings by default (ids travel as strings, money is exact). Dates and times
// become wire text: sessions run in Asia/Shanghai, so PostgreSQL already writes the business time.
pg.types.setTypeParser(pg.types.builtins.DATE, (v) => v);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (v) => v.slice(0, 19));

/** What a statement may be run on: the pool, or one transaction. */
export interface Sql {
  /** Runs one statement and answers its rows. `$1…` placeholders only. */
  query<T = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>;
  /** Like query, but the first row or undefined. */
  one<T = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T | undefined>;
  /** Of a transaction: what it has locked, see locks.ts. */
  readonly held?: Held;
}

export interface Database extends Sql {
  /**
   * Runs `work` in one transaction: commit on return, rollback on throw. Work that collided with another
   * transaction, or found a month missing, is taken back and run again.
   * @param options `again: false` for work that cannot be run twice, such as a file that is being sent; `long` for a
   *   job's work that may take minutes
   */
  tx<R>(work: (sql: Sql) => Promise<R>, options?: { again?: boolean; long?: boolean }): Promise<R>;
  /** Lets statements under way end for a moment, then drops their connections. */
  close(): Promise<void>;
  readonly pool: pg.Pool;
  /** Where a connection of one's own may be opened. */
  readonly direct: string;
}

/**
 * Thrown inside a transaction that needs something which is only made outside of any: `tx` takes the work
 * back, has it made, and runs the work again.
 */
export class BeginAnew extends Error {
  constructor(
    message: string,
    readonly make: (db: Database) => Promise<void>,
  ) {
    super(message);
  }
}

let heard: ((ms: number) => void) | undefined;

/** From now on hears of each statement, how long it took in ms, in the course of the work that waits for it. */
export function hearStatements(listener: (ms: number) => void): void {
  heard = listener;
}

/** Statements on one connection: those that it runs again and again are planned once, where it `keeps` plans. */
export const wrap = (c: pg.ClientBase, keeps = true): Sql => {
  const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> => {
    const name = keeps && values.length ? preparedName(c, text) : undefined;
    const began = heard && performance.now();
    try {
      return (await c.query({ text, values, ...(name && { name }) })).rows;
    } finally {
      if (began !== undefined) heard?.(performance.now() - began);
    }
  };
  return { query, one: async <T>(text: string, values?: unknown[]) => (await query<T>(text, values))[0] };
};

/** It was the primary when it was connected to, and is none any more. */
const READ_ONLY = "25006";

/** One statement on any connection of a pool, which gives up one that broke. */
async function queryAny<T>(pool: pg.Pool, text: string, values?: unknown[]): Promise<T[]> {
  const client = await pool.connect();
  try {
    const rows = await wrap(client).query<T>(text, values);
    client.release();
    return rows;
  } catch (error) {
    client.release(errorText(error, "severity") !== "ERROR" || errorText(error, "code") === READ_ONLY);
    throw error;
  }
}

const CLOSE_MS = 2_000;
/** How often work is run that collides, and after how long it is not begun once more. */
const MOST_RUNS = 6;
const PATIENCE_MS = 15_000;

/** How often one piece of work may find something missing: months of orders, of the facts of their days … */
const MOST_MADE = 8;

/** Between two runs: longer each time, and not the same for two that stood in each other's way. */
const pauseMs = (run: number) => 20 * 2 ** run * (0.5 + Math.random());

/** Runs work again that collided, or whose plans were outgrown. */
async function untilThrough<R>(work: () => Promise<R>): Promise<R> {
  const began = Date.now();
  for (let run = 1; ; run++)
    try {
      return await work();
    } catch (error) {
      const over = run >= MOST_RUNS || Date.now() - began > PATIENCE_MS;
      if (over || !(outgrown(error) || collided(error))) throw error;
      await sleep(pauseMs(run));
    }
}

/** How long what may take, in seconds; 0: as long as it likes. */
export interface Limits {
  connect: number;
  statement: number;
  lock: number;
  idle: number;
}

export const NO_LIMITS: Limits = { connect: 0, statement: 0, lock: 0, idle: 0 };

/** Said by statements: what a connection begins with, a pooler keeps to itself. */
const settingsOf = ({ statement, lock, idle }: Limits, set: "set" | "set local"): string =>
  Object.entries({
    timezone: "Asia/Shanghai",
    statement_timeout: `${statement}s`,
    lock_timeout: `${lock}s`,
    idle_in_transaction_session_timeout: `${idle}s`,
  })
    .map(([name, value]) => `${set} ${name} = '${value}'`)
    .join("; ");

/** What sends or takes in a file takes longer, and may wait for who receives it. */
const LONG = "set local statement_timeout = '10min'; set local idle_in_transaction_session_timeout = '10min'";

/**
 * Connections that stay open while nobody asks. A new one learns the tables anew, which is a tenth of a second
 * and more for the first page after a pause: at a terminal most pages come after one.
 */
const STAY_OPEN = 4;

/** What worked so long (ms) has learned so much that its server keeps up to 100 MB for it. */
const LEARNED_MS = 1000;

/**
 * Opens a pool on a PostgreSQL connection string. Sessions run in business time (supply.md 0.8).
 * @param direct where the string leads to a pooler that hands out connections by transaction: past it
 */
export function openDatabase(connectionString: string, max = 12, limits = NO_LIMITS, direct?: string): Database {
  // Before anybody has it: one that does not hear it would tell other times, and is given up.
  const told = { onConnect: (client: pg.PoolClient) => client.query(settingsOf(limits, "set")) };
  const pool = new pg.Pool({
    ...(!direct && told),
    ...clientOf(connectionString),
    max,
    min: STAY_OPEN,
    keepAlive: true,
    connectionTimeoutMillis: limits.connect * 1000,
  });
  watchPulse(pool, connectionString);
  pool.on("error", () => {}); // an idle connection lost its server: the next query reports it
  // One that is checked out would take the whole process down with it; its query reports it as well.
  pool.on("connect", (client) => client.on("error", () => {}));
  const beginning = direct ? `begin; ${settingsOf(limits, "set local")}` : "begin";
  const taken = new Set<pg.PoolClient>();
  pool.on("acquire", (client) => taken.add(client));
  pool.on("release", (_error, client) => taken.delete(client));
  async function runOnce<R>(work: (sql: Sql) => Promise<R>, begin = beginning): Promise<R> {
    const client = await pool.connect();
    const began = performance.now();
    try {
      await client.query(begin);
      const result = await work({ ...wrap(client, !direct), held: new Set() });
      await client.query("commit");
      // Under load a new one would cost what it is short of.
      client.release(performance.now() - began > LEARNED_MS && taken.size <= STAY_OPEN);
      return result;
    } catch (error) {
      await client.query("rollback").then(
        () => client.release(errorText(error, "code") === READ_ONLY),
        (broken) => client.release(broken),
      );
      throw error;
    }
  }
  const query = <T>(text: string, values?: unknown[]) =>
    untilThrough(() => (direct ? runOnce((sql) => sql.query<T>(text, values)) : queryAny<T>(pool, text, values)));
  const database: Database = {
    query,
    one: async <T>(text: string, values?: unknown[]) => (await query<T>(text, values))[0],
    pool,
    direct: direct ?? connectionString,
    async close() {
      const late = setTimeout(() => {
        for (const client of taken) if (client instanceof pg.Client) void client.end();
      }, CLOSE_MS);
      await pool.end().finally(() => clearTimeout(late));
    },
    async tx(work, { again = true, long = !again } = {}) {
      const begin = long ? `${beginning}; ${LONG}` : beginning;
      if (!again) return runOnce(work, begin);
      for (let made = 0; ; made++)
        try {
          return await untilThrough(() => runOnce(work, begin));
        } catch (error) {
          if (!(error instanceof BeginAnew) || made >= MOST_MADE) throw error;
          await error.make(database);
        }
    },
  };
  return database;
}
