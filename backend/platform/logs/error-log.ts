import { z } from "zod";
import { filterTime, selectPage, Where } from "../db/page";
import { endpoint } from "../http/endpoint";
import { paging } from "../http/paging";
import { invalid } from "../http/refusal";
import { safeText } from "./mask";

const MAX_ENTRIES = 200;

const text = (max: number) =>
  z
    .preprocess((v) => (v === undefined || v === null ? "" : typeof v === "string" ? v : JSON.stringify(v)), z.string())
    .transform((v) => safeText(v, max));

const entry = z.object({
  url: text(2_000),
  time: z.preprocess((v) => v ?? null, z.union([z.string().max(40), z.number(), z.null()])),
  user: text(100),
  type: text(50),
  message: text(2_000),
  stack: text(8_000),
  info: text(2_000),
});

/** Browser clocks send milliseconds or a wire time; what is neither is no time. */
const timeOf = (value: string | number | null): string | null => {
  if (value === null) return null;
  if (typeof value === "string" && !/^\d{13}$/.test(value)) {
    const iso = new Date(value);
    if (/Z$/.test(value) && !Number.isNaN(iso.getTime())) return iso.toISOString();
    return filterTime(value, false) ?? null;
  }
  const at = new Date(Number(value));
  return Number.isNaN(at.getTime()) || at.getFullYear() > 9999 ? null : at.toISOString();
};

/** Browser errors, uploaded by the console after the user confirmed. */
export const uploadErrorLogs = endpoint({
  method: "post",
  path: "/admin/log/logs",
  tag: "日志",
  title: "上传前端日志",
  logged: false,
  body: z.array(entry, "日志格式不正确").min(1, "没有可上传的日志"),
  response: z.number(),
  async handle({ db, caller, ip, body, req }) {
    if (body.length > MAX_ENTRIES) throw invalid(`一次最多上传${MAX_ENTRIES}条日志`);
    const rows = body.map((e) => ({ ...e, time: timeOf(e.time) }));
    await db.query(
      `insert into sys_error_log (tenant_id, type, url, message, stack, info, error_time, user_name,
         remote_addr, user_agent, create_by)
       select $1, e.type, e.url, e.message, e.stack, e.info, e.time, e."user", $2, $3, $4
       from jsonb_to_recordset($5::jsonb) as e(type text, url text, message text, stack text,
         info text, time timestamptz, "user" text)`,
      [caller.tenantId, ip, safeText(req.headers["user-agent"] ?? ""), caller.username, JSON.stringify(rows)],
    );
    return rows.length;
  },
});

const filter = z.string().trim().max(200).optional().catch(undefined);

export const errorLogPage = endpoint({
  path: "/admin/log/error/page",
  tag: "日志",
  title: "前端日志列表",
  permission: "sys_log_view",
  query: z.object({
    ...paging(),
    ascs: filter,
    descs: filter,
    type: filter,
    message: filter,
    createBy: filter,
    createTimeFrom: filter,
    createTimeTo: filter,
  }),
  async handle({ db, tenantId, query }) {
    const where = new Where().and("tenant_id = ?", tenantId);
    for (const [column, value] of [
      ["type", query.type],
      ["message", query.message],
      ["create_by", query.createBy],
    ] as const)
      if (value) where.and(`strpos(lower(${column}), lower(?)) > 0`, value.replaceAll("\0", ""));
    const from = filterTime(query.createTimeFrom ?? "", false);
    const to = filterTime(query.createTimeTo ?? "", true);
    if (from) where.and("create_time >= ?", from);
    if (to) where.and("create_time < ?::timestamptz + interval '1 second'", to);
    return selectPage(
      db,
      {
        select: `id, type, url, message, stack, info, error_time as "time", user_name as "user",
          remote_addr as "remoteAddr", user_agent as "userAgent", create_by as "createBy",
          create_time as "createTime"`,
        from: "sys_error_log",
        where,
        sortable: { createTime: "create_time", time: "error_time" },
        order: "create_time desc, id desc",
      },
      query,
    );
  },
});
