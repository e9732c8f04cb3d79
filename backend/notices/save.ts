import { z } from "zod";
import type { Sql } from "../db/sql";
import type { Caller } from "../http/caller";
import { endpoint } from "../http/endpoint";
import { once } from "../http/idempotency";
import { conflict, forbidden, invalid } from "../http/refusal";
import { writeOperLog } from "../logs/oper-log";
import { nextNumber } from "../values/sequence";
import { movedRow } from "./answers";
import { tieFiles } from "./files";
import { FIELD_OF, type NoticeInput, noticeInput } from "./input";
import { keyOf } from "./key";
import { lockManaged, type NoticeRow, requireState } from "./row";
import { hasContent, sanitizeContent } from "./sanitize";

const MASTERS = { dept: "sys_dept", role: "sys_role", user: "sys_user" };

async function requireScope(sql: Sql, caller: Caller, { scopeType, scopeIds }: NoticeInput) {
  if (scopeType === "all") return;
  const found = await sql.one<{ n: number }>(
    `select count(*)::int as n from ${MASTERS[scopeType]}
     where id = any ($1::bigint[]) and tenant_id = $2 and del_flag = 0`,
    [scopeIds, caller.tenantId],
  );
  const gone = "接收对象不存在或已删除";
  if (found?.n !== scopeIds.length)
    throw invalid(gone, { scopeIds: gone, [FIELD_OF[scopeType]]: gone });
}

/** New row, or the existing one as its editor saw it. */
async function target(sql: Sql, caller: Caller, input: NoticeInput): Promise<NoticeRow | null> {
  const code = input.id === null ? "sys_notification_add" : "sys_notification_edit";
  if (!caller.permissions.has(code)) throw forbidden();
  if (input.id === null) return null;
  if (input.version === null) throw invalid("缺少版本号", { version: "缺少版本号" });
  const row = await lockManaged(sql, caller, input.id);
  requireState(row, ["draft", "rejected"], input.version, "系统通知已提交，不能修改");
  if (input.submitFlag && row.createBy !== caller.userId) throw conflict("只能提交本人负责的单据");
  return row;
}

async function store(
  sql: Sql,
  caller: Caller,
  input: NoticeInput,
  row: NoticeRow | null,
  content: string,
) {
  const status = input.submitFlag ? "auditing" : "draft";
  if (!hasContent(content)) throw invalid("请输入正文", { content: "请输入正文" });
  const values = [
    ...[caller.tenantId, caller.userId, status, input.title, input.pushDescribe, content],
    ...[input.pushType, input.level, input.scopeType, input.scopeIds, input.channels],
    ...[input.pushMode, input.planTime, input.expireTime, input.submitFlag],
  ];
  const columns = `status, title, push_describe, content, push_type, level, scope_type, scope_ids,
    channels, push_mode, plan_time, expire_time, submit_by, submit_time, audit_status, audit_by,
    audit_time, audit_opinion`;
  const given = `$3, $4, $5, $6, $7, $8, $9, $10::bigint[], $11::text[], $12, $13::timestamptz,
    $14::timestamptz, case when $15 then $2::bigint end, case when $15 then now() end,
    case when $15 then '0' end, null, null, null`;
  const saved = row
    ? await sql.one<{ id: string; no: string; version: number }>(
        `update sys_notification set (${columns}) = row(${given}), version = version + 1,
           update_by = $2, update_time = now()
         where tenant_id = $1 and id = $16 returning id, no, version`,
        [...values, row.id],
      )
    : await sql.one<{ id: string; no: string; version: number }>(
        `insert into sys_notification (tenant_id, create_by, ${columns}, no)
         values ($1, $2, ${given}, $16) returning id, no, version`,
        [...values, await nextNumber(sql, "TZ", caller.tenantId)],
      );
  await tieFiles(sql, caller, saved!.id, input.attachments, content);
  await writeOperLog(sql, {
    tenantId: caller.tenantId,
    bizType: "notification",
    bizId: saved!.id,
    action: input.submitFlag ? "提交" : "保存",
    fromState: row?.status,
    toState: status,
    diff: { title: input.title, scopeType: input.scopeType, scopeIds: input.scopeIds },
    operator: caller,
  });
  return { ...saved!, status };
}

export const saveNotice = endpoint({
  method: "post",
  path: "/admin/sysnotification/saveOrUpdateNotification",
  tag: "系统通知",
  title: "保存系统通知",
  permission: ["sys_notification_add", "sys_notification_edit"],
  body: noticeInput,
  response: movedRow.extend({ no: z.string() }),
  async handle({ db, caller, body, req }) {
    // Before the transaction: nobody's rows wait for it.
    const content = await sanitizeContent(body.content);
    return once(db, caller, keyOf(req), ["saveOrUpdateNotification", body], async (sql) => {
      const row = await target(sql, caller, body);
      await requireScope(sql, caller, body);
      return store(sql, caller, body, row, content);
    });
  },
});
