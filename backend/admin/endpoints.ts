import { z } from "zod";
import { documentNamed } from "#documents";
import { role } from "#documents/admin/role";
import { querySchema, withOtherNames } from "#documents/kit";
import { context } from "../documents/call";
import { perform } from "../documents/lifecycle/perform";
import { allRows } from "../documents/reading/list";
import { oneVisible } from "../documents/reading/where";
import { type Endpoint, endpoint } from "../http/endpoint";
import { missing } from "../http/refusal";
import { validate } from "../http/validate";
import { grantedMenus } from "../rules/admin/role";
import { clientPage } from "./clients";
import { dictItemEndpoints } from "./dict-items";
import { nest } from "./nest";
import { tokenEndpoints } from "./tokens";
import { userDetails } from "./user-details";

const tree = (name: string, path: string): Endpoint => {
  const document = documentNamed(name);
  return endpoint({
    tag: document.label,
    method: "get",
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
      const nodes = rows.map((r) => ({
        ...withOtherNames(document, r),
        ...{ label: r.name, parentId: String(r.parentId) },
      }));
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
  .transform((v) =>
    (Array.isArray(v) ? v : v.split(",")).map((x) => x.trim()).filter((x) => /^\d{1,18}$/.test(x)),
  );
const grant = z.object({ roleId: z.coerce.string().regex(/^\d{1,18}$/, "编号不正确"), menuIds });

/** Calls of the pig dialect that are not a declaration's own (pig-contract.md). */
export const adminEndpoints: Endpoint[] = [
  tree("menu", "/admin/menu/tree"),
  tree("dept", "/admin/dept/tree"),
  endpoint({
    tag: "角色",
    method: "get",
    path: "/admin/menu/tree/:roleId(\\d+)",
    title: "角色的菜单编号",
    permission: ["sys_role_view", "sys_role_perm"],
    params: z.object({ roleId: z.string() }),
    response: z.array(z.string()),
    async handle(call) {
      const c = { sql: call.db, caller: call.caller, tenantId: call.tenantId };
      const where = oneVisible(documentNamed("role"), c.caller, call.params.roleId);
      if (!(await c.sql.one(`select 1 from sys_role t where ${where}`, where.values)))
        throw missing();
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
    method: "get",
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
