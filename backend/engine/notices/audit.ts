import { z } from "zod";
import { NOW, patchRow, plus, type Sql } from "#backend/platform/db";
import { type Caller, conflict, endpoint, invalid } from "#backend/platform/http";
import { keyOf, once } from "#backend/platform/http/idempotency";
import { writeOperLog } from "#backend/platform/logs/oper-log";
import { movedRow } from "./answers";
import { noticeId, remark, seenVersion } from "./input";
import { notify } from "./notify";
import { push } from "./push";
import { lockManaged, type NoticeRow, requireState } from "./row";

const REJECTED = "2";

/** auditing or approved → rejected; its author gets a reminder. No operator: the system did it. */
export async function reject(sql: Sql, notice: NoticeRow, opinion: string, operator: Caller | null): Promise<void> {
  const by = operator?.userId ?? null;
  await patchRow(sql, "sys_notification", notice.id, {
    status: "rejected",
    audit_status: "2",
    audit_by: by,
    audit_time: NOW,
    audit_opinion: opinion,
    version: plus(1),
    update_by: by,
    update_time: NOW,
  });
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
  await patchRow(sql, "sys_notification", notice.id, {
    status: "approved",
    audit_status: "1",
    audit_by: caller.userId,
    audit_time: NOW,
    audit_opinion: opinion || null,
    version: plus(1),
    update_by: caller.userId,
    update_time: NOW,
  });
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
    once(db, caller, keyOf({ req }), ["auditSysNotification", body], async (sql) => {
      const notice = await lockManaged(sql, caller, body.id);
      requireState(notice, ["auditing"], body.version);
      if ([notice.createBy, notice.submitBy].includes(caller.userId)) throw conflict("不能审批自己提交的单据");
      if (body.auditStatus !== REJECTED) await approve(sql, caller, notice, body.auditOpinion);
      else if (!body.auditOpinion) throw invalid("请填写驳回原因", { auditOpinion: "请填写驳回原因" });
      else await reject(sql, notice, body.auditOpinion, caller);
      return sql.one("select id, version, status from sys_notification where id = $1", [notice.id]);
    }),
});
