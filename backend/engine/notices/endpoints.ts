import { z } from "zod";
import { type Database, patchRow, plus, type Sql, selectPage, Where } from "#backend/platform/db";
import type { Caller, Endpoint } from "#backend/platform/http";
import { conflict, endpoint, forbidden, invalid, pageOf, Refusal } from "#backend/platform/http";
import { keyOf, once } from "#backend/platform/http/idempotency";
import { paging } from "#backend/platform/http/paging";
import { writeOperLog } from "#backend/platform/logs/oper-log";
import { nextNumber } from "#backend/platform/values";
import { deleteNotice, remindNotice, remindNotices, revokeNotice } from "./actions";
import { centreRow, detailRow, movedRow } from "./answers";
import { auditNotice } from "./audit";
import { attachmentsOf, tieFiles } from "./files";
import { FIELD_OF, type NoticeInput, noticeId, noticeInput } from "./input";
import { managedColumns, noticePage } from "./list";
import { lockManaged, manages, type NoticeRow, RECEIVED, receives, requireState } from "./row";
import { hasContent, sanitizeContent } from "./sanitize";
import { exportReadSituation, readSituationPage } from "./situation";

/**
 * Marks notices of the caller as read; the first read keeps its time. The notices are locked in
 * ascending order, so their counters stay exact and two readers never wait for each other in a ring.
 * @param ids null: all of them.
 * @returns How many were unread before.
 */
function markRead(db: Database, caller: Caller, ids: string[] | null): Promise<number> {
  return db.tx(async (sql) => {
    const unread = await sql.query<{ id: string }>(
      `select n.id from sys_notification n
       where n.tenant_id = $2 and ${RECEIVED} and ($3::bigint[] is null or n.id = any ($3))
         and exists (select 1 from sys_notification_target t
           where t.notification_id = n.id and t.user_id = $1 and t.is_read = '0')
       order by n.id for update`,
      [caller.userId, caller.tenantId, ids],
    );
    if (!unread.length) return 0;
    const read = await sql.query<{ id: string }>(
      `update sys_notification_target set is_read = '1', read_time = now()
       where user_id = $1 and notification_id = any ($2::bigint[]) and is_read = '0'
       returning notification_id as id`,
      [caller.userId, unread.map((n) => n.id)],
    );
    const noticeIds = read.map((n) => n.id);
    await patchRow(sql, "sys_notification", noticeIds, { read_count: plus(1) });
    return read.length;
  });
}

const setRead = endpoint({
  method: "post",
  path: "/admin/sysnotification/setReadNotification",
  tag: "消息中心",
  title: "标记通知已读",
  permission: "message_center",
  logged: false,
  body: z.object({
    ids: z
      .array(z.union([z.string(), z.number()]).transform(String))
      .max(1000, "一次最多标记1000条")
      .optional(),
    all: z.preprocess((v) => v === true || v === "true", z.boolean()),
  }),
  response: z.number(),
  handle({ db, caller, body: { ids, all } }) {
    if (!all && !ids?.length) throw invalid("请先选择数据");
    return markRead(db, caller, all ? null : ids!.filter((id) => /^\d{1,18}$/.test(id)));
  },
});

const MASTERS = { dept: "sys_dept", role: "sys_role", user: "sys_user" };

async function requireScope(sql: Sql, caller: Caller, { scopeType, scopeIds }: NoticeInput) {
  if (scopeType === "all") return;
  const found = await sql.one<{ n: number }>(
    `select count(*)::int as n from ${MASTERS[scopeType]}
     where id = any ($1::bigint[]) and tenant_id = $2 and del_flag = 0`,
    [scopeIds, caller.tenantId],
  );
  const gone = "接收对象不存在或已删除";
  if (found?.n !== scopeIds.length) throw invalid(gone, { scopeIds: gone, [FIELD_OF[scopeType]]: gone });
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

async function store(sql: Sql, caller: Caller, input: NoticeInput, row: NoticeRow | null, content: string) {
  const status = input.submitFlag ? "auditing" : "draft";
  if (!hasContent(content)) throw invalid("请输入正文", { content: "请输入正文" });
  const values = [
    caller.tenantId,
    caller.userId,
    status,
    input.title,
    input.pushDescribe,
    content,
    input.pushType,
    input.level,
    input.scopeType,
    input.scopeIds,
    input.channels,
    input.pushMode,
    input.planTime,
    input.expireTime,
    input.submitFlag,
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

const saveNotice = endpoint({
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
    return once(db, caller, keyOf({ req }), ["saveOrUpdateNotification", body], async (sql) => {
      const row = await target(sql, caller, body);
      await requireScope(sql, caller, body);
      return store(sql, caller, body, row, content);
    });
  },
});

const optional = z.string().trim().max(100).optional().catch(undefined);

/** Not read and pushed within 7 days: what the bell's badge counts. */
const NEW = `(t.is_read = '0' and n.status = 'pushed' and n.push_time > now() - interval '7 days'
  and (n.expire_time is null or n.expire_time > now()))`;

/** The caller's notices. `bell`: without those that have expired, which stay only in the centre. */
const centrePage = endpoint({
  path: "/admin/sysnotification/notificationCenterPage",
  tag: "消息中心",
  title: "消息中心",
  permission: "message_center",
  query: z.object({ ...paging(), isRead: optional, pushType: optional, keyword: optional, bell: optional }),
  response: pageOf(centreRow),
  handle({ db, caller, query }) {
    const where = new Where().and("t.user_id = ?", caller.userId).and("n.tenant_id = ?", caller.tenantId).and(RECEIVED);
    if (query.bell) where.and("n.status = 'pushed' and (n.expire_time is null or n.expire_time > now())");
    if (query.isRead) where.and("t.is_read = ?", query.isRead);
    if (query.pushType) where.and("n.push_type = any (?)", query.pushType.split(","));
    if (query.keyword) {
      const word = query.keyword.replaceAll("\0", "");
      where.and("strpos(lower(n.title || ' ' || n.push_describe), lower(?)) > 0", word);
    }
    return selectPage(
      db,
      {
        select: `n.id, n.title, t.is_read as "isRead", ${NEW} as "new", n.push_type as "pushType",
          n.push_describe as "pushDescribe", n.push_time as "pushTime", n.level,
          n.biz_path as "bizPath", t.read_time as "readTime", t.remind_count as "remindCount",
          n.status`,
        from: "sys_notification_target t join sys_notification n on n.id = t.notification_id",
        where,
        sortable: {},
        order: "n.push_time desc, n.id desc",
        summary: `count(*) filter (where t.is_read = '0')::int as unread,
          count(*) filter (where ${NEW})::int as "new"`,
      },
      { current: query.current, size: query.size },
    );
  },
});

const received = (sql: Sql, caller: Caller, id: string) =>
  sql.one(
    `select n.id, n.title, n.push_describe as "pushDescribe", n.content, n.push_type as "pushType",
       n.level, n.push_time as "pushTime", n.expire_time as "expireTime", n.status,
       n.biz_path as "bizPath", t.is_read as "isRead", t.read_time as "readTime",
       (select displayname from sys_user where id = n.create_by) as "createByName"
     from sys_notification n join sys_notification_target t on t.notification_id = n.id
     where n.id = $1 and t.user_id = $2`,
    [id, caller.userId],
  );

const managedDetail = (sql: Sql, id: string) =>
  sql.one(`select ${managedColumns}, n.content from sys_notification n where n.id = $1`, [id]);

const noticeDetail = endpoint({
  path: "/admin/sysnotification/getSysNotificationDetail/:flag",
  tag: "系统通知",
  title: "系统通知详情",
  permission: ["message_center", "sys_notification_view"],
  params: z.object({ flag: z.enum(["true", "false"]).catch("true") }),
  query: z.object({ notificationId: noticeId }),
  response: detailRow,
  async handle({ db, caller, params: { flag }, query: { notificationId: id } }) {
    const asReader = flag === "true";
    const receiver = await receives(db, caller, id);
    const manager = !asReader && (await manages(db, caller, id));
    // The one refusal that travels with HTTP 200 (market.md 0.1).
    if (!manager && !receiver) throw new Refusal(200, "通知不存在或已撤回");
    if (asReader) await markRead(db, caller, [id]);
    const notice = manager ? await managedDetail(db, id) : await received(db, caller, id);
    return { ...notice, attachments: await attachmentsOf(db, id) };
  },
});

/** Calls of market.md §9; the addresses are the specification's (7.2). */
export const noticeEndpoints: Endpoint[] = [
  noticePage,
  saveNotice,
  noticeDetail,
  centrePage,
  auditNotice,
  setRead,
  exportReadSituation,
  readSituationPage,
  remindNotice,
  remindNotices,
  revokeNotice,
  deleteNotice,
];
