import { randomUUID } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import pino, { type DestinationStream, type Logger } from "pino";

/** How long faults of one kind are counted instead of being said again. */
const AGAIN_MS = 60_000;
/** Kinds that are counted at a time: a fault with a text of its own each time must not fill the memory. */
const MOST_KINDS = 200;
const REQUEST_ID = /^[\w-]{8,64}$/;

/** What tells one kind of fault from another: its first line without numbers. */
const kindOf = (text: string) => (text.split("\n", 1)[0] ?? "").replace(/\d+/g, "0").slice(0, 200);

/** Says the first fault of a kind at once, and a minute later how often it came again. */
export function countingFaults(tell: (text: string, times?: number) => void, afterMs = AGAIN_MS) {
  const counted = new Map<string, number>();
  return (text: string): void => {
    const kind = kindOf(text);
    const times = counted.get(kind);
    if (times !== undefined) return void counted.set(kind, times + 1);
    tell(text);
    if (counted.size >= MOST_KINDS) return;
    counted.set(kind, 0);
    const later = () => {
      const more = counted.get(kind) ?? 0;
      counted.delete(kind);
      if (more) tell(text, more);
    };
    setTimeout(later, afterMs).unref();
  };
}

/** Of lines that cannot be written so many bytes are kept; what comes on top of them is lost. */
const WAITING_BYTES = 1_000_000;

/**
 * Lines go to a file or a pipe, whose disk may be full for a while: the program goes on without saying anything, and
 * says what it can when there is room.
 */
export function linesTo(fd: number) {
  const to = pino.destination({ fd, sync: false, maxLength: WAITING_BYTES });
  to.on("error", () => {});
  return to;
}

/** Lines as JSON objects: time, level, message and what belongs to it. */
const jsonLines = (to: DestinationStream): Logger =>
  pino(
    {
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    to,
  );

const textOf = (part: unknown): string => (part instanceof Error ? (part.stack ?? part.message) : String(part));

/** From whom a request came, as far as the console or the backend found out. */
function callerOf(res: Response): { user?: string; tenant?: string } {
  const { caller, context } = res.locals;
  return { user: caller?.username ?? context?.session?.username, tenant: caller?.tenantId };
}

/**
 * Gives a request its id, which a proxy or the console may bring along, and tells it to the answer.
 * @param line what is told of each request when it has ended; none: nothing
 */
function identified(line: ((told: Record<string, unknown>) => void) | undefined): RequestHandler {
  return (req: Request, res, next) => {
    const trusted = req.app.get("trust proxy fn")(req.socket.remoteAddress ?? "", 0);
    const brought = trusted ? req.get("x-request-id") : undefined;
    const id = brought && REQUEST_ID.test(brought) ? brought : randomUUID();
    req.headers["x-request-id"] = id;
    // Nor is anybody else's trace gone on with.
    if (!trusted) delete req.headers.traceparent;
    res.set("X-Request-Id", id);
    if (line) {
      const began = performance.now();
      res.once("close", () =>
        line({
          id,
          method: req.method,
          // Without the query: that may hold names and tickets.
          path: req.originalUrl.split("?", 1)[0],
          status: res.writableFinished ? res.statusCode : 499,
          ms: Math.round(performance.now() - began),
          ...callerOf(res),
          ...(res.locals.problem && { problem: res.locals.problem }),
        }),
      );
    }
    next();
  };
}

export interface ProgramLog {
  /** A line for the operator. */
  say(line: string): void;
  /** Ids for requests and, as JSON, a line for each. */
  requests: RequestHandler;
}

/**
 * What the program says. As JSON each line is one object, what is told by `console.error` included, and faults
 * of one kind are told once with a count; as text it is what a person reads.
 * @param text says a line as text
 */
export function createLog(form: "text" | "json", text: (line: string) => void, to?: DestinationStream): ProgramLog {
  if (form === "text") return { say: text, requests: identified(undefined) };
  const lines = jsonLines(to ?? linesTo(1));
  const fault = countingFaults((message, times) => lines.error(times ? { times } : {}, message));
  console.error = (...parts: unknown[]) => fault(parts.map(textOf).join(" "));
  return { say: (line) => lines.info(line), requests: identified((told) => lines.info(told, "request")) };
}
