import { realpathSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { constants } from "node:zlib";
import * as build from "@remix-run/dev/server-build";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type Express, type Request } from "express";
import { z } from "zod";
import { screens } from "./app/screens/resolve";
import { SCREEN_ROUTE, screenRoute } from "./app/screens/screen-route.server";
import { readConsoleConfig } from "./app/session/config.server";
import { createConsole } from "./app/session/console.server";
import { sessionGate } from "./app/session/express.server";
import { createBackend } from "./backend";
import { type Booted, boot } from "./backend/boot";
import { readBackendConfig } from "./backend/config";
import { assets } from "./server/assets";
import { health } from "./server/health";
import { pages } from "./server/pages";
import { routeTable } from "./server/routes";
import { securityHeaders } from "./server/security";

// Tests that sign in hundreds of people make hashes cheap.
export { setPasswordCost } from "./backend/auth/password";

const env = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default("0.0.0.0"),
});

const say = (line: string) => console.log(line);

/** An Express app that believes the proxies named by TRUST_PROXY and answers /healthz and /readyz. */
function bare(trustProxy: string, booted: Booted | null): Express {
  const app = express();
  app.disable("x-powered-by");
  app.set(
    "trust proxy",
    trustProxy.split(",").map((p) => p.trim()),
  );
  app.use(health(booted?.db ?? null));
  return app;
}

/** A file link of a page carries no token: the console fetches it with the token of its session. */
const isPageLink = (req: Request) =>
  req.method === "GET" &&
  req.path.startsWith("/download/") &&
  !req.get("authorization") &&
  !req.query.access_token;

/** The bundled backend below /api. */
function serveBackend(app: Express, booted: Booted, withConsole: boolean) {
  const config = readBackendConfig(process.env);
  const backend = createBackend({ config, db: booted.db, log: say });
  app.use("/api", compression(), (req, res, next) =>
    withConsole && isPageLink(req) ? next() : backend.router(req, res, next),
  );
  return backend;
}

/** The console: assets, session gate, Remix. */
function serveConsole(app: Express) {
  const console = createConsole(readConsoleConfig(process.env));
  app.use(assets());
  app.use(securityHeaders());
  // One step above the default: 10 % fewer bytes keep the first frame within the first flight.
  app.use(compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } }));
  app.use(sessionGate(console));
  const own = build as unknown as ServerBuild;
  app.all("*", pages(own, SCREEN_ROUTE, screenRoute(own)));
}

function listen(app: Express, port: number, host: string): Promise<Server> {
  return new Promise((done, fail) => {
    const server = app.listen(port, host, () => done(server));
    server.once("error", (error: NodeJS.ErrnoException) =>
      fail(error.code === "EADDRINUSE" ? new Error(`端口 ${port} 已被占用，请换一个 PORT`) : error),
    );
    server.keepAliveTimeout = 65_000;
  });
}

/** Runs until Ctrl-C: requests under way are answered, then the database stops. */
function stopOnSignal(server: Server, close: () => Promise<void>) {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    say("正在停止……");
    const force = setTimeout(() => server.closeAllConnections(), 5_000).unref();
    await new Promise((done) => {
      server.close(done);
      server.closeIdleConnections();
    });
    clearTimeout(force);
    await close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
}

/** The whole product, or its backend alone, on the port that PORT names (0: any free one). */
export async function serve(mode?: string) {
  const parsed = env.safeParse(process.env);
  if (!parsed.success)
    throw new Error(
      parsed.error.issues.map((i) => `环境变量 ${i.path.join(".")}：${i.message}`).join("\n"),
    );
  const { PORT, HOST } = parsed.data;
  const config = readBackendConfig(process.env);
  const external = Boolean(process.env.ERP_API_URL) && mode !== "backend";
  const booted = external ? null : await boot(config, say);
  const app = bare(config.trustProxy, booted);
  const backend = booted && serveBackend(app, booted, mode !== "backend");
  if (mode !== "backend") serveConsole(app);
  const server = await listen(app, PORT, HOST);
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    await backend?.close();
    await booted?.stop();
  };
  return { server, port, close };
}

async function main(mode: string | undefined) {
  if (mode === "routes") return say(routeTable(build as unknown as ServerBuild, screens));
  if (mode === "seed") {
    const { stop } = await boot(readBackendConfig(process.env), say);
    return stop();
  }
  const { demo } = readConsoleConfig(process.env);
  const { server, port, close } = await serve(mode);
  const what = mode === "backend" ? "ERP 后端" : "控制台";
  say(`${what}已就绪：http://localhost:${port}${mode === "backend" ? "/api" : ""}`);
  if (demo && mode !== "backend") say("演示账号：admin / 123456");
  stopOnSignal(server, close);
}

// Whoever imports this module instead of running it starts what it needs by itself.
if (realpathSync(process.argv[1] ?? ".") === fileURLToPath(import.meta.url))
  main(process.argv[2]).catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
