import pg from "pg";
import type { Held } from "./lock-order";
import { preparedName } from "./prepared";

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
  /** Runs `work` in one transaction: commit on return, rollback on throw. */
  tx<R>(work: (sql: Sql) => Promise<R>): Promise<R>;
  /** Lets statements under way end for a moment, then drops their connections. */
  close(): Promise<void>;
  readonly pool: pg.Pool;
}

/** Statements on one connection, or on any of a pool. */
export const wrap = (c: pg.Pool | pg.ClientBase): Sql => {
  const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await c.query(text, values)).rows;
  return {
    query,
    one: async <T>(text: string, values?: unknown[]) => (await query<T>(text, values))[0],
  };
};

/** Statements of a transaction: those that its connection runs again and again are planned once. */
const wrapPlanned = (c: pg.ClientBase): Sql => {
  const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> => {
    const name = values.length ? preparedName(c, text) : undefined;
    return (await c.query({ text, values, ...(name && { name }) })).rows;
  };
  return {
    query,
    one: async <T>(text: string, values?: unknown[]) => (await query<T>(text, values))[0],
  };
};

const CLOSE_MS = 2_000;

/** Opens a pool on a PostgreSQL connection string. Sessions run in business time (supply.md 0.8). */
export function openDatabase(connectionString: string, max = 12): Database {
  const pool = new pg.Pool({ connectionString, max, options: "-c timezone=Asia/Shanghai" });
  pool.on("error", () => {}); // an idle connection lost its server: the next query reports it
  // One that is checked out would take the whole process down with it; its query reports it as well.
  pool.on("connect", (client) => client.on("error", () => {}));
  const taken = new Set<pg.PoolClient>();
  pool.on("acquire", (client) => taken.add(client));
  pool.on("release", (_error, client) => taken.delete(client));
  return {
    ...wrap(pool),
    pool,
    async close() {
      const late = setTimeout(() => {
        for (const client of taken) if (client instanceof pg.Client) void client.end();
      }, CLOSE_MS);
      await pool.end().finally(() => clearTimeout(late));
    },
    async tx(work) {
      const client = await pool.connect();
      try {
        await client.query("begin");
        const result = await work({ ...wrapPlanned(client), held: new Set() });
        await client.query("commit");
        client.release();
        return result;
      } catch (error) {
        await client.query("rollback").then(
          () => client.release(),
          (broken) => client.release(broken),
        );
        throw error;
      }
    },
  };
}
