import { z } from "zod";
import type { Sql } from "../db/sql";
import type { Caller } from "../http/caller";
import { endpoint } from "../http/endpoint";
import { Refusal } from "../http/refusal";
import { detailRow } from "./answers";
import { attachmentsOf } from "./files";
import { noticeId } from "./input";
import { managedColumns } from "./list";
import { markRead } from "./read";
import { manages, receives } from "./visible";

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

export const noticeDetail = endpoint({
  method: "get",
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
