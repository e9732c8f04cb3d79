import { type RequestHandler, Router } from "express";
import type pg from "pg";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Seconds; the budget of a page lies among the first. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Calls are told by the words that they begin with; there are some hundred of them. */
const MOST_ROUTES = 400;

interface MeteredDatabase {
  pool: pg.Pool;
}

/** What an operator watches of jobs, of what goes out, of backups and of the database itself. */
const FIGURES: { name: string; help: string; labels: string[]; sql: string }[] = [
  {
    name: "erp_jobs",
    help: "Jobs by how their last turn ended",
    labels: ["state"],
    sql: "select state, count(*)::int as value from job_run where del_flag = 0 group by 1",
  },
  {
    name: "erp_job_success_age_seconds",
    help: "Seconds since a job last succeeded",
    // Not "job": Prometheus calls what it scrapes so, and names this another way.
    labels: ["task"],
    sql: `select code as task, extract(epoch from now() - last_ok)::float as value from job_run
          where del_flag = 0 and last_ok is not null`,
  },
  {
    name: "erp_outbox",
    help: "Messages to systems outside by state",
    labels: ["state"],
    sql: "select status as state, count(*)::int as value from outbox group by 1",
  },
  {
    name: "erp_database_bytes",
    help: "Size of the database",
    labels: [],
    sql: "select pg_database_size(current_database())::float as value",
  },
  {
    name: "erp_database_connections",
    help: "Connections of the database by state",
    labels: ["state"],
    sql: `select coalesce(state, 'other') as state, count(*)::int as value from pg_stat_activity
          where datname = current_database() group by 1`,
  },
];

/** What a request counts as; an address that nobody serves makes no name of its own. */
export function routeOf(path: string, status: number, known: Set<string>): string {
  if (path.startsWith("/build/") || /\.\w{2,5}$/.test(path)) return "asset";
  if (!path.startsWith("/api/")) return "page";
  const [, , area = "", kind = ""] = path.split("/");
  const name = `${area}/${kind}`;
  if (known.has(name)) return name;
  if (status === 404 || known.size >= MOST_ROUTES || !/^[a-z][\w-]*\/[a-z][\w-]*$/i.test(name)) return "other";
  known.add(name);
  return name;
}

export interface ProgramMetrics {
  /** Counts what comes behind it. */
  count: RequestHandler;
  /** `/metrics`. */
  router: RequestHandler;
}

/**
 * Figures of this process in the form of Prometheus.
 * @param allows whether who sends this `Authorization` may read them
 * @param database where the figures of the company are asked; none while there is none
 */
export function createMetrics(
  allows: (header: string | undefined) => boolean,
  database: () => MeteredDatabase | null | undefined,
): ProgramMetrics {
  const registers = [new Registry()];
  const [registry] = registers;
  collectDefaultMetrics({ register: registry });
  const labelNames = ["route", "method", "status"] as const;
  const name = "erp_request_seconds";
  const requests = new Histogram({ name, help: "Time of requests", labelNames, buckets: BUCKETS, registers });
  const pool = new Gauge({ name: "erp_pool", help: "Connections of calls", labelNames: ["state"] as const, registers });
  const up = new Gauge({ name: "erp_database_up", help: "Whether the database answered", registers });
  const gauges = FIGURES.map(({ labels, ...figure }) => ({
    ...figure,
    gauge: new Gauge({ name: figure.name, help: figure.help, labelNames: labels, registers }),
  }));
  const known = new Set<string>();

  /** Asks one after the other: a database in need is not asked for five things at once. */
  async function ask(): Promise<void> {
    const asked = database();
    if (!asked) return;
    const { totalCount, idleCount, waitingCount } = asked.pool;
    pool.set({ state: "used" }, totalCount - idleCount);
    pool.set({ state: "idle" }, idleCount);
    pool.set({ state: "waiting" }, waitingCount);
    try {
      for (const { gauge, sql } of gauges) {
        const { rows } = await asked.pool.query<{ value: number } & Record<string, string>>(sql);
        gauge.reset();
        for (const { value, ...labels } of rows) gauge.set(labels, value);
      }
      up.set(1);
    } catch {
      for (const { gauge } of gauges) gauge.reset();
      up.set(0);
    }
  }

  const router = Router();
  router.get("/metrics", async (req, res) => {
    if (!allows(req.get("authorization"))) return void res.status(401).type("text").send("token");
    await ask();
    res.type(registry?.contentType ?? "text/plain").send(await registry?.metrics());
  });
  return {
    router,
    count(req, res, next) {
      const began = performance.now();
      res.once("close", () => {
        const [path = ""] = req.originalUrl.split("?", 1);
        const status = res.writableFinished ? res.statusCode : 499;
        const labels = { route: routeOf(path, status, known), method: req.method, status: String(status) };
        requests.observe(labels, (performance.now() - began) / 1000);
      });
      next();
    },
  };
}
