import { z } from "zod";
import { endpoint } from "../http/endpoint";

const hint = z.string().regex(/^[a-z]{1,30}$/);
const tag = "我的工作台";

/** Hints that the caller has put away, and putting one away. */
export const hintEndpoints = [
  endpoint({
    tag,
    method: "get",
    path: "/admin/desk/hints",
    title: "已收起的提示",
    response: z.array(hint),
    handle: async ({ db, caller }) => {
      const rows = await db.query<{ hint: string }>(
        "select hint from desk_hint where user_id = $1",
        [caller.userId],
      );
      return rows.map((row) => row.hint);
    },
  }),
  endpoint({
    tag,
    method: "post",
    path: "/admin/desk/hints",
    title: "收起提示",
    logged: false,
    body: z.object({ hint }),
    response: z.literal(true),
    handle: async ({ db, caller, body }) => {
      await db.query(
        "insert into desk_hint (user_id, hint) values ($1, $2) on conflict do nothing",
        [caller.userId, body.hint],
      );
      return true as const;
    },
  }),
];
