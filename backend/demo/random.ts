import { createHash } from "node:crypto";
import type { Sql } from "#backend/platform/db";

/** The i-th of a list that starts over at its end. */
export function turn<T>(list: readonly T[], i: number): T {
  const [found] = list.slice(i % list.length, (i % list.length) + 1);
  if (found === undefined) throw new Error("nothing to choose from");
  return found;
}

/**
 * The one source of chance of the demo data (market.md §13): the first 8 hex digits of
 * md5(`seed:key`) as a fraction in [0, 1). The same in SQL as `pg_temp.u(key)`.
 */
export class Chance {
  constructor(readonly seed: string) {}

  u(key: string): number {
    const hex = createHash("md5").update(`${this.seed}:${key}`).digest("hex").slice(0, 8);
    return Number.parseInt(hex, 16) / 2 ** 32;
  }

  /** A whole number from 0 to `n` − 1. */
  below(n: number, key: string): number {
    return Math.floor(this.u(key) * n);
  }

  pick<T>(list: readonly T[], key: string): T {
    return turn(list, this.below(list.length, key));
  }

  /** Makes `pg_temp.u(key)` for the rest of the session that `sql` runs in. */
  async install(sql: Sql) {
    const literal = `'${this.seed.replaceAll("'", "''")}:'`;
    await sql.query(
      `create or replace function pg_temp.u(key text) returns float8 language sql immutable as
       $u$ select ('x' || substr(md5(${literal} || key), 1, 8))::bit(32)::bigint / 4294967296.0 $u$`,
    );
  }
}
