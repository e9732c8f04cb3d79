import { setTimeout as sleep } from "node:timers/promises";
import { errorText } from "./errors";
import type { Database, Sql } from "./sql";

/** A place in the primary's log, as PostgreSQL writes it: 0/16B3748. */
export const POSITION = /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/;

const numberOf = (position: string): bigint => {
  const [high = "0", low = "0"] = position.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

// One that was promoted, or came back from a crash, still names what it replayed last, and goes on from there.
const HERE = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
  >= $1::pg_lsn as there`;
const NOW = "select pg_current_wal_lsn()::text as position";

/** How often is asked where the primary stands, and how long a reader waits for what he has written. */
const SAMPLE_MS = 1_000;
const WAIT_MS = 1_000;
const LOOK_MS = 20;
/** For so long a standby that failed, or lies too far behind, is not asked again. */
const REST_MS = 5_000;

/** The standby has not reached what must be seen. */
class Behind extends Error {}

/** Statements on one connection, one after the other, however many are asked for at once. */
function inTurn(sql: Sql): Sql {
  let last: Promise<unknown> = Promise.resolve();
  const query = <T>(text: string, values?: unknown[]): Promise<T[]> => {
    const rows = last.then(() => sql.query<T>(text, values));
    last = rows.catch(() => {});
    return rows;
  };
  return { ...sql, query, one: async <T>(text: string, values?: unknown[]) => (await query<T>(text, values))[0] };
}

/** What reads may come from beside the primary. */
export interface Standby {
  /** Where the primary stands: who brings it along with a read sees nothing older. */
  position(): Promise<string>;
  /**
   * Reads from the standby; from the primary where that fails, is too far behind, or would write.
   * @param since what its reader has written last
   * @param long as long as a file takes
   */
  read<T>(work: (db: Database) => Promise<T>, since?: string, long?: boolean): Promise<T>;
  close(): Promise<void>;
}

/**
 * A standby that is read from while it is less than so many seconds behind.
 * @param told hears why the primary answered instead
 */
export function openStandby(
  standby: Database,
  primary: Database,
  lagSeconds: number,
  told: (why: string) => void,
): Standby {
  /** Where the primary stood, the newest last. */
  let stood: { at: number; position: string }[] = [];
  const position = async () => (await primary.one<{ position: string }>(NOW))?.position ?? "0/0";
  const sample = async () => {
    const found = await position().catch(() => undefined);
    if (found) stood.push({ at: Date.now(), position: found });
    // The newest of those that are old enough is what a standby must have reached.
    const old = stood.filter(({ at }) => at <= Date.now() - lagSeconds * 1000).length;
    stood = stood.slice(Math.max(old - 1, 0));
  };
  let first: Promise<void> | undefined;
  const timer = setInterval(sample, SAMPLE_MS).unref();
  let again = 0;

  async function there(sql: Sql, wanted: string) {
    for (const end = Date.now() + WAIT_MS; ; await sleep(LOOK_MS)) {
      if ((await sql.one<{ there: boolean }>(HERE, [wanted]))?.there) return;
      if (Date.now() > end) throw new Behind("备库落后，改由主库读取");
    }
  }

  async function read<T>(work: (db: Database) => Promise<T>, since = "0/0", long = false): Promise<T> {
    if (Date.now() < again) return work(primary);
    first ??= sample();
    await first;
    const lag = stood[0]?.position ?? "0/0";
    const wanted = numberOf(since) > numberOf(lag) ? since : lag;
    // Nobody has written where the primary itself has not come to: said by who made it up, or before a failover.
    if (numberOf(wanted) > numberOf(stood.at(-1)?.position ?? lag) && numberOf(wanted) > numberOf(await position()))
      return work(primary);
    let done: { result: T } | { refused: unknown } | undefined;
    try {
      // One connection for all of it: another might be that of a standby that is farther behind.
      const reading = async (sql: Sql) => {
        await there(sql, wanted);
        const turn = inTurn(sql);
        const own: Database = { ...standby, query: turn.query, one: turn.one, tx: (inner) => inner(turn) };
        done = await work(own).then(
          (result) => ({ result }),
          // What the work itself refuses is no fault of the standby.
          (refused) => {
            if (errorText(refused, "code") || errorText(refused, "severity")) throw refused;
            return { refused };
          },
        );
      };
      await standby.tx(reading, { again: !long });
    } catch (error) {
      // One statement that met a conflict or would write says nothing of the next.
      if (errorText(error, "severity") !== "ERROR") again = Date.now() + REST_MS;
      told(errorText(error, "message"));
      return work(primary);
    }
    if (done && "result" in done) return done.result;
    throw done?.refused;
  }

  return {
    position,
    read,
    async close() {
      clearInterval(timer);
      await standby.close();
    },
  };
}
