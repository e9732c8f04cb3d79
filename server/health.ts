import { type RequestHandler, Router } from "express";
import type { Database } from "../backend/db/sql";

/** /healthz: the process lives. /readyz: it can serve, that is, its own database answers. */
export function health(db: Database | null): RequestHandler {
  const router = Router();
  router.get("/healthz", (_req, res) => void res.type("text").send("ok"));
  router.get("/readyz", async (_req, res) => {
    try {
      await db?.query("select 1");
      res.type("text").send("ready");
    } catch {
      res.status(503).type("text").send("database unavailable");
    }
  });
  return router;
}
