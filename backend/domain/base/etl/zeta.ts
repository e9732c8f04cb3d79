import { z } from "zod";
import { readBody } from "#backend/engine/connect/body";
import { type Config, objectIn } from "#backend/platform/values/secret-texts";
import { type JobState, jobStates } from "#documents/base/etl/run";
import { EngineDown, EngineRefused, type EtlEngine, type JobInfo, type Stop, type Submitted } from "./engine";

const SECONDS = 10;
/** Option that names how the values of a configuration are disguised. */
const SHADE = "shade.identifier";
const MOST_BYTES = 5_000_000;
const MOST_LOG = 200_000;

const text = z.union([z.string(), z.number()]).transform(String).nullish();
const overviewSchema = z.object({
  projectVersion: text,
  gitCommitAbbrev: text,
  works: text,
  workers: text,
  totalSlot: text,
  unassignedSlot: text,
  runningJobs: text,
  finishedJobs: text,
  failedJobs: text,
  cancelledJobs: text,
});
const nodesSchema = z.array(z.record(z.string(), z.unknown())).max(1000);
const infoSchema = z.object({
  jobId: z.string(),
  jobStatus: z.string().optional(),
  createTime: text,
  finishTime: text,
  finishedTime: text,
  errorMsg: text,
  metrics: z.record(z.string(), z.unknown()).nullish(),
});
const namedSchema = z.object({ jobId: z.string() });
const configSchema = z.record(z.string(), z.json());
const failSchema = z.object({ message: z.string().max(5000) });
const logsSchema = z.array(z.object({ logLink: z.string().max(2000), logName: z.string().optional() })).max(1000);

/** Numbers of jobs exceed what a double holds: they become texts before anybody rounds them. */
const exact = (body: string) => body.replace(/("jobId"\s{0,5}:\s{0,5})(\d{1,20})/g, '$1"$2"');

/** Engines write their own wall clock, taken as Shanghai's; some versions a number. */
function timeOf(written: string | null | undefined): Date | null {
  if (!written) return null;
  const at = /^\d{11,14}$/.test(written)
    ? new Date(Number(written))
    : new Date(`${written.slice(0, 19).replace(" ", "T")}+08:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}

const countOf = (value: unknown) => {
  const written = String(value ?? "");
  return /^\d{1,18}$/.test(written) ? written : null;
};

const isState = (word: string): word is JobState => word in jobStates && word !== "SUBMITTING";

const stopBody = ({ jobId, savepoint }: Stop) => `{"jobId":${jobId},"isStopWithSavePoint":${savepoint}}`;

const pair = (...parts: string[]) => parts.filter(Boolean).join(" / ");

const said = (node: Record<string, unknown>, name: string) => String(node[name] ?? "");

/** Calls take no name and password in an address: they travel as a header. */
function rootOf(base: string) {
  const url = new URL(base);
  const { username, password } = url;
  url.username = "";
  url.password = "";
  const who = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const auth = username && { authorization: `Basic ${Buffer.from(who).toString("base64")}` };
  return { root: url.href.replace(/\/$/, ""), auth: auth || {} };
}

/** The REST interface (v2) of SeaTunnel's Zeta engine. `base` may hold a context path, a name and a password. */
export function zeta(base: string): EtlEngine {
  const { root, auth } = rootOf(base);

  async function ask(url: string, body?: string): Promise<string> {
    let response: Response;
    let answer: string;
    try {
      response = await fetch(url, {
        method: body === undefined ? "GET" : "POST",
        body,
        headers: { ...(body !== undefined && { "content-type": "application/json" }), ...auth },
        signal: AbortSignal.timeout(SECONDS * 1000),
        redirect: "error",
      });
      answer = await readBody(response, MOST_BYTES);
    } catch {
      throw new EngineDown("ETL引擎不可用");
    }
    if (response.ok) return answer;
    if (response.status >= 500) throw new EngineDown(`ETL引擎出错（${response.status}）`);
    let why: string | undefined;
    try {
      why = failSchema.parse(JSON.parse(answer)).message;
    } catch {
      why = undefined;
    }
    throw new EngineRefused(why ?? `ETL引擎拒绝请求（${response.status}）`);
  }

  async function json<T>(path: string, schema: z.ZodType<T>, body?: string): Promise<T> {
    const answer = await ask(root + path, body);
    try {
      return schema.parse(JSON.parse(exact(answer)));
    } catch {
      throw new EngineDown("ETL引擎的回答无法解析");
    }
  }

  /** The answer names the job that was meant. */
  async function named(path: string, jobId: string, body: string) {
    const answer = await json(path, namedSchema, body);
    if (answer.jobId !== jobId) throw new EngineDown("ETL引擎答了别的作业");
  }

  /** The same of several; what it does not name it has perhaps, and is asked of again. */
  async function namedAll(path: string, jobIds: readonly string[], body: string) {
    const answers = await json(path, z.array(namedSchema).max(10_000), body);
    const heard = new Set(answers.map((a) => a.jobId));
    if (jobIds.some((id) => !heard.has(id))) throw new EngineDown("ETL引擎没有答全部作业");
  }

  /** Passwords as the engine itself disguises them, so that neither its log nor its answers show them. */
  async function disguised({ config, secret }: Submitted): Promise<Config> {
    const env = objectIn(config.env);
    if (!secret || env[SHADE]) return config;
    const open = { ...config, env: { ...env, [SHADE]: "base64" } };
    try {
      return await json("/encrypt-config", configSchema, JSON.stringify(open));
    } catch (error) {
      // Engines before 2.3.9 have no such call.
      if (error instanceof EngineRefused) return config;
      throw error;
    }
  }

  return {
    embedded: false,
    async overview() {
      const o = await json("/overview", overviewSchema);
      const nodes = await json("/system-monitoring-information", nodesSchema);
      return {
        version: o.projectVersion ?? "",
        commit: o.gitCommitAbbrev ?? "",
        workers: o.works ?? o.workers ?? "",
        totalSlot: o.totalSlot ?? "",
        freeSlot: o.unassignedSlot ?? "",
        running: o.runningJobs ?? "",
        finished: o.finishedJobs ?? "",
        failed: o.failedJobs ?? "",
        cancelled: o.cancelledJobs ?? "",
        nodes: nodes
          .slice(0, 50)
          .map((n) => ({
            host: [said(n, "host"), said(n, "port")].filter(Boolean).join(":"),
            cpus: said(n, "processors"),
            memory: pair(said(n, "physical.memory.free"), said(n, "physical.memory.total")),
            heap: pair(said(n, "heap.memory.used"), said(n, "heap.memory.max")),
            load: said(n, "load.process"),
            systemLoad: said(n, "load.system"),
            threads: said(n, "thread.count"),
          })),
      };
    },
    async info(jobId): Promise<JobInfo | null> {
      const info = await json(`/job-info/${jobId}`, infoSchema);
      if (info.jobId !== jobId) throw new EngineDown("ETL引擎答了别的作业");
      if (!info.jobStatus) return null;
      if (!isState(info.jobStatus)) throw new EngineDown(`未知的作业状态${info.jobStatus}`);
      const metrics = info.metrics ?? {};
      return {
        status: info.jobStatus,
        startTime: timeOf(info.createTime),
        endTime: timeOf(info.finishTime ?? info.finishedTime),
        readCount: countOf(metrics.SourceReceivedCount),
        writeCount: countOf(metrics.SinkWriteCount),
        readBytes: countOf(metrics.SourceReceivedBytes),
        error: info.errorMsg || null,
        metrics,
      };
    },
    async submit(job) {
      const { jobId, jobName, restore } = job;
      const query = new URLSearchParams({ jobId, jobName, isStartWithSavePoint: String(restore) });
      await named(`/submit-job?${query}`, jobId, JSON.stringify(await disguised(job)));
    },
    async submitAll(jobs) {
      const bodies: object[] = [];
      for (const job of jobs) {
        const { jobId, jobName } = job;
        bodies.push({ params: { jobId, jobName }, ...(await disguised(job)) });
      }
      const ids = jobs.map((job) => job.jobId);
      await namedAll("/submit-jobs", ids, JSON.stringify(bodies));
    },
    stop: (stop) => named("/stop-job", stop.jobId, stopBody(stop)),
    stopAll: (stops) =>
      namedAll(
        "/stop-jobs",
        stops.map((stop) => stop.jobId),
        `[${stops.map(stopBody).join(",")}]`,
      ),
    async log(jobId) {
      const files = await json(`/logs/${jobId}?format=json`, logsSchema);
      const parts: string[] = [];
      for (const { logLink, logName = "" } of files.slice(0, 5)) {
        // Nodes name themselves as they see themselves: only the file is taken from there.
        const file = logName || logLink.split("/").at(-1) || "";
        if (/^[\w.-]{1,200}$/.test(file)) parts.push(await ask(`${root}/logs/${file}`));
      }
      return parts.join("\n").slice(-MOST_LOG);
    },
  };
}
