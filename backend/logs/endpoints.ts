import { z } from "zod";
import { log } from "#documents/admin/log";
import { querySchema } from "#documents/kit";
import { selectPage } from "../db/page";
import { pageOf, pathId, wireId, wireTime } from "../http/answer";
import { type Endpoint, endpoint } from "../http/endpoint";
import { forbidden, missing } from "../http/refusal";
import { errorLogPage, uploadErrorLogs } from "./error-log";
import { exportLogs } from "./export";
import { keptNote } from "./keep";
import { logListing, readLog, shownTo } from "./list";
import { operLogEndpoint } from "./oper-log";

const text = z.string().nullable();

const logRow = z.object({
  id: wireId,
  /** "0" went well, "9" was refused or failed. */
  type: z.enum(["0", "9"]),
  title: z.string(),
  serviceId: z.string(),
  remoteAddr: text,
  userAgent: text,
  requestUri: text,
  method: text,
  params: text,
  /** Milliseconds. */
  time: z.number(),
  exception: text,
  createBy: text,
  createTime: wireTime,
});

const page = endpoint({
  method: "get",
  path: "/admin/log/page",
  tag: "日志",
  title: "操作日志列表",
  permission: "sys_log_view",
  query: querySchema(log),
  response: pageOf(logRow),
  async handle({ db, caller, tenantId, query }) {
    const found = await selectPage<object>(db, logListing(tenantId, query), query);
    const records = found.records.map((row) => shownTo(caller, row));
    return { ...found, records, notes: [await keptNote(db, tenantId)] };
  },
});

const read = endpoint({
  method: "get",
  path: "/admin/log/:id(\\d+)",
  tag: "日志",
  title: "操作日志",
  permission: "sys_log_view",
  params: pathId,
  response: logRow,
  async handle({ db, caller, tenantId, params: { id } }) {
    const found = await readLog(db, tenantId, id);
    if (!found) throw missing();
    return shownTo(caller, found);
  },
});

/** A client of the pig lineage has a button for it. What happened stays, whoever would rather have it gone. */
const remove = endpoint({
  method: "delete",
  path: "/admin/log/:id(\\d+)",
  tag: "日志",
  title: "删除操作日志",
  permission: "sys_log_view",
  params: pathId,
  response: z.literal(true),
  handle() {
    throw forbidden("操作日志不能删除，超出保留期限的由系统清理");
  },
});

export const logEndpoints: Endpoint[] = [
  page,
  read,
  exportLogs,
  uploadErrorLogs,
  errorLogPage,
  remove,
  operLogEndpoint,
];
