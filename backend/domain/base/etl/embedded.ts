import { collided, type Database, errorText, type Sql } from "#backend/platform/db";
import type { Config } from "#backend/platform/values/secret-texts";
import type { JobState } from "#documents/base/etl/run";
import { modeOf } from "./config";
import { EngineRefused, type EtlEngine, type JobInfo, type Submitted } from "./engine";
import { type Loader, loaders, orderSync } from "./loaders";

interface Names {
  source: string;
  sink: string;
}

/** A job that does more than move staged rows: read from a connection. */
export interface Remote extends Names {
  /** What could not be read is the fault; what was read besides stays. */
  run(db: Database, tenantId: string): Promise<{ read: number; written: number; says: string; fault: string | null }>;
}

interface EmbeddedKept {
  status: JobState;
  startTime: string;
  endTime: string;
  read: string;
  written: string;
  bytes: string;
  error: string | null;
}

const only = (config: Config, part: "source" | "sink", key: string) => {
  const plugins = Array.isArray(config[part]) ? config[part] : [];
  const [one] = plugins;
  if (plugins.length !== 1 || !one || typeof one !== "object" || Array.isArray(one)) return null;
  return (
    String(one[key] ?? "")
      .split(".")
      .at(-1) ?? null
  );
};

type EmbeddedFound<R extends Names> = { loader?: Loader; remote?: R };

/** Reports wait in tables that belong to this tenant, and so do the figures that they go to. */
const OWNER = "1";

/** What a description names, of what this engine can do for a tenant. @throws EngineRefused */
function jobOf<R extends Names>(config: Config, remotes: readonly R[], tenantId: string): EmbeddedFound<R> {
  if (modeOf(config) !== "BATCH") throw new EngineRefused("内置引擎只执行批作业");
  const source = only(config, "source", "table_path");
  const sink = only(config, "sink", "table");
  const fits = (x: Names) => x.source === source && x.sink === sink;
  const found = { loader: loaders.find(fits), remote: remotes.find(fits) };
  if (!found.loader && !found.remote)
    throw new EngineRefused(`内置引擎不能执行 ${source || "?"} → ${sink || "?"}，请设置SEATUNNEL_URL使用SeaTunnel引擎`);
  if (found.loader && tenantId !== OWNER)
    throw new EngineRefused("内置引擎的报表只属于主租户，请设置SEATUNNEL_URL使用SeaTunnel引擎");
  return found;
}

/** Why the embedded engine would not take a configuration; null: it would. */
export function embeddedFault(config: Config, tenantId: string): string | null {
  try {
    jobOf(config, [orderSync], tenantId);
    return null;
  } catch (error) {
    return error instanceof EngineRefused ? error.message : null;
  }
}

interface EmbeddedOutcome {
  status: JobState;
  read: number;
  written: number;
  bytes: string;
  error: string | null;
  log: string;
}

const keepJob = (sql: Sql, jobId: string, start: Date, o: EmbeddedOutcome) =>
  sql.one(
    `insert into etl_embedded_job (job_id, status, start_time, end_time, read_count, write_count,
       read_bytes, error, log) values ($1, $2, $3, clock_timestamp(), $4, $5, $6, $7, $8)
     on conflict (job_id) do nothing returning job_id`,
    [jobId, o.status, start, o.read, o.written, o.bytes, o.error, o.log],
  );

const stamp = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");

async function runLoader(sql: Sql, loader: Loader): Promise<EmbeddedOutcome> {
  await loader.receive(sql);
  const waits = await sql.one<{ n: number; bytes: string }>(
    `select count(*)::int as n, coalesce(sum(pg_column_size(s.*)), 0)::text as bytes from ${loader.source} s`,
  );
  const { n = 0, bytes = "0" } = waits ?? {};
  const written = await loader.load(sql);
  const log = `读取 ${loader.source} ${n} 行\n写入 ${loader.sink} ${written} 行`;
  return { status: "FINISHED", read: n, written, bytes, error: null, log };
}

/**
 * The engine that comes along: it does jobs from tables where reports wait to where they belong, and from
 * connections, as the same descriptions say them. One job at a time, done when `submit` answers.
 */
export function embedded(db: Database, remotes: readonly Remote[] = []): EtlEngine {
  const rowOf = (jobId: string) =>
    db.one<EmbeddedKept>(
      `select status, start_time as "startTime", end_time as "endTime", read_count::text as read,
         write_count::text as written, read_bytes::text as bytes, error
       from etl_embedded_job where job_id = $1`,
      [jobId],
    );

  async function work(
    { loader, remote }: EmbeddedFound<Remote>,
    { jobId, tenantId }: Pick<Submitted, "jobId" | "tenantId">,
    start: Date,
  ) {
    const head = `${stamp(start)} 内置引擎开始 ${jobId}\n`;
    if (loader) {
      await db.tx(async (sql) => {
        const done = await runLoader(sql, loader);
        await keepJob(sql, jobId, start, { ...done, log: head + done.log });
      });
    } else if (remote) {
      const { read, written, says, fault } = await remote.run(db, tenantId);
      const outcome = { read, written, bytes: "0", error: fault, log: head + says };
      await keepJob(db, jobId, start, { status: fault ? "FAILED" : "FINISHED", ...outcome });
    }
  }

  return {
    embedded: true,
    async overview() {
      const ended = await db.one<Record<"finished" | "failed", string>>(
        `select count(*) filter (where status = 'FINISHED') as finished,
           count(*) filter (where status = 'FAILED') as failed from etl_embedded_job`,
      );
      return {
        version: "内置",
        commit: "",
        workers: "1",
        totalSlot: "1",
        freeSlot: "1",
        running: "0",
        finished: ended?.finished ?? "0",
        failed: ended?.failed ?? "0",
        cancelled: "0",
        nodes: [],
      };
    },
    async info(jobId): Promise<JobInfo | null> {
      const row = await rowOf(jobId);
      if (!row) return null;
      return {
        status: row.status,
        startTime: row.startTime,
        endTime: row.endTime,
        readCount: row.read,
        writeCount: row.written,
        readBytes: row.bytes,
        error: row.error,
        metrics: { SourceReceivedCount: row.read, SinkWriteCount: row.written },
      };
    },
    async submit({ jobId, tenantId, config, restore }) {
      if (restore) throw new EngineRefused("内置引擎没有保存点");
      const job = jobOf(config, remotes, tenantId);
      if (await rowOf(jobId)) return;
      const start = new Date();
      try {
        await work(job, { jobId, tenantId }, start);
      } catch (error) {
        // Nothing of it was done: the next turn hands it over again.
        if (collided(error)) throw error;
        const why = errorText(error, "message") || "执行失败";
        const lost = { read: 0, written: 0, bytes: "0", error: why, log: `${stamp(start)} ${why}` };
        await keepJob(db, jobId, start, { status: "FAILED", ...lost });
      }
    },
    // What it does has ended when it can be asked to stop.
    stop: async () => {},
    async log(jobId) {
      const row = await db.one<{ log: string }>("select log from etl_embedded_job where job_id = $1", [jobId]);
      return row?.log ?? "";
    },
  };
}
