import { z } from "zod";
import { type AlertChoice, alertState, workQueue } from "#documents/kit";
import { type Erp, nothing } from "./client.server";

const queues = z.array(workQueue);

/** What waits for the caller, queue by queue. */
export const fetchQueues = (erp: Pick<Erp, "get">) => erp.get("/admin/desk/queues", { optional: true, schema: queues });

const alerts = z.array(alertState);

/** What the caller may ask to be told of, and what he asked for. */
export const fetchAlerts = (erp: Erp) => erp.get("/admin/desk/alerts", { optional: true, schema: alerts });

export const saveAlerts = (erp: Erp, body: AlertChoice) => erp.put("/admin/desk/alerts", { body, schema: nothing });

const hints = z.array(z.string());

/** Hints that the caller has put away. */
export const fetchAway = (erp: Pick<Erp, "get">) => erp.get("/admin/desk/hints", { optional: true, schema: hints });

export const putAway = (erp: Erp, hint: string) => erp.post("/admin/desk/hints", { body: { hint }, schema: nothing });
