import { z } from "zod";
import { take } from "#backend/platform/auth/limits/throttle";
import { type Call, type Endpoint, endpoint, invalid, missing } from "#backend/platform/http";
import type { Context } from "#backend/platform/http/context";
import { documentNamed, isDeclared } from "#documents";
import type { DocumentType } from "#documents/kit";
import { guides } from "./guides";
import { type SearchSaid, saidOf } from "./said";
import { MATCHES, search, seenBy } from "./search";

/** Documents that one person may star. */
const MOST = 100;

/** A row of a kind: `{type}:{id}`. */
interface SearchNamed {
  type: string;
  id: string;
}

/** Those of these rows that the caller may see, in their order. */
async function rowsNamed(c: Context, named: readonly SearchNamed[]): Promise<SearchSaid[]> {
  const seen = new Set(seenBy(c.caller).map((d) => d.name));
  const ids = new Map<DocumentType, string[]>();
  for (const { type, id } of named) {
    if (!isDeclared(type) || !seen.has(type)) continue;
    const document = documentNamed(type);
    ids.set(document, [...(ids.get(document) ?? []), id]);
  }
  const said = new Map((await saidOf(c, ids)).map((row) => [`${row.type}:${row.id}`, row]));
  return named.flatMap(({ type, id }) => said.get(`${type}:${id}`) ?? []);
}

/** What the caller starred, the newest first. */
async function starred(c: Context): Promise<SearchSaid[]> {
  const rows = await c.sql.query<SearchNamed>(
    `select type, row_id::text as id from doc_star where user_id = $1 and tenant_id = $2
     order by create_time desc, row_id desc limit ${MOST}`,
    [c.caller.userId, c.tenantId],
  );
  return rowsNamed(c, rows);
}

/** @throws Refusal 404 for a row that the caller may not see, 400 beyond the most */
async function star(c: Context, named: SearchNamed): Promise<void> {
  if (!(await rowsNamed(c, [named])).length) throw missing();
  const made = await c.sql.query(
    `insert into doc_star (tenant_id, user_id, type, row_id)
     select $1, $2, $3, $4 where (select count(*) from doc_star where user_id = $2) < ${MOST}
     on conflict (user_id, type, row_id) do update set create_time = excluded.create_time returning 1`,
    [c.tenantId, c.caller.userId, named.type, named.id],
  );
  if (!made.length) throw invalid(`最多收藏${MOST}张单据`);
}

async function unstar(c: Context, { type, id }: SearchNamed): Promise<void> {
  await c.sql.query("delete from doc_star where user_id = $1 and type = $2 and row_id = $3", [
    c.caller.userId,
    type,
    id,
  ]);
}

const isStarred = async (c: Context, { type, id }: SearchNamed): Promise<boolean> =>
  !!(await c.sql.one("select 1 from doc_star where user_id = $1 and type = $2 and row_id = $3", [
    c.caller.userId,
    type,
    id,
  ]));

/** Characters of what is typed. */
const LONGEST = 100;
/** Pages that are looked through for documents visited last. */
const VISITS = 60;

const said = z.object({
  type: z.string(),
  id: z.string(),
  name: z.string().nullable(),
  status: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  qty: z.number().nullable(),
  date: z.string().nullable(),
  facts: z.array(z.string()),
});

const base = { tag: "搜索", logged: false } as const;
const context = ({ db, caller, tenantId }: Call) => ({ sql: db, caller, tenantId });

const params = z.object({ type: z.string().regex(/^\w{1,60}$/), id: z.string() });
const path = "/search/star/:type/:id(\\d{1,18})";

const starring = (method: "put" | "delete", title: string, change: typeof star): Endpoint =>
  endpoint({
    ...base,
    method,
    path,
    title,
    params,
    async handle(call) {
      await change(context(call), call.params);
      return true;
    },
  });

const named = z
  .string()
  .max(2000)
  .transform((text): SearchNamed[] =>
    text.split(",").flatMap((one) => {
      const [, type = "", id = ""] = /^(\w{1,60}):(\d{1,18})$/.exec(one) ?? [];
      return id ? [{ type, id }] : [];
    }),
  );

/** The search of all documents, and what a person wants at hand below it. */
export const searchEndpoints: Endpoint[] = [
  endpoint({
    ...base,
    path: "/search",
    title: "搜索单据",
    query: z.object({ keyword: z.string().max(LONGEST, `关键字不能超过${LONGEST}个字`) }),
    response: z.array(
      z.object({
        type: z.string(),
        label: z.string(),
        more: z.boolean(),
        rows: z.array(said.extend({ match: z.enum(MATCHES) })),
      }),
    ),
    async handle(call) {
      await take(call.db, "searchUser", call.caller.userId);
      return call.reading((db) => search(context({ ...call, db }), call.query.keyword));
    },
  }),
  endpoint({
    ...base,
    path: "/search/rows",
    title: "单据摘要",
    query: z.object({ rows: named }),
    response: z.array(said),
    handle: (call) => rowsNamed(context(call), call.query.rows.slice(0, VISITS)),
  }),
  endpoint({
    ...base,
    path: "/search/visits",
    title: "最近访问的页面",
    response: z.array(z.string()),
    async handle({ db, caller }) {
      const rows = await db.query<{ path: string }>(
        `select path from sys_visit where user_id = $1 order by create_time desc limit ${VISITS}`,
        [caller.userId],
      );
      return rows.map((r) => r.path);
    },
  }),
  endpoint({
    ...base,
    path: "/search/guides",
    title: "有知识文章的页面",
    response: z.array(z.object({ page: z.string(), articles: z.number(), id: z.string(), title: z.string() })),
    handle: (call) => guides(context(call)),
  }),
  endpoint({
    ...base,
    path: "/search/starred",
    title: "收藏的单据",
    response: z.array(said),
    handle: (call) => starred(context(call)),
  }),
  endpoint({
    ...base,
    path,
    title: "是否收藏",
    params,
    response: z.boolean(),
    handle: (call) => isStarred(context(call), call.params),
  }),
  starring("put", "收藏单据", star),
  starring("delete", "取消收藏", unstar),
];
