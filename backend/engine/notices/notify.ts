import { patchRow, type Sql } from "#backend/platform/db";
import { insertTargets } from "./push";

/** A 业务提醒 that a document sends to people (market.md §9, message centre). */
export interface Reminder {
  userIds: string[];
  title: string;
  pushDescribe: string;
  /** Address of the document in the console. */
  bizPath?: string;
  tenantId?: string;
  /** Pages of the console that it is about, one a line. */
  links?: readonly { label: string; href: string }[];
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

const listOf = (links: NonNullable<Reminder["links"]>) =>
  links.length
    ? `<ul>${links
        .map(({ label, href }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(label)}</a></li>`)
        .join("")}</ul>`
    : "";

/**
 * Sends a generated notice of push type 4: no number, no audit, pushed at once. Runs in the
 * caller's transaction, so it exists exactly when the action does.
 * @returns Its id, or null when none of the users lives.
 */
export async function notify(sql: Sql, reminder: Reminder): Promise<string | null> {
  const { title, pushDescribe, bizPath, tenantId = "1", links = [] } = reminder;
  const userIds = [...new Set(reminder.userIds)];
  if (!userIds.length) return null;
  const row = await sql.one<{ id: string }>(
    `insert into sys_notification (tenant_id, generated, status, title, push_describe, content,
       push_type, scope_type, scope_ids, push_mode, push_time, biz_path)
     select $1, true, 'pushed', $2, $3, $4, '4', 'user', $5::bigint[], 'now', now(), $6
     where exists (select 1 from sys_user u
       where u.id = any ($5::bigint[]) and u.tenant_id = $1 and u.del_flag = 0)
     returning id`,
    [
      tenantId,
      title.slice(0, 100),
      pushDescribe.slice(0, 200),
      `<p>${escapeHtml(pushDescribe)}</p>${listOf(links)}`,
      userIds,
      bizPath ?? null,
    ],
  );
  if (!row) return null;
  const notice = { id: row.id, tenantId, scopeType: "user" as const, scopeIds: userIds };
  const count = await insertTargets(sql, notice);
  await patchRow(sql, "sys_notification", row.id, { target_count: count });
  return row.id;
}
