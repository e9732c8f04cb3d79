import { notify } from "#backend/engine/notices/notify";
import { holding } from "#backend/platform/auth/caller";
import type { Sql } from "#backend/platform/db";
import type { Caller } from "#backend/platform/http";
import type { Context } from "#backend/platform/http/context";
import { type DocumentType, pageAddress, permissionOf } from "#documents/kit";
import { pick } from "../by-id";
import { visible } from "../reading/where";

/** A person as a caller; null for who may not sign in. */
type People = (sql: Sql, userId: string) => Promise<Caller | null>;

declare module "#backend/platform/http/endpoint" {
  interface Services {
    people: People;
  }
}

const MENTION = /@([^\s@]{1,40})/g;
const MOST = 20;

/** What stands behind each @ of a text, as long as a name may be. */
const typed = (content: string): string[] => [...content.matchAll(MENTION)].map((m) => m[1] ?? "").slice(0, MOST);

interface Person {
  id: string;
  name: string;
  username: string;
}

/** People of the tenant whose name begins what was typed, and whose roles let them see the document. */
const candidates = (c: Context, document: DocumentType, names: string[]) =>
  c.sql.query<Person>(
    `select u.id, u.displayname as name, u.username from sys_user u
     where u.tenant_id = $1 and u.del_flag = 0 and u.lock_flag = '0' and ${holding("u.id", "$3")}
       and exists (select 1 from unnest($2::text[]) t(name)
         where starts_with(t.name, u.displayname) or starts_with(t.name, u.username))`,
    [c.tenantId, names, permissionOf(document, "view")],
  );

/** Whom a text names with @: the longest name that fits, so that @陆云舟请看 names 陆云舟. */
export async function mentioned(c: Context, document: DocumentType, content: string): Promise<string[]> {
  const names = typed(content);
  if (!names.length) return [];
  const people = await candidates(c, document, names);
  const fits = (text: string, p: Person) =>
    Math.max(...[p.name, p.username].map((n) => (n && text.startsWith(n) ? n.length : 0)));
  const found = names.flatMap((text) => {
    const longest = Math.max(0, ...people.map((p) => fits(text, p)));
    return longest ? people.filter((p) => fits(text, p) === longest).map((p) => p.id) : [];
  });
  return [...new Set(found)].filter((id) => id !== c.caller.userId);
}

/** May somebody see this row: by permission and data scope. */
export async function maySee(sql: Sql, caller: Caller, document: DocumentType, id: string): Promise<boolean> {
  if (!caller.permissions.has(permissionOf(document, "view"))) return false;
  const where = visible(document, caller).and("t.id = ?", id);
  return !!(await sql.one(`select 1 from ${document.table} t where ${where}`, where.values));
}

const withTab = (path: string) => `${path}${path.includes("?") ? "&" : "?"}tab=comments`;

/** Tells those whom a comment names and who may see its row, without saying what it says. */
export async function notifyMentioned(
  c: Context & { people: People },
  document: DocumentType,
  id: string,
  named: string[],
): Promise<void> {
  const userIds: string[] = [];
  for (const userId of named) {
    const person = await c.people(c.sql, userId);
    if (person && (await maySee(c.sql, person, document, id))) userIds.push(userId);
  }
  if (!userIds.length) return;
  const row = await pick(c, document, id, [document.display]);
  await notify(c.sql, {
    userIds,
    tenantId: c.tenantId,
    title: "评论提到了您",
    pushDescribe: `${c.caller.displayname}在${document.label}${row?.[document.display] ?? ""}的评论中提到了您`,
    bizPath: withTab(pageAddress(document, id)),
  });
}
