import { z } from "zod";
import { take } from "../auth/limits/throttle";
import { type Call, type Endpoint, endpoint } from "../http/endpoint";
import { guides } from "./guides";
import { MATCHES, search } from "./search";
import { isStarred, type Named, rowsNamed, star, starred, unstar } from "./stars";

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
    ...{ ...base, method, path, title, params },
    async handle(call) {
      await change(context(call), call.params);
      return true;
    },
  });

const named = z
  .string()
  .max(2000)
  .transform((text): Named[] =>
    text.split(",").flatMap((one) => {
      const [, type = "", id = ""] = /^(\w{1,60}):(\d{1,18})$/.exec(one) ?? [];
      return id ? [{ type, id }] : [];
    }),
  );

/** The search of all documents, and what a person wants at hand below it. */
export const searchEndpoints: Endpoint[] = [
  endpoint({
    ...base,
    method: "get",
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
      return search(context(call), call.query.keyword);
    },
  }),
  endpoint({
    ...base,
    method: "get",
    path: "/search/rows",
    title: "单据摘要",
    query: z.object({ rows: named }),
    response: z.array(said),
    handle: (call) => rowsNamed(context(call), call.query.rows.slice(0, VISITS)),
  }),
  endpoint({
    ...base,
    method: "get",
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
    method: "get",
    path: "/search/guides",
    title: "有知识文章的页面",
    response: z.array(
      z.object({ page: z.string(), articles: z.number(), id: z.string(), title: z.string() }),
    ),
    handle: (call) => guides(context(call)),
  }),
  endpoint({
    ...base,
    method: "get",
    path: "/search/starred",
    title: "收藏的单据",
    response: z.array(said),
    handle: (call) => starred(context(call)),
  }),
  endpoint({
    ...base,
    method: "get",
    path,
    title: "是否收藏",
    params,
    response: z.boolean(),
    handle: (call) => isStarred(context(call), call.params),
  }),
  starring("put", "收藏单据", star),
  starring("delete", "取消收藏", unstar),
];
