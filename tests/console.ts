import type { AddressInfo } from "node:net";
import type { AppLoadContext } from "@remix-run/node";
import express, { type Request as ExpressRequest, type Response as ExpressResponse } from "express";
import { type ConsoleConfig, readConsoleConfig } from "../app/session/config.server";
import { type Console, createConsole } from "../app/session/console.server";
import { sessionGate } from "../app/session/express.server";

type Handler = (args: { context: AppLoadContext; request: Request; params: object }) => unknown;
/** A route module's server half. */
export type Routes = Record<string, { loader?: unknown; action?: unknown }>;

export interface TestConsole {
  url: string;
  console: Console;
  close(): Promise<void>;
}

/**
 * The session gate with the loaders and actions of a few routes behind it, without Remix: pages are
 * answered as the JSON of their loader or action. Any other path goes to the route "*", or answers what
 * the gate let through.
 */
export async function testConsole(
  erpUrl: string,
  routes: Routes,
  overrides: Partial<ConsoleConfig> = {},
): Promise<TestConsole> {
  const env = { ERP_API_URL: erpUrl, SESSION_SECRET: "t".repeat(40), CAPTCHA: "off", DEMO: "on" };
  const console = createConsole({ ...readConsoleConfig(env), ...overrides });
  const app = express().set("trust proxy", "loopback").use(sessionGate(console));
  app.all("*", (req, res, next) => answer(routes, req, res).catch(next));
  const server = app.listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    console,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function answer(routes: Routes, req: ExpressRequest, res: ExpressResponse): Promise<void> {
  const context = res.locals.context as AppLoadContext;
  const url = new URL(req.originalUrl, `http://${req.headers.host}`);
  const route = routes[url.pathname] ?? routes["*"];
  const handle = (req.method === "GET" ? route?.loader : route?.action) as Handler | undefined;
  // The gate has read the body.
  const request = new Request(url, { method: req.method, headers: req.headers as HeadersInit });
  const result = handle
    ? await Promise.resolve(handle({ context, request, params: {} })).catch((thrown) => {
        if (thrown instanceof Response) return thrown;
        throw thrown;
      })
    : { passed: url.pathname, problem: context.problem, user: context.session?.username ?? null };
  const response = result instanceof Response ? result : Response.json(result);
  for (const [name, value] of response.headers) res.append(name, value);
  res.status(response.status).send(Buffer.from(await response.arrayBuffer()));
}

/** A browser with cookies that follows no redirect. */
export class Browser {
  readonly cookies = new Map<string, string>();
  constructor(private readonly url: string) {}

  get = (path: string) => this.ask(path, {});
  post = (path: string, form: Record<string, string> = {}) =>
    this.ask(path, { method: "POST", body: new URLSearchParams(form) });

  private async ask(path: string, init: RequestInit) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { Accept: "text/html", Origin: this.url, Cookie: cookie };
    const response = await fetch(this.url + path, { ...init, headers, redirect: "manual" });
    for (const set of response.headers.getSetCookie()) this.take(set);
    const text = await response.text();
    const json = response.headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : null;
    return { status: response.status, to: response.headers.get("Location"), json, text };
  }

  private take(set: string): void {
    const [pair = "", ...attributes] = set.split("; ");
    const at = pair.indexOf("=");
    if (attributes.includes("Max-Age=0")) this.cookies.delete(pair.slice(0, at));
    else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
