import { z } from "zod";
import { user } from "#documents/admin/user";
import { bothNames } from "../documents/both-names";
import { context } from "../documents/call";
import { rowSchema } from "../documents/reading/answer";
import { page } from "../documents/reading/list";
import { endpoint } from "../http/endpoint";
import { userRules } from "../rules/admin/user";

const details = endpoint({
  tag: user.label,
  method: "get",
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
export const userDetails = bothNames(user, [details]);
