import { log } from "#documents/admin/log";
import { querySchema } from "#documents/kit";
import { filterText } from "../db/page";
import type { Sql } from "../db/sql";
import type { Caller } from "../http/caller";
import { endpoint } from "../http/endpoint";
import { invalid } from "../http/refusal";
import { sendXlsx } from "../http/spreadsheet";
import { logExport } from "./export-log";
import { logListing, shownTo } from "./list";

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
  time: ["耗时(ms)", 10],
  params: ["参数", 40],
  exception: ["异常", 40],
  userAgent: ["浏览器", 40],
};

type Row = Record<string, unknown> & { id: string };

async function* rows(
  sql: Sql,
  caller: Caller,
  { select, from, where }: ReturnType<typeof logListing>,
) {
  for (let last = "9223372036854775807"; ; ) {
    const batch = await sql.query<Row>(
      `select ${select} from ${from} where ${where} and id < $${where.values.length + 1}
       order by id desc limit ${BATCH}`,
      [...where.values, last],
    );
    for (const row of batch)
      yield { ...shownTo(caller, row), type: row.type === "0" ? "正常" : "异常" };
    if (batch.length < BATCH) return;
    last = batch[batch.length - 1]!.id;
  }
}

export const exportLogs = endpoint({
  method: "get",
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
    const columns = Object.entries(HEADERS).map(([key, [header, width]]) => ({
      key,
      header,
      width,
    }));
    const count = await sendXlsx(res, "操作日志.xlsx", columns, rows(db, call.caller, listing), {
      filterText: filter,
    });
    await logExport(call, "导出操作日志", filter, count);
  },
});
