import { randomUUID } from "node:crypto";
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Sql } from "../db/sql";

/** How often a copy says that it is there. */
const BEAT_MS = 20_000;
/** What ends waits no longer for a database that does not answer. */
const LAST_MS = 2_000;
/** After so many minutes without a word nobody speaks of it any more. */
const GONE_MINUTES = 15;

/** A copy of the program that serves a database. */
export interface Replica {
  host: string;
  pid: number;
  /** With the commit of a release. */
  version: string;
  /** Seconds since it started, */
  runs: number;
  /** and since it was heard of. */
  silent: number;
}

/** Every copy that was heard of lately, the oldest first. */
export const replicasOf = (sql: Sql): Promise<Replica[]> =>
  sql.query(
    `select host, pid, version, extract(epoch from now() - started_at)::float as runs,
       extract(epoch from now() - seen_at)::float as silent
     from replica where seen_at > now() - make_interval(mins => ${GONE_MINUTES}) order by started_at, id`,
  );

/**
 * Says from now on that this process serves the database, and takes away who has not been heard of for long.
 * A database that does not answer is told by those who need it: the next beat comes.
 * @returns says no more, and that it has gone
 */
export function joinReplicas(db: Database, version: string, everyMs = BEAT_MS): () => Promise<void> {
  const id = randomUUID();
  const beat = async () => {
    await db.query(
      `insert into replica (id, host, pid, version, started_at)
       values ($1, $2, $3, $4, now() - make_interval(secs => $5))
       on conflict (id) do update set seen_at = now()`,
      [id, os.hostname(), process.pid, version, process.uptime()],
    );
    await db.query("delete from replica where seen_at < now() - make_interval(mins => $1)", [GONE_MINUTES]);
  };
  let last: Promise<unknown> | undefined;
  const next = () => {
    last ??= beat()
      .catch(() => {})
      .finally(() => {
        last = undefined;
      });
  };
  next();
  const timer = setInterval(next, everyMs).unref();
  return async () => {
    clearInterval(timer);
    const gone = async () => {
      await last;
      await db.query("delete from replica where id = $1", [id]).catch(() => {});
    };
    await Promise.race([gone(), sleep(LAST_MS, undefined, { ref: false })]);
  };
}
