import { z } from "zod";
import { type Database, errorText, lockAdvisory, patchRow } from "#backend/platform/db";
import { type Call, type Endpoint, endpoint, invalid, missing, wireId } from "#backend/platform/http";
import { documentNamed, isDeclared } from "#documents";
import { permissionOf, type SavedView, savedView } from "#documents/kit";

const MOST = 50;

const parts = z.object({
  name: z.string("请输入视图名称").trim().min(1, "请输入视图名称").max(30, "视图名称不能超过30个字"),
  query: z.string().max(4000, "条件过长，不能保存"),
  layout: z.string().max(4000),
  shared: z.boolean(),
});

/** What may change of a view: only what is named. */
const change = parts.partial();

const content = parts.extend({
  query: parts.shape.query.default(""),
  layout: parts.shape.layout.default(""),
  shared: parts.shape.shared.default(false),
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

/** @throws Refusal 404 when there is none, or when it is somebody else's and not shared */
async function requireVisible(call: ViewCall, document: string, id: string, own: boolean) {
  const row = await call.db.one(
    `select 1 from doc_view where id = $1 and document = $2 and tenant_id = $3
     and (user_id = $4 or (shared and not $5))`,
    [id, document, call.tenantId, call.caller.userId, own],
  );
  if (!row) throw missing("视图不存在");
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
        `insert into doc_view (tenant_id, document, user_id, name, query, layout, shared)
         values ($1, $2, $3, $4, $5, $6, $7) returning id`,
        [tenantId, document, caller.userId, given.name, given.query, given.layout, given.shared],
      ),
    );
    return { id: row?.id ?? "" };
  });
}

const list = (db: Database, { caller, tenantId }: ViewCall, document: string) =>
  db.query<SavedView>(
    `select v.id, v.name, v.query, v.layout, v.shared, v.user_id = $3 as own,
       d.view_id is not null as "isDefault", u.displayname as "ownerName"
     from doc_view v
       join sys_user u on u.id = v.user_id
       left join doc_view_default d on d.view_id = v.id and d.user_id = $3
     where v.tenant_id = $1 and v.document = $2 and (v.user_id = $3 or v.shared)
     order by v.user_id <> $3, v.name, v.id limit 200`,
    [tenantId, document, caller.userId],
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
    method: "post",
    path,
    title: "保存视图",
    params,
    body: content.extend({ isDefault: z.boolean().default(false) }),
    response: z.object({ id: wireId }),
    async handle(call) {
      const document = requireView(call, call.params.document);
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
        await requireVisible(call, document, id, false);
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
      await requireVisible(call, document, id, true);
      await named(patchRow(call.db, "doc_view", id, call.body));
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
      await requireVisible(call, document, call.params.id, true);
      await call.db.query("delete from doc_view where id = $1", [call.params.id]);
      return true;
    },
  }),
];
