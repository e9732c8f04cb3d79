import { z } from "zod";
import { token } from "#documents/admin/token";
import { querySchema } from "#documents/kit";
import { applyFilters, type Listing, selectPage } from "../db/page";
import { bothNames } from "../documents/both-names";
import { rowSchema } from "../documents/reading/answer";
import { pageOf, pathId } from "../http/answer";
import { endpoint } from "../http/endpoint";
import { missing } from "../http/refusal";
import { endSession, goingOn } from "../rules/admin/token";

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

const page = endpoint({
  tag: token.label,
  method: "get",
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
export const tokenEndpoints = bothNames(token, [page, remove]);
