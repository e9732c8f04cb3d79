import { z } from "zod";
import { workQueue } from "#documents/kit";
import type { Erp } from "./client.server";

const queues = z.array(workQueue);

/** What waits for the caller, queue by queue. */
export const fetchQueues = (erp: Pick<Erp, "get">) =>
  erp.get("/admin/desk/queues", { schema: queues });
