import { z } from "zod";
import { type Erp, nothing } from "./client.server";
import { id, page, text, yes } from "./shapes";

const notice = z
  .looseObject({
    id,
    title: text,
    isRead: yes,
    new: yes,
    pushType: z.union([z.string(), z.number()]).nullish(),
    pushDescribe: text,
    pushTime: text,
    level: text,
    bizPath: text,
  })
  .transform((n) => ({
    id: n.id,
    title: n.title,
    isRead: n.isRead,
    /** Unread and pushed within the last 7 days: the bell's badge. */
    isNew: n.new,
    /** 1 系统公告, 2 版本更新, 3 制度通知, 4 业务提醒 */
    pushType: String(n.pushType ?? ""),
    pushDescribe: n.pushDescribe,
    /** yyyy-MM-dd HH:mm:ss */
    pushTime: n.pushTime,
    level: n.level,
    /** Page of the document that it speaks of; empty for ordinary notices. */
    bizPath: n.bizPath,
  }));
export type Notice = z.output<typeof notice>;

const notices = page(notice);
export type NoticePage = z.output<typeof notices>;

/** The caller's notices, newest first (permission message_center). `isRead`: "0" or "1". */
export const fetchNotices = (
  erp: Pick<Erp, "get">,
  query: { current?: number; size?: number; isRead?: string; pushType?: string; bell?: number } = {},
): Promise<NoticePage> =>
  erp.get("/admin/sysnotification/notificationCenterPage", { optional: true, query, schema: notices });

/** Announcements, without the reminders that documents send (supply.md E.4). */
export const ANNOUNCEMENTS = "1,2,3" as const;

/** For the bell, which leaves out expired ones: the newest announcement, and how many are unread. */
export async function fetchBell(erp: Erp): Promise<{ latest: Notice | null; unread: number }> {
  const asked = { current: 1, size: 1, bell: 1, pushType: ANNOUNCEMENTS };
  const [newest, unread] = await Promise.all([fetchNotices(erp, asked), fetchNotices(erp, { ...asked, isRead: "0" })]);
  return { latest: newest.records[0] ?? null, unread: unread.total };
}

const detail = z.looseObject({ id, title: text, content: text, pushDescribe: text, pushTime: text });
export type NoticeDetail = z.output<typeof detail>;

/** One notice in full; fetching it as its reader marks it read (specification section 4). */
export const fetchNotice = (erp: Erp, notificationId: string, asReader = true) =>
  erp.get(`/admin/sysnotification/getSysNotificationDetail/${asReader}`, { query: { notificationId }, schema: detail });

/** Marks the named notices, or all, as read. */
export const markNoticesRead = (erp: Erp, which: { ids: string[] } | { all: true }) =>
  erp.post("/admin/sysnotification/setReadNotification", { body: which, schema: nothing });
