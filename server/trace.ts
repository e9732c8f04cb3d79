import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import os from "node:os";
import type { RequestHandler } from "express";
import { routeOf } from "./metrics";

/** One piece of work, as OTLP/JSON writes it. */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 1 inside, 2 asked by somebody. */
  kind: 1 | 2;
  /** Nanoseconds since 1970. */
  startTimeUnixNano: string;
  endTimeUnixNano?: string;
  attributes: SpanAttribute[];
  /** 2: a fault. */
  status?: { code: 2 };
}

interface SpanAttribute {
  key: string;
  value: { stringValue: string } | { intValue: string } | { doubleValue: number };
}

/** Statements that a piece of work ran, and how long they took in ms. */
interface SpanStatements {
  count: number;
  ms: number;
}

export interface TraceSettings {
  /** Where a collector takes OTLP/HTTP; `/v1/traces` is added. */
  endpoint: string;
  /** As OTEL_EXPORTER_OTLP_HEADERS has them: `name=value,…`, values as in addresses. */
  headers?: string;
  service: string;
  version: string;
  /** Hears, once in a while, that the collector does not take what is sent. */
  say(line: string): void;
  /** How often spans are sent, in ms. */
  everyMs?: number;
}

export interface Tracing {
  /** A span for each request behind it, as child of what `traceparent` names; tells the next ones its own. */
  requests: RequestHandler;
  /** A statement of the work that goes on has ended. */
  statement(ms: number): void;
  /** A span for a turn of a job. */
  job<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Sends what there is, for a moment. */
  close(): Promise<void>;
}

/** Most spans that wait; of more the newest are lost, whatever the collector does. */
const MOST = 2_048;
/** As many go at once: their JSON is made in a few ms. */
const AT_ONCE = 256;
const EVERY_MS = 5_000;
const PATIENCE_MS = 10_000;
const LAST_MS = 2_000;
const SAID_MS = 600_000;
const PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

const nowNano = () => String(BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n);
const text = (key: string, stringValue: string): SpanAttribute => ({ key, value: { stringValue } });
const whole = (key: string, value: number): SpanAttribute => ({ key, value: { intValue: String(value) } });

/** @throws Error that names the setting, without what it holds */
export function headersIn(setting = ""): Record<string, string> {
  const pairs = setting.split(",").filter((pair) => pair.trim());
  const headers = pairs.map((pair): [string, string] => {
    const at = pair.indexOf("=");
    return [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
  });
  try {
    return Object.fromEntries(new Headers(headers.map(([name, value]) => [name, decodeURIComponent(value)])));
  } catch {
    throw new Error("环境变量 OTEL_EXPORTER_OTLP_HEADERS：要写成 名称=值,名称=值");
  }
}

/** Sends spans in the background: nobody waits for it, and what a collector does not take is lost. */
function sender({ endpoint, headers, service, version, say, everyMs = EVERY_MS }: TraceSettings) {
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  const sent = { ...headersIn(headers), "Content-Type": "application/json" };
  const resource = {
    attributes: [
      text("service.name", service),
      text("service.version", version),
      text("service.instance.id", `${os.hostname()}:${process.pid}`),
    ],
  };
  let waiting: Span[] = [];
  let sending: Promise<void> | undefined;
  let saidAt = 0;

  async function send(spans: Span[], patience: number): Promise<void> {
    try {
      const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: service }, spans }] }] });
      const signal = AbortSignal.timeout(patience);
      const answer = await fetch(url, { method: "POST", headers: sent, body, signal, redirect: "error" });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    } catch (error) {
      if (Date.now() - saidAt < SAID_MS) return;
      saidAt = Date.now();
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      say(`追踪数据没有送出（OTEL_EXPORTER_OTLP_ENDPOINT）：${cause instanceof Error ? cause.message : "没有回应"}`);
    }
  }
  const flush = (patience = PATIENCE_MS): Promise<void> => {
    if (sending || !waiting.length) return sending ?? Promise.resolve();
    const spans = waiting.slice(0, AT_ONCE);
    waiting = waiting.slice(AT_ONCE);
    sending = send(spans, patience).finally(() => {
      sending = undefined;
      if (waiting.length >= AT_ONCE) void flush();
    });
    return sending;
  };
  const timer = setInterval(() => void flush(), everyMs).unref();
  return {
    add(span: Span) {
      if (waiting.length >= MOST) return;
      waiting.push(span);
      if (waiting.length >= AT_ONCE) void flush();
    },
    async close() {
      clearInterval(timer);
      const late = new Promise<void>((done) => setTimeout(done, LAST_MS).unref());
      const all = async () => {
        while (sending || waiting.length) await flush(LAST_MS);
      };
      await Promise.race([all(), late]);
    },
  };
}

/**
 * Tells a collector of OpenTelemetry what requests, calls and jobs take (OTLP/HTTP as JSON). Spans name a class of
 * address, never an address, a query or a person.
 * @throws Error when a setting cannot be understood
 */
export function createTracing(settings: TraceSettings): Tracing {
  const { add, close } = sender(settings);
  const work = new AsyncLocalStorage<SpanStatements>();
  const known = new Set<string>();

  const begin = (kind: Span["kind"], parent?: string): Span => {
    const [, traceId, parentSpanId] = PARENT.exec(parent ?? "") ?? [];
    const spanId = randomBytes(8).toString("hex");
    const begun = { spanId, name: "", kind, startTimeUnixNano: nowNano(), attributes: [] };
    return traceId ? { ...begun, traceId, parentSpanId } : { ...begun, traceId: randomBytes(16).toString("hex") };
  };
  const end = (span: Span, name: string, fault: boolean, { count, ms }: SpanStatements, more: SpanAttribute[] = []) => {
    const ran = count
      ? [whole("erp.db.statements", count), { key: "erp.db.ms", value: { doubleValue: Math.round(ms * 10) / 10 } }]
      : [];
    add({
      ...span,
      name,
      endTimeUnixNano: nowNano(),
      attributes: [...more, ...ran],
      ...(fault && { status: { code: 2 } }),
    });
  };

  return {
    close,
    statement(ms) {
      const statements = work.getStore();
      if (!statements) return;
      statements.count += 1;
      statements.ms += ms;
    },
    requests(req, res, next) {
      const span = begin(2, req.get("traceparent"));
      req.headers.traceparent = `00-${span.traceId}-${span.spanId}-01`;
      const statements = { count: 0, ms: 0 };
      res.once("close", () => {
        const [path = ""] = req.originalUrl.split("?", 1);
        const status = res.writableFinished ? res.statusCode : 499;
        const route = routeOf(path, status, known);
        if (route === "asset") return;
        end(span, `${req.method} ${route}`, status >= 500, statements, [
          text("http.request.method", req.method),
          text("http.route", route),
          whole("http.response.status_code", status),
          text("erp.request_id", req.get("x-request-id") ?? ""),
        ]);
      });
      work.run(statements, next);
    },
    async job(name, run) {
      const span = begin(1);
      const statements = { count: 0, ms: 0 };
      let fault = true;
      try {
        const done = await work.run(statements, run);
        fault = false;
        return done;
      } finally {
        end(span, `job ${name}`, fault, statements);
      }
    },
  };
}
