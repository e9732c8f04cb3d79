import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A job as the engine keeps it. */
export interface EngineJob {
  jobId: string;
  jobName: string;
  jobStatus: string;
  config: unknown;
  restored: boolean;
  createTime: string;
  finishTime?: string;
  errorMsg?: string;
  read: number;
  written: number;
}

/** How it misbehaves with the next calls. */
export interface EngineBehaviour {
  /** So many calls answer 503. */
  fail?: number;
  /** So many calls answer something that is no JSON. */
  garbage?: number;
  /** So many calls break off without an answer, after they were done. */
  cutOff?: number;
  slowMs?: number;
  /** An older one, which knows no disguised passwords. */
  plain?: boolean;
}

const ENDS = ["FINISHED", "CANCELED", "FAILED", "SAVEPOINT_DONE", "UNKNOWABLE"];
const MOST_BYTES = 1_000_000;

async function bodyOf(req: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of req) {
    text += part;
    if (text.length > MOST_BYTES) throw new Error("too large");
  }
  return text;
}

/** 2026-11-23 10:00:00, the wall clock of Shanghai. */
const clock = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");

const SHADED = ["password", "username"];

/** The values of a configuration that the engine disguises, said otherwise. */
function shaded(value: unknown, say: (v: string) => string): unknown {
  if (Array.isArray(value)) return value.map((v) => shaded(v, say));
  if (!value || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, v]) => [
      key,
      SHADED.includes(key) && typeof v === "string" ? say(v) : shaded(v, say),
    ]),
  );
}

interface Told {
  env?: Record<string, unknown>;
  source?: unknown[];
  sink?: unknown[];
}

/** A configuration as the engine reads it: what was disguised is open again. */
const opened = (told: Told): Told =>
  told.env?.["shade.identifier"] === "base64" ? Object(shaded(told, (v) => atob(v))) : told;

const infoOf = (job: EngineJob) => ({
  jobId: job.jobId,
  jobName: job.jobName,
  jobStatus: job.jobStatus,
  createTime: job.createTime,
  jobDag: {},
  errorMsg: job.errorMsg ?? null,
  ...(job.finishTime && { finishTime: job.finishTime }),
  metrics: {
    SourceReceivedCount: String(job.read),
    SourceReceivedBytes: String(job.read * 100),
    SinkWriteCount: String(job.written),
    TableSinkWriteCount: {},
  },
});

/**
 * A SeaTunnel Zeta engine as its public REST interface (v2) says: jobs stay RUNNING until `end` is called.
 * Numbers of jobs are written as bare digits, as some versions do.
 */
export async function startSeaTunnel({ port = 0 } = {}) {
  const jobs = new Map<string, EngineJob>();
  let behave: EngineBehaviour = {};
  let submits = 0;
  let batches = 0;
  let authorization: string | undefined;
  const bodies = new Map<string, string>();
  const bare = (jobId: string, more = "") => `{"jobId":${jobId}${more}}`;

  function end(jobId: string, jobStatus: string, more: Partial<EngineJob> = {}) {
    const job = jobs.get(jobId);
    if (job) Object.assign(job, { jobStatus, finishTime: clock(), ...more });
  }

  /** Keeps a job as running; false: it has no source or sink. */
  function take(jobId: string, jobName: string, told: object, restored: boolean): boolean {
    const config = opened(told);
    submits += 1;
    if (!config.source?.length || !config.sink?.length) return false;
    jobs.set(jobId, {
      jobId,
      jobName,
      jobStatus: "RUNNING",
      config,
      restored,
      createTime: clock(),
      read: 0,
      written: 0,
    });
    return true;
  }

  const named = (jobId: string, name: string) => bare(jobId, `,"jobName":${JSON.stringify(name)}`);
  const NO_PLUGIN: [number, string] = [400, '{"status":"fail","message":"source and sink are required"}'];

  function submit(url: URL, body: string): [number, string] {
    const jobId = url.searchParams.get("jobId") || String(700_000_000_000_000_000n + BigInt(jobs.size));
    const jobName = url.searchParams.get("jobName") ?? "";
    const restored = url.searchParams.get("isStartWithSavePoint") === "true";
    if (!take(jobId, jobName, JSON.parse(body), restored)) return NO_PLUGIN;
    return [200, named(jobId, jobName)];
  }

  function submitAll(body: string): [number, string] {
    batches += 1;
    const told: { params: Record<"jobId" | "jobName", string> }[] = JSON.parse(body);
    for (const { params, ...config } of told) if (!take(params.jobId, params.jobName, config, false)) return NO_PLUGIN;
    return [200, `[${told.map(({ params: p }) => named(p.jobId, p.jobName)).join(",")}]`];
  }

  function stop(body: string): [number, string] {
    const jobId = /"jobId"\s*:\s*"?(\d{1,20})/.exec(body)?.[1] ?? "";
    const job = jobs.get(jobId);
    if (!job || ENDS.includes(job.jobStatus)) return [400, '{"status":"fail","message":"job is not running"}'];
    end(jobId, body.includes('"isStopWithSavePoint":true') ? "SAVEPOINT_DONE" : "CANCELED");
    return [200, bare(jobId)];
  }

  function stopAll(body: string): [number, string] {
    batches += 1;
    // Digits are read as they stand: a double would round them.
    const answers = (body.match(/\{[^}]*\}/g) ?? []).map(stop);
    return [200, `[${answers.map(([, text]) => text).join(",")}]`];
  }

  function answer(method: string, url: URL, body: string): [number, string] {
    const { pathname } = url;
    const all = [...jobs.values()];
    const count = (state: string) => String(all.filter((j) => j.jobStatus === state).length);
    if (method === "POST" && pathname === "/submit-job") return submit(url, body);
    if (method === "POST" && pathname === "/stop-job") return stop(body);
    if (method === "POST" && pathname === "/submit-jobs") return submitAll(body);
    if (method === "POST" && pathname === "/stop-jobs") return stopAll(body);
    if (method === "POST" && pathname === "/encrypt-config" && !behave.plain)
      return [200, JSON.stringify(shaded(JSON.parse(body), (v) => btoa(v)))];
    if (pathname === "/overview")
      return [
        200,
        JSON.stringify({
          projectVersion: "2.3.10",
          gitCommitAbbrev: "DeadD0d0",
          works: "1",
          totalSlot: "0",
          unassignedSlot: "0",
          runningJobs: count("RUNNING"),
          finishedJobs: count("FINISHED"),
          failedJobs: count("FAILED"),
          cancelledJobs: count("CANCELED"),
        }),
      ];
    if (pathname === "/system-monitoring-information")
      return [
        200,
        JSON.stringify([
          {
            host: "localhost",
            port: "5801",
            processors: "8",
            "physical.memory.free": "9.3G",
            "load.system": "31.20%",
            "thread.count": "117",
            "physical.memory.total": "16.0G",
            "heap.memory.used": "135.7M",
            "heap.memory.max": "3.6G",
            "load.process": "24.78%",
          },
        ]),
      ];
    const [, what, id = ""] = pathname.split("/");
    if (what === "job-info") {
      const job = jobs.get(id);
      return [200, job ? JSON.stringify(infoOf(job)) : JSON.stringify({ jobId: id })];
    }
    if (what === "logs" && url.searchParams.get("format") === "json")
      return [200, JSON.stringify([{ node: "localhost:5801", logLink: "", logName: `job-${id}.log` }])];
    if (what === "logs") return [200, `log of ${id}`];
    return [404, '{"status":"fail","message":"not found"}'];
  }

  /** Takes one off a count of misbehaviour. */
  function due(kind: "fail" | "garbage" | "cutOff") {
    const left = behave[kind] ?? 0;
    if (left > 0) behave[kind] = left - 1;
    return left > 0;
  }

  const server = createServer((req, res) => {
    const url = new URL(req.url ?? "/", "http://localhost");
    const work = async () => {
      const body = await bodyOf(req);
      authorization = req.headers.authorization;
      bodies.set(url.pathname, body);
      if (behave.slowMs) await new Promise((done) => setTimeout(done, behave.slowMs));
      if (due("fail")) return res.writeHead(503).end("busy");
      if (due("garbage")) return res.writeHead(200).end("<html>");
      const [status, text] = answer(req.method ?? "GET", url, body);
      if (due("cutOff")) return req.socket.destroy();
      res.writeHead(status, { "content-type": "application/json" }).end(text);
    };
    work().catch(() => res.writeHead(400).end('{"status":"fail","message":"bad request"}'));
  });
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    jobs,
    end,
    /** How often a job was submitted. */
    submits: () => submits,
    /** How many calls were about several jobs. */
    batches: () => batches,
    /** How the last caller said who it is. */
    authorization: () => authorization,
    /** What was last sent to an address. */
    heard: (pathname: string) => bodies.get(pathname) ?? "",
    behave(next: EngineBehaviour) {
      behave = next;
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
