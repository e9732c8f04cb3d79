import { type RequestHandler, Router } from "express";

/** How long the check may take. */
const PATIENCE_MS = 3_000;

/**
 * /healthz: the process lives, and is of this version. /readyz: it can serve; `check` rejects with the reason when it cannot.
 */
export function health(check: () => Promise<unknown>, version: string): RequestHandler {
  const router = Router();
  router.get("/healthz", (_req, res) => void res.type("text").send(`ok ${version}`));
  router.get("/readyz", async (_req, res) => {
    let late: NodeJS.Timeout | undefined;
    const patience = new Promise<never>((_done, fail) => {
      late = setTimeout(() => fail(new NotReady("database does not answer")), PATIENCE_MS);
    });
    try {
      await Promise.race([check(), patience]);
      res.type("text").send("ready");
    } catch (error) {
      const reason = error instanceof NotReady ? error.message : "database unavailable";
      res.status(503).type("text").send(reason);
    } finally {
      clearTimeout(late);
    }
  });
  return router;
}

/** Why the product cannot serve just now, for who asks /readyz. */
export class NotReady extends Error {}
