import { z } from "zod";
import { oneVisible, perform } from "#backend/engine/documents";
import { bothNames } from "#backend/engine/documents/both-names";
import { context } from "#backend/engine/documents/call";
import { rowSchema } from "#backend/engine/documents/reading/answer";
import { allRows, page } from "#backend/engine/documents/reading/list";
import { forgetCallers } from "#backend/platform/auth/caller";
import { applyFilters, type Listing, orderOf, type Sql, selectPage, Where } from "#backend/platform/db";
import { type Endpoint, endpoint, missing, pageOf, pathId, validate } from "#backend/platform/http";
import { documentNamed } from "#documents";
import { client } from "#documents/admin/client";
import { role } from "#documents/admin/role";
import { token } from "#documents/admin/token";
import { user } from "#documents/admin/user";
import { querySchema, withOtherNames } from "#documents/kit";
import { dictItemEndpoints } from "./dict-items";
import { nest } from "./nest";
import { grantedMenus } from "./role";
import { userRules } from "./user";

/** Sessions of a tenant that go on. */
export const goingOn = (tenantId: string) =>
  new Where().and("f.tenant_id = ?", tenantId).and("f.revoke_time is null").and("f.expire_time > now()");

/** Ends a session that goes on: its tokens are refused from now on. */
export async function endSession(sql: Sql, tenantId: string, id: string): Promise<boolean> {
  const where = goingOn(tenantId).and("f.id = ?", id);
  const [ended] = await sql.query(
    `update sys_token_family f set revoke_time = now() where ${where} returning f.id`,
    where.values,
  );
  if (ended) forgetCallers();
  return !!ended;
}

const COLUMNS: Record<string, string> = {
  id: "f.id",
  username: "u.username",
  userId: "f.user_id",
  clientId: "f.client_id",
  loginType: "f.login_type",
  remoteAddr: "f.remote_addr",
  userAgent: "f.user_agent",
  createTime: "f.create_time",
  expireTime: "f.expire_time",
};

/** What clients of the pig lineage show besides; the token itself is stored nowhere. */
const SHOWN = `0 as version, 'bearer' as token_type,
  greatest(0, extract(epoch from f.expire_time - now()))::int as expires_in`;

const tokensPage = endpoint({
  tag: token.label,
  path: "/admin/token/page",
  title: "令牌列表",
  permission: "sys_token_view",
  query: querySchema(token),
  response: pageOf(rowSchema(token)),
  handle({ db, tenantId, query }) {
    const columns = Object.entries(COLUMNS).map(([name, column]) => `${column} as "${name}"`);
    const listing: Listing = {
      select: `${columns.join(", ")}, ${SHOWN}`,
      from: "sys_token_family f join sys_user u on u.id = f.user_id",
      where: applyFilters(goingOn(tenantId), token, query, (name) => COLUMNS[name] ?? "null"),
      sortable: COLUMNS,
      order: "f.create_time desc, f.id desc",
    };
    return selectPage(db, listing, query);
  },
});

const remove = endpoint({
  tag: token.label,
  method: "delete",
  path: "/admin/token/:id(\\d+)",
  title: "强制退出",
  permission: "sys_token_del",
  params: pathId,
  response: z.literal(true),
  async handle({ db, tenantId, params }) {
    if (!(await endSession(db, tenantId, params.id))) throw missing();
    return true;
  },
});

/** Sessions that go on; each may be ended. */
const tokenEndpoints = bothNames(token, [tokensPage, remove]);

/** Programs that may ask for tokens, as the setting CLIENTS names them; their secrets stay here. */
const clientPage = endpoint({
  tag: client.label,
  path: "/admin/client/page",
  title: "客户端列表",
  permission: "sys_client_view",
  query: querySchema(client),
  response: pageOf(rowSchema(client)),
  handle({ config, query }) {
    const { current, size } = query;
    orderOf({ sortable: {}, order: "" }, query);
    const rows = config.clients.map((pair, i) => ({
      id: String(i + 1),
      version: 0,
      clientId: pair.slice(0, pair.indexOf(":")),
      clientSecret: "******",
      scope: "server",
      authorizedGrantTypes: "password,refresh_token,mobile",
      accessTokenValidity: config.accessTokenSeconds,
      refreshTokenValidity: config.refreshTokenSeconds,
      autoapprove: "true",
    }));
    const records = rows.slice((current - 1) * size, current * size);
    const pages = Math.ceil(rows.length / size);
    return { records, total: rows.length, size, current, pages, summary: {} };
  },
});

const details = endpoint({
  tag: user.label,
  path: "/admin/user/details/:username",
  title: "按用户名查询用户",
  permission: ["sys_user_view", "sys_user_add"],
  params: z.object({ username: z.string().max(32) }),
  response: rowSchema(user).nullable(),
  async handle(call) {
    const { db, tenantId } = call;
    const found = await db.one<{ id: string }>(
      "select id from sys_user where username = $1 and tenant_id = $2 and del_flag = 0",
      [call.params.username.replaceAll("\0", ""), tenantId],
    );
    if (!found) return null;
    const query = { current: 1, size: 1, ids: found.id };
    const { records } = await page(context(call, db), user, query, userRules);
    return records[0] ?? null;
  },
});

/** The user of a name, or null: forms of the pig lineage ask whether a name is taken. */
const userDetails = bothNames(user, [details]);

const tree = (name: string, path: string): Endpoint => {
  const document = documentNamed(name);
  return endpoint({
    tag: document.label,
    path,
    title: `${document.label}树`,
    query: z.object({
      parentId: z
        .string()
        .regex(/^-?\d{1,18}$/)
        .optional(),
      lazy: z.enum(["true", "false"]).optional(),
      type: z.enum(["0", "1"]).optional(),
    }),
    response: z.array(z.looseObject({ id: z.string() })),
    async handle(call) {
      const { query } = call;
      const c = context(call, call.db);
      const rows = await allRows(
        c,
        document,
        c.book.get(name)?.rules ?? {},
        querySchema(document).parse({ type: query.type }),
      );
      const parent = query.parentId ?? document.tree?.root ?? "0";
      const nodes = rows.map((r) => ({ ...withOtherNames(document, r), label: r.name, parentId: String(r.parentId) }));
      return query.lazy === "true"
        ? nodes
            .filter((n) => n.parentId === parent)
            .map((n) => ({ ...n, hasChildren: nodes.some((m) => m.parentId === n.id) }))
        : nest(nodes, parent, "id");
    },
  });
};

const menuIds = z
  .union([z.string(), z.array(z.coerce.string())])
  .transform((v) => (Array.isArray(v) ? v : v.split(",")).map((x) => x.trim()).filter((x) => /^\d{1,18}$/.test(x)));
const grant = z.object({ roleId: z.coerce.string().regex(/^\d{1,18}$/, "编号不正确"), menuIds });

/** Calls of the pig dialect that are not a declaration's own (pig-contract.md). */
export const adminEndpoints: Endpoint[] = [
  tree("menu", "/admin/menu/tree"),
  tree("dept", "/admin/dept/tree"),
  endpoint({
    tag: "角色",
    path: "/admin/menu/tree/:roleId(\\d+)",
    title: "角色的菜单编号",
    permission: ["sys_role_view", "sys_role_perm"],
    params: z.object({ roleId: z.string() }),
    response: z.array(z.string()),
    async handle(call) {
      const c = { sql: call.db, caller: call.caller, tenantId: call.tenantId };
      const where = oneVisible(documentNamed("role"), c.caller, call.params.roleId);
      if (!(await c.sql.one(`select 1 from sys_role t where ${where}`, where.values))) throw missing();
      return grantedMenus(c.sql, call.params.roleId);
    },
  }),
  endpoint({
    tag: "角色",
    method: "put",
    path: "/admin/role/menu",
    title: "分配权限角色",
    permission: "sys_role_perm",
    // Older clients send them in the address, later ones in the body.
    query: grant.partial(),
    body: grant.partial(),
    handle(call) {
      const { roleId, menuIds } = validate(grant, { ...call.query, ...call.body });
      return call.db.tx(async (sql) => {
        await perform(context(call, sql), role, roleId, "perm", { menuIds });
        return true;
      });
    },
  }),
  endpoint({
    tag: "角色",
    path: "/admin/role/list",
    title: "角色清单",
    response: z.array(z.looseObject({ roleId: z.string(), roleName: z.string() })),
    handle: ({ db, tenantId }) =>
      db.query(
        `select id, id as "roleId", role_name as "roleName", role_code as "roleCode",
           role_desc as "roleDesc" from sys_role where tenant_id = $1 and del_flag = 0 order by id`,
        [tenantId],
      ),
  }),
  ...dictItemEndpoints,
  ...userDetails,
  ...tokenEndpoints,
  clientPage,
];
