import { type RuleContext, rules, transition } from "#backend/engine/documents";
import { forgetCallers } from "#backend/platform/auth/caller";
import { keep, lockIds, type Sql } from "#backend/platform/db";
import { conflict, invalid } from "#backend/platform/http";
import { menu } from "#documents/admin/menu";
import { refuseCircle } from "./dept";

const need = (name: string, message: string) => invalid(message, { [name]: message });

/** Menus below the same one, in their order. Writes to the tree take turns. */
async function siblingsOf(c: RuleContext, parentId: string): Promise<string[]> {
  const rows = await c.sql.query<{ id: string }>(
    `select id from sys_menu where tenant_id = $1 and parent_id = $2 and del_flag = 0
     order by sort, id`,
    [c.tenantId, parentId],
  );
  return rows.map((r) => r.id);
}

/** Changes places with the neighbour above or below; siblings get consecutive numbers. */
const move = (action: "up" | "down", step: -1 | 1, last: string) =>
  transition(menu, action, {
    async lock(c, row) {
      const ids = await siblingsOf(c, row.parentId);
      await lockIds(c.sql, "sys_menu", ids);
      return { ids };
    },
    guard: ({ row, ids }) => !ids[ids.indexOf(row.id) + step] && last,
    async effect(c, { row, ids }) {
      const order = ids.filter((id) => id !== row.id);
      order.splice(ids.indexOf(row.id) + step, 0, row.id);
      await c.sql.query(
        `update sys_menu m set sort = x.sort
         from unnest($1::bigint[]) with ordinality as x(id, sort) where m.id = x.id`,
        [order],
      );
      forgetCallers();
    },
  });

const del = transition(menu, "del", {
  lock: async ({ sql }, row) => ({
    child: await sql.one("select 1 from sys_menu where parent_id = $1 and del_flag = 0", [row.id]),
  }),
  guard: ({ child }) => child && "菜单含有下级，不能删除",
  async effect({ sql }, { row }) {
    await sql.query("delete from sys_role_menu where menu_id = $1", [row.id]);
    forgetCallers();
  },
});

/** @throws Refusal 409: a button has nothing below it */
async function refuseParent(sql: Sql, id: string): Promise<void> {
  if (await sql.one("select 1 from sys_menu where parent_id = $1 and del_flag = 0", [id]))
    throw conflict("菜单含有下级，不能改为按钮");
}

/** 菜单 (specification 7.3, market.md §10). */
export const menuRules = rules(menu, {
  filters: {
    roleId: (value) => ({
      sql: `t.id in (with recursive up(id, parent_id) as (
              select m.id, m.parent_id from sys_menu m join sys_role_menu rm on rm.menu_id = m.id
              where rm.role_id = any(?::bigint[]) and m.del_flag = 0
              union select p.id, p.parent_id from sys_menu p join up on p.id = up.parent_id)
            select id from up)`,
      values: [value.split(",").filter((v) => /^\d{1,18}$/.test(v))],
    }),
  },
  async beforeSave({ sql, tenantId }, next, before) {
    if (next.parentId === null) next.parentId = "-1";
    const value = (name: "type" | "path" | "permission") => next[name] ?? before?.[name];
    if (value("type") === "0" && !value("path")) throw need("path", "请输入路由地址");
    if (before && before.type === "0" && next.type === "1") await refuseParent(sql, before.id);
    if (value("type") === "1") {
      if (!value("permission")) throw need("permission", "请输入权限标识");
      next.path = null;
    }
    const { parentId } = next;
    if (!parentId || parentId === "-1") return;
    const parent = await sql.one<{ type: string }>(
      `select type from sys_menu where id = $1 and tenant_id = $2 and del_flag = 0
       ${keep(sql, "sys_menu", "share")}`,
      [parentId, tenantId],
    );
    if (!parent) throw need("parentId", "上级菜单不存在");
    if (parent.type === "1") throw need("parentId", "按钮下不能再有下级");
    await refuseCircle(sql, "sys_menu", before?.id, parentId, "上级菜单不能为自己或下级");
  },
  async afterSave({ sql, tenantId }, id, _next, before) {
    // A new entry belongs to the administrators at once; others get it by 分配权限.
    if (!before)
      await sql.query(
        `insert into sys_role_menu (role_id, menu_id)
         select id, $1 from sys_role where role_code = 'ADMIN' and tenant_id = $2 and del_flag = 0`,
        [id, tenantId],
      );
    forgetCallers();
  },
  transitions: [move("up", -1, "已经是第一个"), move("down", 1, "已经是最后一个"), del],
});
