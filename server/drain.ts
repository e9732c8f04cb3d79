import type { Server } from "node:http";
import type { RequestHandler, Response } from "express";

/** How often connections that have become idle are closed while a server drains. */
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
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS);
      over.addEventListener("abort", cut);
      if (over.aborted) cut();
      await new Promise((done) => {
        server.close(done);
        server.closeIdleConnections();
      });
      clearInterval(idle);
      over.removeEventListener("abort", cut);
      return left;
    },
  };
}
