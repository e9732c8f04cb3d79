import { etlTask } from "#documents/base/etl/task";
import { errorText } from "../../../db/errors";
import type { Database } from "../../../db/sql";
import { openSecret } from "../../../personal/open";
import { joined, parseConfig, readSecrets } from "./config";
import { type Engine, EngineDown, EngineRefused, type Stop, type Submitted } from "./engine";

/** A run as far as handing it over needs it. */
export interface Waiting {
  id: string;
  tenantId: string;
  taskId: string;
  taskName: string;
  jobId: string;
  restore: boolean;
  submitted: boolean;
  stopAsked: string | null;
}

/** What the engine gets. @throws Refusal when the kept configuration cannot be read */
async function jobOf(db: Database, run: Waiting): Promise<Submitted> {
  const row = await db.one<{ config: string }>("select config from etl_task where id = $1", [
    run.taskId,
  ]);
  const secrets = readSecrets(await openSecret(db, etlTask, "secrets", run.taskId));
  const { jobId, tenantId, taskName: jobName, restore } = run;
  return {
    ...{ jobId, tenantId, jobName, restore, secret: Object.keys(secrets).length > 0 },
    config: joined(parseConfig(row?.config ?? ""), secrets),
  };
}

/** Whether the engine has it already from a turn that was cut off. */
async function isThere(engine: Engine, { jobId, restore }: Waiting): Promise<boolean> {
  const known = await engine.info(jobId);
  return !!known && !(restore && known.status === "SAVEPOINT_DONE");
}

const note = (db: Database, ids: readonly string[]) =>
  db.query("update etl_run set submitted = true where id = any($1)", [ids]);

/**
 * Hands one run to the engine.
 * @returns false when it was to stop before the engine had it
 */
export async function handOver(db: Database, engine: Engine, run: Waiting): Promise<boolean> {
  if (!(await isThere(engine, run))) {
    if (run.stopAsked) return false;
    await engine.submit(await jobOf(db, run));
  }
  await note(db, [run.id]);
  return true;
}

/**
 * Hands several over in one call, where the engine takes them so. Those that it will not take together
 * are left to be handed over one by one, so that the one that is wrong says why.
 * @returns ids of the runs that it has now
 */
export async function handOverAll(
  db: Database,
  engine: Engine,
  runs: readonly Waiting[],
): Promise<ReadonlySet<string>> {
  const fresh = runs.filter((r) => !r.submitted && !r.restore && !r.stopAsked);
  if (!engine.submitAll || fresh.length < 2) return new Set();
  const jobs: Submitted[] = [];
  const taken: string[] = [];
  for (const run of fresh)
    try {
      if (await isThere(engine, run)) continue;
      jobs.push(await jobOf(db, run));
      taken.push(run.id);
    } catch (error) {
      if (error instanceof EngineDown) throw error;
    }
  if (jobs.length < 2) return new Set();
  try {
    await engine.submitAll(jobs);
  } catch (error) {
    if (error instanceof EngineRefused) return new Set();
    throw error;
  }
  await note(db, taken);
  return new Set(taken);
}

/** What the engine was asked and would not do is said at the run, which is not to stop any more. */
export const giveUp = (db: Database, id: string, error: unknown) =>
  db.query("update etl_run set error_msg = $2, stop_asked = null where id = $1", [
    ...[id, errorText(error, "message")],
  ]);

/** Asks for jobs to stop, several in one call where the engine takes them so. */
export async function stopAll(
  db: Database,
  engine: Engine,
  wishes: readonly (Stop & { id: string })[],
): Promise<void> {
  if (engine.stopAll && wishes.length > 1)
    try {
      return await engine.stopAll(wishes);
    } catch (error) {
      if (!(error instanceof EngineRefused)) throw error;
    }
  for (const wish of wishes)
    try {
      await engine.stop(wish);
    } catch (error) {
      if (error instanceof EngineDown) throw error;
      await giveUp(db, wish.id, error);
    }
}
