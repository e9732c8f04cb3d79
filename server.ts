import { realpathSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { constants } from "node:zlib";
import * as build from "@remix-run/dev/server-build";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type Express, type Request, type RequestHandler, type Router } from "express";
import { z } from "zod";
import { figuresComing, makeCommand, resetCommand, standInWorld } from "#backend/demo";
import { archiveCommand } from "#backend/domain/reports/archive";
import { recountCommand } from "#backend/domain/wms/stock/recount";
import { backupCommand, restoreCommand } from "#backend/engine/backup/command";
import { useStandIns as standInsAt } from "#backend/engine/connect/connector";
import { adminPasswordCommand } from "#backend/platform/auth/first-password";
import { bearerToken, sameText } from "#backend/platform/auth/secret";
import { readBackendConfig } from "#backend/platform/config";
import { hearStatements } from "#backend/platform/db/sql";
import { joinReplicas } from "#backend/platform/jobs/replicas";
import { rotateCommand } from "#backend/platform/personal/rotate-command";
import { screens } from "./app/screens/frame/resolve";
import { routeOfPath } from "./app/screens/frame/screen-route.server";
import { sayingBuild } from "./app/screens/resource.server";
import { type ConsoleConfig, readConsoleConfig } from "./app/session/config.server";
import { createConsole } from "./app/session/console.server";
import { sessionGate } from "./app/session/express.server";
import { mobilePages } from "./app/session/mobile.server";
import { type Backend, createBackend, describeEarly } from "./backend";
import { boot, prepareCommand, type ReadyDatabase } from "./backend/boot";
import { assets } from "./server/assets";
import { demoWarning } from "./server/demo-warning";
import { createDrain } from "./server/drain";
import { endsBefore } from "./server/ends-before";
import { health, NotReady } from "./server/health";
import { listen } from "./server/listen";
import { createLog, type ProgramLog } from "./server/log";
import { createMetrics } from "./server/metrics";
import { pages } from "./server/pages";
import { progress } from "./server/progress";
import { closePrototype } from "./server/prototype";
import { routeTable } from "./server/routes";
import { securityHeaders, uncached } from "./server/security";
import { STAND_INS_PATH, type StandIns, standInsProcess, startStandIns, toStandIns } from "./server/stand-ins";
import { starting } from "./server/starting";

// Tests that sign in hundreds of people make hashes cheap.
export { setPasswordCost } from "#backend/platform/auth/password";

const env = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default("0.0.0.0"),
  /** Stand-ins of systems outside for demo data; an address: those that run there. */
  STAND_INS: z.union([z.enum(["on", "off"]), z.url({ protocol: /^https?$/ })]).default("on"),
  STOP_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  /** Whether the port is taken before all is ready, for a page that says so. */
  START_PAGE: z.enum(["on", "off"]).optional(),
  LOG_FORMAT: z.enum(["text", "json"]).default("text"),
  METRICS_TOKEN: z.string().min(16, "至少16个字符").optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: "要写 http(s) 地址" }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().default("erp-console"),
});

const { say: sayText, last } = progress();
/** How the program speaks; settled when it serves. */
let log: ProgramLog = createLog("text", sayText);
const say = (line: string) => log.say(line);

function readEnv() {
  const given = Object.entries(process.env).filter(([, value]) => value !== "");
  const parsed = env.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((i) => `环境变量 ${i.path.join(".")}：${i.message}`);
  throw new Error(lines.join("\n"));
}

/** An Express app that believes these proxies. */
function bare(trusted: string): Express {
  const app = express();
  app.disable("x-powered-by");
  try {
    app.set(
      "trust proxy",
      trusted.split(",").map((p) => p.trim()),
    );
  } catch (error) {
    throw new Error(`环境变量 TRUST_PROXY：${String(error)}`);
  }
  return app;
}

/** A link of a page carries no token: the console asks with the token of its session. */
const isPageLink = (req: Request, demo: boolean) =>
  req.method === "GET" &&
  !req.get("authorization") &&
  !req.query.access_token &&
  (req.path.startsWith("/download/") || (!demo && /^\/docs(\.json)?$/.test(req.path)));

/** The console: assets, session gate, Remix. */
function serveConsole(app: Express, config: ConsoleConfig) {
  const console = createConsole(config);
  app.use(assets());
  app.use(securityHeaders());
  // One step above the default: 10 % fewer bytes keep the first frame within the first flight.
  app.use(compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } }));
  app.use(sessionGate(console));
  app.use(mobilePages);
  const own = sayingBuild(build as unknown as ServerBuild);
  app.all("*", pages(own, routeOfPath(own)));
}

/**
 * The backend for its own console: a listener that only this machine reaches, whatever HOST says, and
 * that answers pages under way while the product ends.
 */
async function serveInside(router: Router, trustProxy: string, before: RequestHandler[]): Promise<Server> {
  return listen(bare(`loopback,${trustProxy}`).use(before).use("/api", router), 0, "127.0.0.1");
}

/** Lets go of a port. */
const ended = (server: Server) => new Promise((done) => server.close(done));

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Tells a collector what is done, where the settings name one. */
async function traceTo(settings: Partial<ReturnType<typeof readEnv>>, version: string) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = settings;
  if (!endpoint) return;
  const { createTracing } = await import("./server/trace");
  const service = settings.OTEL_SERVICE_NAME ?? "erp-console";
  const tracing = createTracing({ endpoint, headers, service, version, say });
  hearStatements(tracing.statement);
  return tracing;
}

/** Between the first page and what it need not wait for. */
const REST_AFTER_MS = 3000;

/**
 * The whole product, or its backend alone, on the port that PORT names (0: any free one).
 * @param failed hears in one sentence that it cannot go on
 */
export async function serve(mode?: string, failed = say) {
  const { PORT, HOST, STAND_INS, STOP_SECONDS, START_PAGE, LOG_FORMAT, METRICS_TOKEN, ...traced } = readEnv();
  if (LOG_FORMAT === "json") log = createLog(LOG_FORMAT, sayText);
  closePrototype();
  const config = readBackendConfig(process.env);
  const consoleConfig = readConsoleConfig(process.env);
  const withConsole = mode !== "backend";
  const bundled = !process.env.ERP_API_URL || !withConsole;
  let state: "starting" | "serving" | "stopping" = "starting";
  let booted: ReadyDatabase | null = null;

  const app = bare(config.trustProxy);
  const drain = createDrain();
  const metrics =
    METRICS_TOKEN &&
    createMetrics(
      (header) => sameText(bearerToken(header) ?? "", METRICS_TOKEN),
      () => booted?.calls,
    );
  const tracing = await traceTo(traced, config.program);
  const watched = [log.requests, ...(tracing ? [tracing.requests] : []), ...(metrics ? [metrics.count] : [])];
  app.use(
    uncached,
    ...(metrics ? [metrics.router] : []),
    health(async () => {
      if (state !== "serving") throw new NotReady(state);
      await booted?.calls.query("select 1");
    }, config.program),
    watched,
    drain.handler,
    starting(() => state !== "starting", last),
  );
  // Who cannot have the port hears so before anything is begun.
  let server = await listen(app, PORT, HOST);
  // A proxy sends nobody to a port that is closed: it takes the next copy, also for what writes.
  const early = (START_PAGE ?? (config.demo ? "on" : "off")) === "on";
  if (!early) await ended(server);
  let backend: Backend | null = null;
  let inside: Server | null = null;
  let standIns: StandIns | null = null;
  const simulated = bundled && config.demo && STAND_INS === "on" ? standInsProcess() : null;
  let leave: (() => Promise<void>) | null = null;
  let outside: string | null = null;
  try {
    if (bundled) {
      [booted] = await Promise.all([boot(config, say, failed), describeEarly()]);
      if (simulated) {
        const file = path.join(config.dataDir, "stand-ins.json");
        const order = { host: HOST, seed: new Date().toISOString(), settles: true, file };
        standIns = await startStandIns({ ...(await standInWorld(booted.db)), ...order }, simulated);
      }
      outside = standIns?.url ?? (config.demo && STAND_INS !== "off" ? STAND_INS : null);
      standInsAt(outside, !config.demo);
      if (outside) app.use(STAND_INS_PATH, toStandIns(outside));
      const { db, calls, standby } = booted;
      backend = createBackend({ config, db, calls, standby, log: say, around: tracing?.job });
      leave = joinReplicas(booted.db, config.program);
      const { router } = backend;
      app.use("/api", compression(), (req, res, next) =>
        withConsole && isPageLink(req, config.demo) ? next() : router(req, res, next),
      );
      if (withConsole) {
        inside = await serveInside(router, config.trustProxy, watched);
        consoleConfig.figuresComing = figuresComing;
        consoleConfig.erpUrl = `http://127.0.0.1:${portOf(inside)}/api`;
      }
    }
    if (withConsole) serveConsole(app, consoleConfig);
    if (!early) server = await listen(app, PORT, HOST);
  } catch (error) {
    server.close();
    server.closeAllConnections();
    await standIns?.stop();
    simulated?.kill();
    throw error;
  }
  state = "serving";
  // Whoever opened the page early sees it first.
  sleep(REST_AFTER_MS)
    .then(() => booted?.rest())
    .catch((error: Error) => {
      if (state === "serving") say(`演示数据没有补全，下次启动再试：${error.message}`);
    });

  const over = new AbortController();
  /** Answers and jobs under way end first, up to STOP_SECONDS; then everything else stops. */
  const close = async () => {
    state = "stopping";
    const late = setTimeout(() => over.abort(), STOP_SECONDS * 1000);
    const jobs = backend?.close();
    const cut = await drain.end(server, over.signal);
    if (cut) say(`${cut} 个请求没有结束，已中断`);
    inside?.close();
    inside?.closeAllConnections();
    if (!(await endsBefore(over.signal, jobs))) say("有后台任务没有结束，已中断");
    clearTimeout(late);
    await standIns?.stop();
    await leave?.();
    await tracing?.close();
    await booted?.stop();
  };
  const warning = demoWarning({ demo: config.demo && bundled, host: HOST, ownAdmin: !!config.adminPassword });
  return { server, port: portOf(server), standIns: outside, close, hurry: () => over.abort(), drain, warning };
}

/** Runs until Ctrl-C or SIGTERM; a second one waits for nothing. */
function stopOnSignal({ close, hurry, drain }: Awaited<ReturnType<typeof serve>>) {
  let stopping = false;
  const stop = async () => {
    if (stopping) return hurry();
    stopping = true;
    say(`正在停止……${drain.pending() ? `等待 ${drain.pending()} 个请求结束` : ""}`);
    await close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
}

async function main(mode: string | undefined, args: string[]) {
  if (mode === "routes") return say(routeTable(build as unknown as ServerBuild, screens));
  if (mode === "seed") {
    const { rest, stop } = await boot(readBackendConfig(process.env), say);
    await rest();
    return stop();
  }
  if (mode === "prepare") return prepareCommand(readBackendConfig(process.env));
  if (mode === "demo-make") return makeCommand(args, say);
  if (mode === "demo-reset") return resetCommand(readBackendConfig(process.env), say);
  if (mode === "backup") return backupCommand(readBackendConfig(process.env), args, say);
  if (mode === "restore") return restoreCommand(readBackendConfig(process.env), args, say);
  if (mode === "rotate-keys") return rotateCommand(readBackendConfig(process.env), say);
  if (mode === "admin-password") return adminPasswordCommand(readBackendConfig(process.env), say);
  if (mode === "recount") return recountCommand(readBackendConfig(process.env), args, say);
  if (mode === "archive") return archiveCommand(readBackendConfig(process.env), args, say);
  const served = await serve(mode, end);
  const what = mode === "backend" ? "ERP 后端" : "控制台";
  say(`${what}已就绪：http://localhost:${served.port}${mode === "backend" ? "/api" : ""}`);
  const { demo } = readConsoleConfig(process.env);
  if (demo && mode !== "backend" && !process.env.ADMIN_PASSWORD) say("演示账号：admin / 123456");
  if (served.standIns)
    say(`模拟外部系统（下单、出库、妥投）：http://localhost:${served.port}${STAND_INS_PATH}/ → ${served.standIns}`);
  for (const line of served.warning) say(line);
  stopOnSignal(served);
}

/** Ends at once, not well: a service manager starts it again. */
function end(sentence: string) {
  console.error(sentence);
  process.exit(1);
}

// Whoever imports this module instead of running it starts what it needs by itself.
if (realpathSync(process.argv[1] ?? ".") === fileURLToPath(import.meta.url))
  main(process.argv[2], process.argv.slice(3)).catch((error: Error) => end(error.message));
