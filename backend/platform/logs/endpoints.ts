import { z } from "zod";
import { log } from "#documents/admin/log";
import { type ListQuery, querySchema } from "#documents/kit";
import { applyFilters, filterText, type Listing, orderOf, selectPage, Where } from "../db/page";
import type { Sql } from "../db/sql";
import { pageOf, pathId, wireId, wireTime } from "../http/answer";
import { type Caller, type Endpoint, endpoint } from "../http/endpoint";
import { forbidden, invalid, missing } from "../http/refusal";
import { sendXlsx } from "../http/spreadsheet";
import { declaredAt, mayRead } from "./declared";
import { errorLogPage, uploadErrorLogs } from "./error-log";
import { keptNote } from "./keep";
import { withheld } from "./mask";
import { operLogEndpoint } from "./oper-log";
import { logExport } from "./write";

const COLUMNS: Record<string, string> = {
  id: "id",
  type: "type",
  title: "title",
  serviceId: "service_id",
  remoteAddr: "remote_addr",
  userAgent: "user_agent",
  requestUri: "request_uri",
  method: "method",
  requestId: "request_id",
  params: "params",
  time: "time",
  exception: "exception",
  createBy: "create_by",
  createTime: "create_time",
};

const SELECT = Object.entries(COLUMNS)
  .map(([name, column]) => `${column} as "${name}"`)
  .join(", ");

/** An order by what a call brought would tell what its reader may not see. */
const { params: _, ...SORTABLE } = COLUMNS;

/** What stands for all that a call brought, where it cannot be told apart. */
const WITHHELD = "******";

/** A row as somebody may see it: values that the declarations mask are for who may read them. */
function shownTo<R extends object>(caller: Caller, row: R): R {
  const { params, requestUri }: { params?: unknown; requestUri?: unknown } = row;
  if (typeof params !== "string") return row;
  const declared = declaredAt(String(requestUri));
  const hidden = new Set([...declared.keys()].filter((name) => !mayRead(declared, name, caller)));
  if (!hidden.size) return row;
  try {
    const shown = withheld(JSON.parse(params), (name) => hidden.has(name));
    return { ...row, params: JSON.stringify(shown) };
  } catch {
    // It was longer than a row keeps.
    return { ...row, params: WITHHELD };
  }
}

/** One entry of a tenant's operation log. */
const readLog = (sql: Sql, tenantId: string, id: string) =>
  sql.one(`select ${SELECT} from sys_log where tenant_id = $1 and id = $2`, [tenantId, id]);

/** Operation log of one tenant under the declared filters. */
function logListing(tenantId: string, query: ListQuery): Listing {
  const where = new Where().and("tenant_id = ?", tenantId);
  applyFilters(where, log, query, (name) => COLUMNS[name] ?? "null");
  const order = { sortable: SORTABLE, order: "create_time desc, id desc" };
  // A file, which has an order of its own, is held to the names that the page knows, too.
  orderOf(order, query);
  return { select: SELECT, from: "sys_log t", table: "sys_log", where, ...order };
}

const MAX_ROWS = 50_000;
const BATCH = 1_000;

const HEADERS: Record<string, [string, number]> = {
  title: ["操作", 20],
  type: ["类型", 8],
  createBy: ["操作人", 14],
  createTime: ["时间", 20],
  remoteAddr: ["来源地址", 16],
  method: ["方法", 8],
  requestUri: ["请求地址", 36],
  requestId: ["请求编号", 38],
  time: ["耗时(ms)", 10],
  params: ["参数", 40],
  exception: ["异常", 40],
  userAgent: ["浏览器", 40],
};

type LogRow = Record<string, unknown> & { id: string };

async function* rows(sql: Sql, caller: Caller, { select, from, where }: ReturnType<typeof logListing>) {
  for (let last = "9223372036854775807"; ; ) {
    const batch = await sql.query<LogRow>(
      `select ${select} from ${from} where ${where} and id < $${where.values.length + 1}
       order by id desc limit ${BATCH}`,
      [...where.values, last],
    );
    for (const row of batch) yield { ...shownTo(caller, row), type: row.type === "0" ? "正常" : "异常" };
    if (batch.length < BATCH) return;
    last = batch[batch.length - 1]!.id;
  }
}

const exportLogs = endpoint({
  path: "/admin/log/export",
  tag: "日志",
  title: "导出操作日志",
  permission: "sys_log_export",
  raw: true,
  query: querySchema(log),
  async handle(call) {
    const { db, tenantId, query, res } = call;
    const listing = logListing(tenantId, query);
    if (query.ids) listing.where.and("id::text = any (?)", query.ids.split(","));
    const found = await db.one<{ n: number }>(
      `select count(*)::int as n from (select 1 from sys_log where ${listing.where} limit ${MAX_ROWS + 1}) as t`,
      listing.where.values,
    );
    if (found!.n > MAX_ROWS) throw invalid(`导出数据超过${MAX_ROWS}行，请缩小查询范围`);
    const filter = filterText(log, query);
    const columns = Object.entries(HEADERS).map(([key, [header, width]]) => ({ key, header, width }));
    const count = await sendXlsx(res, "操作日志.xlsx", columns, rows(db, call.caller, listing), {
      filterText: filter,
      demo: call.config.demo,
    });
    await logExport(call, "导出操作日志", filter, count);
  },
});

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
  /** What the page of a fault and the lines of the program call the request. */
  requestId: text,
  params: text,
  /** Milliseconds. */
  time: z.number(),
  exception: text,
  createBy: text,
  createTime: wireTime,
});

const page = endpoint({
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
