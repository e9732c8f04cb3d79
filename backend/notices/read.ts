import { z } from "zod";
import type { Database } from "../db/sql";
import type { Caller } from "../http/caller";
import { endpoint } from "../http/endpoint";
import { invalid } from "../http/refusal";
import { RECEIVED } from "./visible";

/**
 * Marks notices of the caller as read; the first read keeps its time. The notices are locked in
 * ascending order, so their counters stay exact and two readers never wait for each other in a ring.
 * @param ids null: all of them.
 * @returns How many were unread before.
 */
export function markRead(db: Database, caller: Caller, ids: string[] | null): Promise<number> {
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
    await sql.query(
      "update sys_notification set read_count = read_count + 1 where id = any ($1::bigint[])",
      [read.map((n) => n.id)],
    );
    return read.length;
  });
}

export const setRead = endpoint({
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
