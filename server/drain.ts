import type { Server } from "node:http";
import net from "node:net";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import type { RequestHandler, Response } from "express";

/**
 * How long an idle connection may still bring a request while a server drains: a proxy may have sent one on it that
 * has not been read yet, and would hear that the connection was reset.
 */
const GRACE_MS = 1_000;
/** How often connections that have become idle are closed after that. */
const IDLE_MS = 100;

/** Lets a server end: what is under way is answered, nothing new begins. */
export interface Drain {
  /** Before every other handler: knows which answers are under way. */
  handler: RequestHandler;
  /** Answers under way. */
  pending(): number;
  /**
   * Takes no connection any more and waits for the answers under way, which tell their clients to
   * close. @param over waits no longer @returns how many were cut off then
   */
  end(server: Server, over: AbortSignal): Promise<number>;
}

export function createDrain(): Drain {
  const open = new Set<Response>();
  let ending = false;
  return {
    handler(_req, res, next) {
      open.add(res);
      res.once("close", () => open.delete(res));
      if (ending) res.shouldKeepAlive = false;
      next();
    },
    pending: () => open.size,
    async end(server, over) {
      ending = true;
      let left = 0;
      const cut = () => {
        left = open.size;
        server.closeAllConnections();
      };
      // Node writes `Connection: close` for it; an answer that has begun ends its connection below.
      for (const res of open) res.shouldKeepAlive = false;
      over.addEventListener("abort", cut);
      // Who is at the door comes in: what waits there would be reset with the door.
      await turn();
      // Not the close of `http`, which ends idle connections at once.
      const closed = new Promise((done) => net.Server.prototype.close.call(server, done));
      if (over.aborted) cut();
      await Promise.race([closed, sleep(GRACE_MS, undefined, { ref: false })]);
      // In a turn after what has come was read.
      const idle = setInterval(() => setImmediate(() => server.closeIdleConnections()), IDLE_MS);
      await closed;
      clearInterval(idle);
      over.removeEventListener("abort", cut);
      return left;
    },
  };
}
