import { z } from "zod";
import { type Endpoint, endpoint } from "../../http/endpoint";
import { VISITS_A_MINUTE } from "../limits/limits";
import { tooOften } from "../limits/throttle";
import { bearerToken } from "../secret";
import { userInfo, userInfoSchema } from "./info";
import { userMenu, userMenuSchema } from "./menu";
import { editProfile, profileBody } from "./profile";

const info = endpoint({
  method: "get",
  path: "/admin/user/info",
  tag: "当前用户",
  title: "当前用户信息",
  response: userInfoSchema,
  handle: ({ db, caller }) => userInfo(db, caller),
});

const flag = z.enum(["true", "false"]).optional();

const menu = endpoint({
  method: "get",
  path: "/admin/menu",
  tag: "当前用户",
  title: "当前用户菜单",
  query: z.object({ roles: flag, groups: flag }),
  response: userMenuSchema,
  handle: ({ db, caller, query }) =>
    userMenu(db, caller.userId, {
      roles: query.roles === "true",
      groups: query.groups === "true",
    }),
});

const edit = endpoint({
  method: "put",
  path: "/admin/user/edit",
  tag: "当前用户",
  title: "修改个人信息",
  body: profileBody,
  async handle({ db, caller, req, body }) {
    await editProfile(db, caller.userId, bearerToken(req.headers.authorization), body);
    return true;
  },
});

const recordLog = endpoint({
  method: "post",
  path: "/admin/user/recordLog",
  tag: "当前用户",
  title: "记录页面访问",
  logged: false,
  query: z.object({
    path: z.string().min(1, "页面地址不能为空").max(500),
    title: z.string().max(100).optional(),
  }),
  async handle({ db, caller, ip, query }) {
    // The log itself is counted: one statement for every page, and all replicas count the same.
    const kept = await db.query(
      `insert into sys_visit (tenant_id, user_id, path, title, remote_addr)
       select $1, $2, $3, $4, $5 where (select count(*) from sys_visit
         where user_id = $2 and create_time > now() - interval '1 minute') < ${VISITS_A_MINUTE}
       returning 1`,
      [caller.tenantId, caller.userId, query.path, query.title ?? null, ip],
    );
    if (!kept.length) throw tooOften();
    return true;
  },
});

export const meEndpoints: Endpoint[] = [info, menu, edit, recordLog];
