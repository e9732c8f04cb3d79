import { z } from "zod";
import type { Sql } from "../db/sql";
import type { Caller } from "../http/caller";
import { endpoint } from "../http/endpoint";
import { once } from "../http/idempotency";
import { conflict, invalid } from "../http/refusal";
import { writeOperLog } from "../logs/oper-log";
import { movedRow } from "./answers";
import { noticeId, remark, seenVersion } from "./input";
import { keyOf } from "./key";
import { notify } from "./notify";
import { push } from "./push";
import { lockManaged, type NoticeRow, requireState } from "./row";

const REJECTED = "2";

/** auditing or approved → rejected; its author gets a reminder. No operator: the system did it. */
export async function reject(
  sql: Sql,
  notice: NoticeRow,
  opinion: string,
  operator: Caller | null,
): Promise<void> {
  await sql.query(
    `update sys_notification set status = 'rejected', audit_status = '2', audit_by = $2,
       audit_time = now(), audit_opinion = $3, version = version + 1, update_by = $2,
       update_time = now() where id = $1`,
    [notice.id, operator?.userId ?? null, opinion],
  );
  await writeOperLog(sql, {
    tenantId: notice.tenantId,
    bizType: "notification",
    bizId: notice.id,
    action: "驳回",
    fromState: notice.status,
    toState: "rejected",
    diff: { auditOpinion: opinion },
    operator,
  });
  await notify(sql, {
    tenantId: notice.tenantId,
    userIds: notice.createBy ? [notice.createBy] : [],
    title: `系统通知 ${notice.no} 已驳回`,
    pushDescribe: `${notice.title}：${opinion}`,
    bizPath: `/admin/systemnotice/detail/${notice.id}`,
  });
}

async function approve(sql: Sql, caller: Caller, notice: NoticeRow, opinion: string) {
  if (notice.lapsed) throw conflict("失效时间已过，请驳回后修改");
  await sql.query(
    `update sys_notification set status = 'approved', audit_status = '1', audit_by = $2,
       audit_time = now(), audit_opinion = $3, version = version + 1, update_by = $2,
       update_time = now() where id = $1`,
    [notice.id, caller.userId, opinion || null],
  );
  await writeOperLog(sql, {
    tenantId: notice.tenantId,
    bizType: "notification",
    bizId: notice.id,
    action: "通过",
    fromState: "auditing",
    toState: "approved",
    operator: caller,
  });
  if (notice.pushMode === "now") await push(sql, notice);
}

export const auditNotice = endpoint({
  method: "post",
  path: "/admin/sysnotification/auditSysNotification",
  tag: "系统通知",
  title: "审核系统通知",
  permission: "sys_notification_approve",
  body: z.object({
    id: noticeId,
    version: seenVersion,
    auditStatus: z.preprocess(
      (v) => (v === undefined || v === null ? v : String(v)),
      z.enum(["1", "2"], "请选择审核结果"),
    ),
    auditOpinion: remark("审核意见"),
  }),
  response: movedRow,
  handle: ({ db, caller, body, req }) =>
    once(db, caller, keyOf(req), ["auditSysNotification", body], async (sql) => {
      const notice = await lockManaged(sql, caller, body.id);
      requireState(notice, ["auditing"], body.version);
      if ([notice.createBy, notice.submitBy].includes(caller.userId))
        throw conflict("不能审批自己提交的单据");
      if (body.auditStatus !== REJECTED) await approve(sql, caller, notice, body.auditOpinion);
      else if (!body.auditOpinion)
        throw invalid("请填写驳回原因", { auditOpinion: "请填写驳回原因" });
      else await reject(sql, notice, body.auditOpinion, caller);
      return sql.one("select id, version, status from sys_notification where id = $1", [notice.id]);
    }),
});
