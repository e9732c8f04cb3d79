import { z } from "zod";
import { selectPage, Where } from "../db/page";
import { pageOf } from "../http/answer";
import { endpoint } from "../http/endpoint";
import { paging } from "../http/paging";
import { centreRow } from "./answers";
import { RECEIVED } from "./visible";

const optional = z.string().trim().max(100).optional().catch(undefined);

/** Not read and pushed within 7 days: what the bell's badge counts. */
const NEW = `(t.is_read = '0' and n.status = 'pushed' and n.push_time > now() - interval '7 days'
  and (n.expire_time is null or n.expire_time > now()))`;

/** The caller's notices. `bell`: without those that have expired, which stay only in the centre. */
export const centrePage = endpoint({
  method: "get",
  path: "/admin/sysnotification/notificationCenterPage",
  tag: "消息中心",
  title: "消息中心",
  permission: "message_center",
  query: z.object({
    ...paging(),
    isRead: optional,
    pushType: optional,
    keyword: optional,
    bell: optional,
  }),
  response: pageOf(centreRow),
  handle({ db, caller, query }) {
    const where = new Where()
      .and("t.user_id = ?", caller.userId)
      .and("n.tenant_id = ?", caller.tenantId)
      .and(RECEIVED);
    if (query.bell)
      where.and("n.status = 'pushed' and (n.expire_time is null or n.expire_time > now())");
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
