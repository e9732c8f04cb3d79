import { lockAdvisory } from "../db/advisory";
import type { Database, Sql } from "../db/sql";
import { MENU_GROUPS, type MenuGroup, type Page } from "./menus";
import { buttonRow, groupRow, pageRow } from "./menus/insert";
import { packMenu } from "./packages";
import { grantsOf, pagesOf } from "./roles/grants";
import { ROLES } from "./roles/roles";

interface CompleteMenusPresent {
  id: string;
  path: string | null;
  permission: string | null;
  parent: string;
  gone: boolean;
}

/** Every entry of the system menu by a name that never changes. */
const entries = (groups: readonly MenuGroup[]): CompleteMenusEntry[] =>
  groups.flatMap((group) => [
    { key: `menu ${group.path}`, group },
    ...group.pages.flatMap((page) => [
      { key: `page ${group.path} ${page.path}`, group, page },
      ...page.buttons.map(({ code }) => ({ key: `button ${code}`, group, page, code })),
    ]),
  ]);

type CompleteMenusEntry = { key: string; group: MenuGroup; page?: Page; code?: string };

/** The menu of a tenant as it stands, rows that were deleted included. */
async function standing(sql: Sql, tenantId: string) {
  const rows = await sql.query<CompleteMenusPresent>(
    `select id, path, permission, parent_id as parent, del_flag = 1 as gone from sys_menu
     where tenant_id = $1 order by del_flag desc, id`,
    [tenantId],
  );
  const byId = new Map(rows.map((r) => [r.id, r]));
  const byCode = new Map(rows.flatMap((r) => (r.permission ? [[r.permission, r] as const] : [])));
  const at = (path: string, top: boolean) => rows.filter((r) => r.path === path && (r.parent === "-1") === top).at(-1);
  // A page that got another address is known by its buttons.
  const pageOf = (page: Page) => {
    const button = page.buttons.find(({ code }) => byCode.has(code));
    return at(page.path, false) ?? byId.get(byCode.get(button?.code ?? "")?.parent ?? "");
  };
  const find = ({ group, page, code }: CompleteMenusEntry) =>
    code ? byCode.get(code) : page ? pageOf(page) : at(group.path, true);
  return {
    find,
    remember: (row: CompleteMenusPresent) => rows.push(row) && row.permission && byCode.set(row.permission, row),
  };
}

/** Roles that exist get of the new entries what a new database would give them. */
async function grant(sql: Sql, tenantId: string, groups: readonly MenuGroup[], added: ReadonlyMap<string, string>) {
  for (const role of ROLES) {
    const granted = grantsOf(role);
    const pages = new Set(pagesOf(granted));
    const ids = entries(groups).flatMap((e) => {
      const all = role.code === "ADMIN";
      const holds = e.code ? granted.has(e.code) : all || (e.page && pages.has(e.page));
      return holds && added.has(e.key) ? [added.get(e.key)] : [];
    });
    await sql.query(
      `insert into sys_role_menu (role_id, menu_id)
       select r.id, m from sys_role r, unnest($2::bigint[]) m
       where r.role_code = $1 and r.tenant_id = $3 and r.del_flag = 0 on conflict do nothing`,
      [role.code, ids, tenantId],
    );
  }
}

/**
 * Brings entries that the system menu got later into the menu of a tenant, with their grants. Each
 * entry is brought once: what an administrator moved, renamed or deleted since stays as it is.
 * @returns Names of what is new.
 */
export async function completeMenu(sql: Sql, tenantId: string, groups = MENU_GROUPS): Promise<string[]> {
  const marks = await sql.query<{ key: string }>("select key from seed_menu where tenant_id = $1", [tenantId]);
  const brought = new Set(marks.map((m) => m.key));
  const missing = entries(groups).filter(({ key }) => !brought.has(key));
  if (!missing.length) return [];
  const { find, remember } = await standing(sql, tenantId);
  const added = new Map<string, string>();
  const done: string[] = [];
  for (const entry of missing) {
    const { key, group, page, code } = entry;
    const above = page && find(code ? { key, group, page } : { key, group });
    if (!find(entry)) {
      // Below what was deleted nothing comes up again.
      if (page && (!above || above.gone)) continue;
      const row = !page ? groupRow(group) : code ? buttonRow(page, code) : pageRow(group, page);
      const parent = above?.id ?? "-1";
      const made = await sql.one<{ id: string }>(
        `insert into sys_menu (tenant_id, name, type, parent_id, path, component, permission, icon,
           sort, menu_group, href)
         select $3, r.name, r.type, $2, r.path, r.component, r.permission, r.icon, r.sort,
           r.menu_group, r.href
         from jsonb_populate_record(null::sys_menu, $1) r returning id`,
        [JSON.stringify(row), parent, tenantId],
      );
      const id = made?.id ?? "";
      added.set(key, id);
      remember({ id, path: row.path, permission: row.permission, parent, gone: false });
    }
    done.push(key);
  }
  if (added.size) await grant(sql, tenantId, groups, added);
  await sql.query("insert into seed_menu (tenant_id, key) select $2, unnest($1::text[])", [done, tenantId]);
  await packMenu(sql, tenantId);
  return [...added.keys()];
}

/** Completes the menu of every tenant that has one. @returns Names of what is new, by tenant. */
export const completeMenus = (db: Database, groups = MENU_GROUPS): Promise<string[]> =>
  db.tx(async (sql) => {
    await lockAdvisory(sql, "seed");
    const tenants = await sql.query<{ id: string }>(
      `select id from sys_tenant t where exists (select 1 from sys_menu where tenant_id = t.id)
       order by id`,
    );
    const added: string[] = [];
    for (const { id } of tenants) added.push(...(await completeMenu(sql, id, groups)));
    return added;
  });
