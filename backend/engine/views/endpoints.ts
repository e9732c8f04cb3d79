import { z } from "zod";
import { type Database, errorText, lockAdvisory, patchRow } from "#backend/platform/db";
import {
  type Call,
  type Endpoint,
  endpoint,
  forbidden,
  invalid,
  invalidAt,
  missing,
  wireId,
} from "#backend/platform/http";
import { documentNamed, isDeclared } from "#documents";
import {
  permissionOf,
  type SavedView,
  type SharedElsewhere,
  savedView,
  type ViewSharing,
  viewSharing,
} from "#documents/kit";

const MOST = 50;

const parts = z.object({
  name: z.string("请输入视图名称").trim().min(1, "请输入视图名称").max(30, "视图名称不能超过30个字"),
  query: z.string().max(4000, "条件过长，不能保存"),
  layout: z.string().max(4000),
  shared: z.boolean(),
  roleId: wireId.nullable(),
});

/** What may change of a view: only what is named. */
const change = parts.partial();

const content = parts.extend({
  query: parts.shape.query.default(""),
  layout: parts.shape.layout.default(""),
  shared: parts.shape.shared.default(false),
  roleId: parts.shape.roleId.default(null),
});

type ViewCall = Pick<Call, "db" | "caller" | "tenantId">;

/** Views are for people who may see the list. @throws Refusal 404 */
function requireView({ caller }: ViewCall, name: string): string {
  if (!isDeclared(name) || !caller.permissions.has(permissionOf(documentNamed(name), "view")))
    throw missing("资源不存在");
  return name;
}

/** A second view of the same name is refused in words. */
async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (errorText(error, "code") !== "23505") throw error;
    throw invalid("视图名称已存在", { name: "视图名称已存在" });
  }
}

const setDefault = ({ db, caller, tenantId }: ViewCall, document: string, id: string) =>
  db.query(
    `insert into doc_view_default (tenant_id, user_id, document, view_id) values ($1, $2, $3, $4)
     on conflict (user_id, document) do update set view_id = excluded.view_id`,
    [tenantId, caller.userId, document, id],
  );

const MANAGES = "sys_role_edit";

/** Is a view of somebody else shared with who holds these roles, $4 by their codes? */
const SHARED = `(v.shared or exists (select 1 from sys_role r
  where r.id = v.role_id and r.tenant_id = v.tenant_id and r.del_flag = 0 and r.role_code = any($4::text[])))`;

/** Views that others share with roles which the caller does not hold: there to be taken back, not to be used. */
const sharedElsewhere = ({ db, caller, tenantId }: ViewCall, document: string) =>
  db.query<SharedElsewhere>(
    `select v.id, v.name, w.role_name as "roleName", u.displayname as "ownerName"
     from doc_view v join sys_user u on u.id = v.user_id
       join sys_role w on w.id = v.role_id and w.tenant_id = v.tenant_id and w.del_flag = 0
     where v.tenant_id = $1 and v.document = $2 and v.user_id <> $3 and not ${SHARED}
     order by v.name, v.id limit 200`,
    [tenantId, document, caller.userId, caller.roles],
  );

/** Roles that somebody may share with: his own; all, where he manages them. */
async function sharing(call: ViewCall, document: string): Promise<ViewSharing> {
  const { db, caller, tenantId } = call;
  const manages = caller.permissions.has(MANAGES);
  const roles = await db.query<ViewSharing["roles"][number]>(
    `select id, role_name as name from sys_role
     where tenant_id = $1 and del_flag = 0 and (role_code = any($2::text[]) or $3) order by id limit 500`,
    [tenantId, caller.roles, manages],
  );
  return { roles, manages, others: manages ? await sharedElsewhere(call, document) : [] };
}

/** @throws Refusal 400 for a role that there is not, or that is not the caller's to share with */
async function requireRole(call: ViewCall, document: string, roleId: string | null | undefined) {
  if (!roleId) return;
  const { roles } = await sharing(call, document);
  if (!roles.some(({ id }) => id === roleId)) throw invalidAt("roleId", "只能共享给自己的角色");
}

/** @throws Refusal 404 when there is none, or when it is somebody else's and not shared with the caller */
async function requireVisible(call: ViewCall, document: string, id: string): Promise<{ own: boolean }> {
  const { caller, tenantId } = call;
  const row = await call.db.one<{ own: boolean }>(
    `select v.user_id = $3 as own from doc_view v
     where v.tenant_id = $1 and v.document = $2 and (v.user_id = $3 or ${SHARED}) and v.id = $5`,
    [tenantId, document, caller.userId, caller.roles, id],
  );
  if (!row) throw missing("视图不存在");
  return row;
}

/** @throws Refusal 404 for what the caller does not see, 403 for what somebody shares with him */
async function requireOwn(call: ViewCall, document: string, id: string) {
  const { own } = await requireVisible(call, document, id);
  if (!own) throw forbidden("只有共享的人才能修改或删除这个视图");
}

/** Who manages roles takes back what somebody shares, with whomever; nothing else of it is his. */
async function withdraw(call: ViewCall, document: string, id: string): Promise<boolean> {
  if (!call.caller.permissions.has(MANAGES)) return false;
  const taken = await call.db.query(
    `update doc_view set shared = false, role_id = null
     where id = $1 and document = $2 and tenant_id = $3 and (shared or role_id is not null) returning id`,
    [id, document, call.tenantId],
  );
  return taken.length > 0;
}

async function add(call: ViewCall, document: string, given: z.output<typeof content>) {
  const { caller, tenantId } = call;
  return call.db.tx(async (sql) => {
    await lockAdvisory(sql, "savedViews", caller.userId);
    const owned = await sql.one<{ n: number }>(
      "select count(*)::int as n from doc_view where user_id = $1 and document = $2",
      [caller.userId, document],
    );
    if ((owned?.n ?? 0) >= MOST) throw invalid(`每个列表最多保存${MOST}个视图`);
    const row = await named(
      sql.one<{ id: string }>(
        `insert into doc_view (tenant_id, document, user_id, name, query, layout, shared, role_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
        [tenantId, document, caller.userId, given.name, given.query, given.layout, given.shared, given.roleId],
      ),
    );
    return { id: row?.id ?? "" };
  });
}

const list = (db: Database, { caller, tenantId }: ViewCall, document: string) =>
  db.query<SavedView>(
    `select v.id, v.name, v.query, v.layout, v.shared, v.user_id = $3 as own,
       w.id as "roleId", w.role_name as "roleName",
       d.view_id is not null as "isDefault", u.displayname as "ownerName"
     from doc_view v
       join sys_user u on u.id = v.user_id
       left join sys_role w on w.id = v.role_id and w.del_flag = 0
       left join doc_view_default d on d.view_id = v.id and d.user_id = $3
     where v.tenant_id = $1 and v.document = $2 and (v.user_id = $3 or ${SHARED})
     order by v.user_id <> $3, v.name, v.id limit 200`,
    [tenantId, document, caller.userId, caller.roles],
  );

const path = "/admin/view/:document";

const params = z.object({ document: z.string() });

const oneParams = params.extend({ id: z.string() });

const base = { tag: "单据", params: oneParams, logged: false } as const;

/** Saved views of a list: own and shared ones. */
export const viewEndpoints: Endpoint[] = [
  endpoint({
    ...base,
    path,
    title: "列表的视图",
    params,
    response: z.array(savedView),
    handle: (call) => list(call.db, call, requireView(call, call.params.document)),
  }),
  endpoint({
    ...base,
    path: `${path}/sharing`,
    title: "可以共享视图的角色",
    params,
    response: viewSharing,
    async handle(call) {
      return sharing(call, requireView(call, call.params.document));
    },
  }),
  endpoint({
    ...base,
    method: "post",
    path,
    title: "保存视图",
    params,
    body: content.extend({ isDefault: z.boolean().default(false) }),
    response: z.object({ id: wireId }),
    async handle(call) {
      const document = requireView(call, call.params.document);
      await requireRole(call, document, call.body.roleId);
      const made = await add(call, document, call.body);
      if (call.body.isDefault) await setDefault(call, document, made.id);
      return made;
    },
  }),
  endpoint({
    ...base,
    method: "put",
    path: `${path}/default`,
    title: "设置默认视图",
    params,
    body: z.object({ id: wireId.nullable() }),
    async handle(call) {
      const document = requireView(call, call.params.document);
      const { id } = call.body;
      if (id !== null) {
        await requireVisible(call, document, id);
        await setDefault(call, document, id);
      } else
        await call.db.query("delete from doc_view_default where user_id = $1 and document = $2", [
          call.caller.userId,
          document,
        ]);
      return true;
    },
  }),
  endpoint({
    ...base,
    method: "put",
    path: `${path}/:id(\\d{1,18})`,
    title: "修改视图",
    body: change,
    async handle(call) {
      const { id } = call.params;
      const document = requireView(call, call.params.document);
      const { roleId, ...rest } = call.body;
      const withdrawn = rest.shared === false && roleId === null && Object.keys(call.body).length === 2;
      if (withdrawn && (await withdraw(call, document, id))) return true;
      await requireOwn(call, document, id);
      await requireRole(call, document, roleId);
      await named(patchRow(call.db, "doc_view", id, { ...rest, role_id: roleId }));
      return true;
    },
  }),
  endpoint({
    ...base,
    method: "delete",
    path: `${path}/:id(\\d{1,18})`,
    title: "删除视图",
    async handle(call) {
      const document = requireView(call, call.params.document);
      await requireOwn(call, document, call.params.id);
      await call.db.query("delete from doc_view where id = $1", [call.params.id]);
      return true;
    },
  }),
];
