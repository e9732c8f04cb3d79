import type { Call } from "../http/endpoint";
import { writeLog } from "./write";

/** Notes who exported what under which filter and how many rows (market.md §14.9). */
export async function logExport(
  { db, caller, ip, req }: Pick<Call, "db" | "caller" | "ip" | "req">,
  title: string,
  filter: string,
  rows: number,
): Promise<void> {
  await writeLog(db, {
    tenantId: caller.tenantId,
    title,
    type: "0",
    remoteAddr: ip,
    userAgent: req.headers["user-agent"] ?? "",
    requestUri: req.originalUrl.split("?")[0] ?? "",
    method: req.method,
    params: { filter, rows },
    time: 0,
    exception: null,
    createBy: caller.username,
  });
}
