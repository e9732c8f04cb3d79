import type { Database } from "../db/sql";

/** Work by the clock, as it is declared. */
export interface Job {
  /** Name in the queue; renamed, it is another job. */
  name: string;
  /** What the log calls it. */
  title: string;
  /** Minute, hour, day of month, month, day of week; in UTC. */
  cron: string;
  /** Attempts before the next turn; default 1, as a turn comes soon. */
  attempts?: number;
  run(db: Database): Promise<unknown>;
}
