import type { Call } from "../http/endpoint";
import { requestOf } from "../http/operation-log";
import { writeLog } from "./write";

/** Notes who exported what under which filter and how many rows (market.md §14.9). */
export async function logExport(
  { db, caller, req }: Pick<Call, "db" | "caller" | "req">,
  title: string,
  filter: string,
  rows: number,
): Promise<void> {
  await writeLog(db, {
    tenantId: caller.tenantId,
    title,
    type: "0",
    ...requestOf(req),
    params: { filter, rows },
    time: 0,
    exception: null,
    createBy: caller.username,
  });
}
