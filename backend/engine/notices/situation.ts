import { z } from "zod";
import { type Database, pickRow, selectPage, Where } from "#backend/platform/db";
import { type Caller, conflict, endpoint, missing, pageOf } from "#backend/platform/http";
import { paging } from "#backend/platform/http/paging";
import { sendXlsx } from "#backend/platform/http/spreadsheet";
import { logExport } from "#backend/platform/logs/write";
import { situationRow } from "./answers";
import { noticeId } from "./input";
import { manages } from "./row";

const BATCH = 1_000;

type NoticeSituation = z.output<typeof situationRow>;

const SELECT = `t.user_id as "userId", u.displayname, d.name as "deptName", t.is_read as "isRead",
  t.read_time as "readTime", t.remind_count as "remindCount"`;
/** Deleted users keep their names (market.md §10 ③). */
const FROM = `sys_notification_target t join sys_user u on u.id = t.user_id
  left join sys_dept d on d.id = u.dept_id`;

async function requirePushed(db: Database, caller: Caller, id: string) {
  if (!(await manages(db, caller, id))) throw missing();
  const notice = await pickRow<{ no: string; title: string; push_time: string | null }>(db, "sys_notification", id, [
    "no",
    "title",
    "push_time",
  ]);
  if (!notice?.push_time) throw conflict("通知尚未推送");
  return notice;
}

async function* rows(db: Database, id: string) {
  let people = 0;
  let read = 0;
  let reminders = 0;
  for (let last = "0"; ; ) {
    const batch = await db.query<NoticeSituation>(
      `select ${SELECT} from ${FROM} where t.notification_id = $1 and t.user_id > $2
       order by t.user_id limit ${BATCH}`,
      [id, last],
    );
    for (const row of batch) {
      people++;
      if (row.isRead === "1") read++;
      reminders += row.remindCount;
      yield { ...row, isRead: row.isRead === "1" ? "已读" : "未读" };
    }
    if (batch.length < BATCH) break;
    last = batch[batch.length - 1]!.userId;
  }
  yield {
    displayname: "合计",
    deptName: `应读${people}人`,
    isRead: `已读${read}人`,
    readTime: `阅读率${((read * 100) / people).toFixed(2)}%`,
    remindCount: reminders,
  };
}

export const exportReadSituation = endpoint({
  path: "/admin/sysnotification/exportReadSituation",
  tag: "系统通知",
  title: "导出阅读情况",
  permission: "sys_notification_export",
  raw: true,
  query: z.object({ notificationId: noticeId }),
  async handle(call) {
    const { db, caller, query, res } = call;
    const { no, title } = await requirePushed(db, caller, query.notificationId);
    const filterText = `${no} ${title}`;
    const lines = await sendXlsx(
      res,
      `阅读情况-${no}.xlsx`,
      [
        { key: "displayname", header: "姓名", width: 16 },
        { key: "deptName", header: "部门", width: 20 },
        { key: "isRead", header: "是否已读", width: 12 },
        { key: "readTime", header: "阅读时间", width: 22 },
        { key: "remindCount", header: "催读次数", width: 10 },
      ],
      rows(db, query.notificationId),
      { filterText, demo: call.config.demo, sheet: "阅读情况" },
    );
    await logExport(call, "导出阅读情况", filterText, lines - 1);
  },
});

export const readSituationPage = endpoint({
  path: "/admin/sysnotification/readSituationPage",
  tag: "系统通知",
  title: "阅读情况",
  permission: "sys_notification_view",
  query: z.object({ notificationId: noticeId, ...paging(), isRead: z.enum(["0", "1"]).optional().catch(undefined) }),
  response: pageOf(situationRow),
  async handle({ db, caller, query }) {
    await requirePushed(db, caller, query.notificationId);
    const where = new Where().and("t.notification_id = ?", query.notificationId);
    if (query.isRead) where.and("t.is_read = ?", query.isRead);
    return selectPage<NoticeSituation>(
      db,
      { select: SELECT, from: FROM, where, sortable: {}, order: "t.is_read, t.user_id" },
      { current: query.current, size: query.size },
    );
  },
});
