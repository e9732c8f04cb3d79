import { z } from "zod";
import { NOW, patchRow, pickRow, plus, type Sql } from "#backend/platform/db";
import { type Caller, conflict, endpoint, invalid, Refusal, wireId } from "#backend/platform/http";
import { keyOf, once } from "#backend/platform/http/idempotency";
import { writeOperLog } from "#backend/platform/logs/oper-log";
import { movedRow } from "./answers";
import { noticeId, remark, seenVersion } from "./input";
import { lockManaged, type NoticeRow, requireState } from "./row";

const base = { tag: "系统通知", method: "post" } as const;
const params = z.object({ id: noticeId });
const MOST_REMINDERS = 3;

const logged = (sql: Sql, caller: Caller, notice: NoticeRow, action: string, more: object = {}) =>
  writeOperLog(sql, {
    tenantId: notice.tenantId,
    bizType: "notification",
    bizId: notice.id,
    action,
    fromState: notice.status,
    operator: caller,
    ...more,
  });

/** pushed: one more reminder for everybody who has not read it, three in 24 hours at most. */
async function remind(sql: Sql, caller: Caller, id: string, version?: number) {
  const notice = await lockManaged(sql, caller, id);
  requireState(notice, ["pushed"], version);
  if (notice.lapsed) throw conflict("通知已失效，不能催读");
  const recent = await sql.one<{ n: number }>(
    `select count(*)::int as n from sys_notification n, unnest(n.remind_times) as r
     where n.id = $1 and r > now() - interval '24 hours'`,
    [id],
  );
  if (recent!.n >= MOST_REMINDERS) throw conflict("24小时内最多催读3次");
  const unread = await sql.one<{ n: number }>(
    `select count(*)::int as n from sys_notification_target
     where notification_id = $1 and is_read = '0'`,
    [id],
  );
  if (!unread!.n) throw conflict("没有未读人员");
  const reminded = await sql.query(
    `update sys_notification_target set remind_count = remind_count + 1
     where notification_id = $1 and is_read = '0' and remind_count < ${MOST_REMINDERS} returning 1`,
    [id],
  );
  if (!reminded.length) throw conflict("未读人员均已催读3次");
  await sql.query("update sys_notification set remind_times = array_append(remind_times, now()) where id = $1", [id]);
  await logged(sql, caller, notice, "催读", { diff: { count: reminded.length } });
  return { id, no: notice.no, count: reminded.length };
}

export const remindNotice = endpoint({
  ...base,
  path: "/admin/sysnotification/:id(\\d+)/remind",
  title: "催读系统通知",
  permission: "sys_notification_edit",
  params,
  body: z.object({ version: seenVersion }),
  response: z.object({ id: wireId, no: z.string().nullable(), count: z.number() }),
  handle: ({ db, caller, params: { id }, body, req }) =>
    once(db, caller, keyOf({ req }), ["remind", id, body], (sql) => remind(sql, caller, id, body.version)),
});

/** Each notice in its own transaction; the answer says how each one went (supply.md 0.4). */
export const remindNotices = endpoint({
  ...base,
  path: "/admin/sysnotification/batch/remind",
  title: "批量催读系统通知",
  permission: "sys_notification_edit",
  body: z.object({ ids: z.array(noticeId).min(1, "请先选择数据").max(200) }),
  response: z.array(z.object({ id: wireId, no: z.string().nullable(), ok: z.boolean(), msg: z.string().nullable() })),
  async handle({ db, caller, body }) {
    const results: { id: string; no: string | null; ok: boolean; msg: string | null }[] = [];
    for (const id of new Set(body.ids))
      try {
        const { no } = await db.tx((sql) => remind(sql, caller, id));
        results.push({ id, no, ok: true, msg: null });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const row = await pickRow<{ no: string }>(db, "sys_notification", id, ["no"]);
        const no = error.status === 404 ? null : (row?.no ?? null);
        results.push({ id, no, ok: false, msg: error.message });
      }
    return results;
  },
});

export const revokeNotice = endpoint({
  ...base,
  path: "/admin/sysnotification/:id(\\d+)/revoke",
  title: "撤回系统通知",
  permission: "sys_notification_approve",
  params,
  body: z.object({ version: seenVersion, reason: remark("撤回原因") }),
  response: movedRow,
  handle: ({ db, caller, params: { id }, body, req }) =>
    once(db, caller, keyOf({ req }), ["revoke", id, body], async (sql) => {
      const notice = await lockManaged(sql, caller, id);
      requireState(notice, ["pushed"], body.version);
      if (!body.reason) throw invalid("请填写撤回原因", { reason: "请填写撤回原因" });
      await logged(sql, caller, notice, "撤回", { toState: "revoked", diff: { reason: body.reason } });
      return sql.one(
        `update sys_notification set status = 'revoked', revoke_by = $2, revoke_time = now(),
           revoke_reason = $3, version = version + 1, update_by = $2, update_time = now()
         where id = $1 returning id, version, status`,
        [id, caller.userId, body.reason],
      );
    }),
});

export const deleteNotice = endpoint({
  tag: "系统通知",
  method: "delete",
  path: "/admin/sysnotification/:id(\\d+)",
  title: "删除系统通知",
  permission: "sys_notification_edit",
  params,
  query: z.object({ version: seenVersion }),
  response: z.literal(true),
  handle: ({ db, caller, params: { id }, query }) =>
    db.tx(async (sql) => {
      const notice = await lockManaged(sql, caller, id);
      const sentence = "只有草稿或已驳回的系统通知可以删除";
      requireState(notice, ["draft", "rejected"], query.version, sentence);
      await patchRow(sql, "sys_notification", id, {
        del_flag: 1,
        version: plus(1),
        update_by: caller.userId,
        update_time: NOW,
      });
      await logged(sql, caller, notice, "删除");
      return true;
    }),
});
