import type { Database } from "#backend/platform/db";
import { migrate } from "#backend/platform/db/migrate";
import { makeMonthsAhead } from "#backend/platform/db/month-parts";
import { installQueue } from "#backend/platform/jobs/queue";
import type { DocumentType } from "#documents/kit";
import { syncTables } from "./table";

/**
 * Brings a database to the tables of this program, from nothing or from those of an earlier one.
 * @returns names of the migrations that were applied now
 */
export async function bringUpToDate(db: Database, documents: readonly DocumentType[]): Promise<string[]> {
  const applied = await migrate(db);
  await syncTables(db, documents);
  await makeMonthsAhead(db);
  // What a transaction says to the queue needs it before the queue runs.
  await installQueue(db);
  return applied;
}
