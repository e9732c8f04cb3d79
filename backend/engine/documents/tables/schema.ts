import type { Database } from "#backend/platform/db";
import { migrate } from "#backend/platform/db/migrate";
import { makeMonthsAhead } from "#backend/platform/db/month-parts";
import { installQueue } from "#backend/platform/jobs/queue";
import type { DocumentType } from "#documents/kit";
import { indexGrown, syncTables } from "./table";

/**
 * Bytes of a table from which on a demonstration has its indexes: 1,400 of tables that are read whole in less
 * time than a look into one takes would be a tenth of its disk, and of what each connection keeps in memory.
 */
const GROWN = 1 << 20;

/**
 * Brings a database to the tables of this program, from nothing or from those of an earlier one.
 * @param small a demonstration, most of whose tables have few rows and stay so
 * @returns names of the migrations that were applied now
 */
export async function bringUpToDate(
  db: Database,
  documents: readonly DocumentType[],
  { small = false } = {},
): Promise<string[]> {
  const applied = await migrate(db);
  await syncTables(db, documents, small ? GROWN : 0);
  await makeMonthsAhead(db);
  // What a transaction says to the queue needs it before the queue runs.
  await installQueue(db);
  return applied;
}

/** Of a demonstration: what has grown since its tables were made gets the indexes that a company's have. */
export const followGrowth = (db: Database, documents: readonly DocumentType[]): Promise<void> =>
  indexGrown(db, documents, GROWN);
