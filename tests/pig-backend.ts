import { type Received, type Reply, type Stub, startStub } from "./stub-server";

type Row = Record<string, unknown>;

/** A kind of rows: what names one, and its calls that are there besides page, add, change and delete. */
interface Kind {
  key: string;
  rows: Row[];
  /** Names that may be written; what else is sent is passed over. */
  takes: string[];
  read?: boolean;
}

const dates = { createTime: "2020-05-01 08:00:00", updateTime: "2020-05-02 08:00:00", delFlag: "0" };
const roles = (...ids: number[]) => ids.map((roleId) => ({ roleId, roleName: roleId === 1 ? "管理员" : "采购员" }));
const menu = (menuId: number, parentId: number, name: string, path: string | null, more: Row = {}) => ({
  menuId,
  parentId,
  name,
  path,
  icon: "icon-x",
  sort: menuId % 100,
  type: "0",
  keepAlive: "0",
  ...more,
});
const button = (menuId: number, parentId: number, name: string, permission: string) =>
  menu(menuId, parentId, name, null, { permission, type: "1" });

/** The small data of a backend of the generation of 2020, in its own names. */
const data = () => ({
  user: {
    key: "userId",
    takes: ["username", "password", "phone", "deptId", "role", "lockFlag"],
    rows: [
      {
        userId: 1,
        username: "admin",
        password: "{bcrypt}x",
        phone: "17034642999",
        deptId: 11,
        deptName: "总部",
        lockFlag: "0",
        roleList: roles(1),
        ...dates,
      },
      {
        userId: 2,
        username: "zhu",
        password: "{bcrypt}y",
        phone: "17034642888",
        deptId: 12,
        deptName: "采购部",
        lockFlag: "0",
        roleList: roles(2),
        ...dates,
      },
    ] as Row[],
  },
  role: {
    key: "roleId",
    takes: ["roleName", "roleCode", "roleDesc"],
    rows: [
      { roleId: 1, roleName: "管理员", roleCode: "ROLE_ADMIN", roleDesc: "全部", ...dates },
      { roleId: 2, roleName: "采购员", roleCode: "ROLE_BUYER", roleDesc: "采购", ...dates },
    ] as Row[],
  },
  dept: {
    key: "deptId",
    takes: ["name", "parentId", "sort"],
    rows: [
      { deptId: 11, parentId: 0, name: "总部", sort: 1, ...dates },
      { deptId: 12, parentId: 11, name: "采购部", sort: 2, ...dates },
    ] as Row[],
  },
  menu: {
    key: "menuId",
    takes: ["name", "parentId", "path", "permission", "icon", "sort", "type", "keepAlive"],
    rows: [
      menu(1000, -1, "权限管理", "/admin"),
      menu(1100, 1000, "用户管理", "/admin/user/index"),
      button(1101, 1100, "用户新增", "sys_user_add"),
      button(1102, 1100, "用户修改", "sys_user_edit"),
      button(1103, 1100, "用户删除", "sys_user_del"),
      menu(1200, 1000, "菜单管理", "/admin/menu/index"),
      button(1201, 1200, "菜单新增", "sys_menu_add"),
      button(1202, 1200, "菜单修改", "sys_menu_edit"),
      menu(1300, 1000, "角色管理", "/admin/role/index"),
      button(1301, 1300, "角色新增", "sys_role_add"),
      button(1302, 1300, "角色修改", "sys_role_edit"),
      button(1304, 1300, "分配权限", "sys_role_perm"),
      menu(1400, 1000, "部门管理", "/admin/dept/index"),
      button(1401, 1400, "部门新增", "sys_dept_add"),
      button(1402, 1400, "部门修改", "sys_dept_edit"),
      menu(2100, 1000, "日志管理", "/admin/log/index"),
      button(2101, 2100, "日志删除", "sys_log_del"),
      menu(2200, 1000, "字典管理", "/admin/dict/index"),
      button(2201, 2200, "字典新增", "sys_dict_add"),
      button(2202, 2200, "字典修改", "sys_dict_edit"),
      menu(2210, 1000, "参数管理", "/admin/param/index"),
      button(2212, 2210, "参数修改", "sys_syspublicparam_edit"),
      menu(2300, 1000, "令牌管理", "/admin/token/index"),
      button(2301, 2300, "令牌删除", "sys_token_del"),
      menu(2400, 1000, "终端管理", "/admin/client/index"),
    ] as Row[],
  },
  dict: {
    key: "id",
    takes: ["type", "description", "system", "remarks"],
    rows: [{ id: 31, type: "log_type", description: "日志类型", system: "1", ...dates }] as Row[],
  },
  "dict/item": {
    key: "id",
    takes: ["dictId", "type", "value", "label", "description", "sort", "remarks"],
    rows: [
      { id: 41, dictId: 31, type: "log_type", value: "9", label: "异常", sort: 1, ...dates },
      { id: 42, dictId: 31, type: "log_type", value: "0", label: "正常", sort: 2, ...dates },
    ] as Row[],
  },
  param: {
    key: "publicId",
    takes: ["publicName", "publicKey", "publicValue", "status"],
    rows: [{ publicId: 51, publicName: "租户默认来源", publicKey: "TENANT_SOURCE", publicValue: "1" }] as Row[],
  },
  log: {
    key: "id",
    takes: [],
    read: false,
    rows: [
      {
        id: 61,
        type: "0",
        title: "修改角色",
        createBy: "admin",
        method: "PUT",
        time: 12,
        remoteAddr: "10.1.1.1",
        requestUri: "/role",
        serviceId: "pig",
        ...dates,
      },
    ] as Row[],
  },
  token: {
    key: "access_token",
    takes: [],
    read: false,
    rows: [
      {
        user_id: 2,
        username: "zhu",
        access_token: "5f0c-77aa",
        token_type: "bearer",
        expires_in: 40_000,
        client_id: "pig",
      },
    ] as Row[],
  },
  client: {
    key: "clientId",
    takes: [],
    read: false,
    rows: [
      {
        clientId: "pig",
        clientSecret: "pig",
        scope: "server",
        autoapprove: "true",
        authorizedGrantTypes: "password,refresh_token",
        accessTokenValidity: 43_200,
      },
    ] as Row[],
  },
});

const ok = (value: unknown): Reply => ({ body: { code: 0, msg: null, data: value } });
const failed = (status: number, msg: string): Reply => ({ status, body: { code: 1, msg, data: null } });

/** Rows below a parent, as trees of that generation have them. */
const tree = (rows: Row[], key: string, parent: unknown): Row[] =>
  rows
    .filter((row) => row.parentId === parent)
    .map((row) => ({ ...row, id: row[key], label: row.name, children: tree(rows, key, row[key]) }));

/** A backend of the pig lineage, generation of 2020: its calls and names, and none besides. */
export async function startPig(): Promise<Stub & { data: ReturnType<typeof data> }> {
  const all = data();
  const grants: Record<string, number[]> = { "1": [], "2": [1000, 1100] };
  let next = 900;

  function page(kind: Kind, query: URLSearchParams): Reply {
    const [current, size] = [Number(query.get("current") ?? 1), Number(query.get("size") ?? 10)];
    const wanted = ["username", "type", "dictId", "phone"].filter((n) => query.get(n));
    const rows = kind.rows.filter((r) => wanted.every((n) => String(r[n]) === query.get(n)));
    const records = rows.slice((current - 1) * size, current * size);
    const pages = Math.ceil(rows.length / size);
    return ok({ records, total: rows.length, size, current, pages, orders: [] });
  }

  function write(name: string, kind: Kind, row: Row, body: Row): Reply {
    for (const part of kind.takes) if (body[part] !== undefined) row[part] = body[part];
    if (name === "user") {
      // Roles are written anew by every change, and a password is one to set.
      row.roleList = roles(...((row.role as unknown[]) ?? []).map(Number));
      row.deptId = Number(row.deptId);
      delete row.role;
    }
    if (name === "dept" || name === "menu") row.parentId = Number(row.parentId);
    return ok(true);
  }

  function special({ method, path, query }: Received): Reply | undefined {
    const [, menusOf] = /^\/admin\/menu\/tree\/(\d+)$/.exec(path) ?? [];
    if (menusOf) return ok(grants[menusOf]);
    const at = `${method} ${path}`;
    if (at === "GET /admin/user/info") {
      const [{ password: _, ...sysUser } = {} as Row] = all.user.rows;
      const permissions = all.menu.rows.flatMap((m) => (m.permission ? [m.permission] : []));
      return ok({ sysUser, permissions, roles: [1] });
    }
    if (at === "GET /admin/menu")
      return ok(
        tree(
          all.menu.rows.filter((m) => m.type === "0"),
          "menuId",
          -1,
        ),
      );
    if (at === "GET /admin/menu/tree") return ok(tree(all.menu.rows, "menuId", -1));
    if (at === "GET /admin/dept/tree") return ok(tree(all.dept.rows, "deptId", 0));
    if (at === "GET /admin/role/list") return ok(all.role.rows);
    if (at === "PUT /admin/role/menu") {
      grants[String(query.get("roleId"))] = (query.get("menuIds") ?? "").split(",").map(Number);
      return ok(true);
    }
    const [, type] = /^\/admin\/dict\/type\/(\w+)$/.exec(path) ?? [];
    return type ? ok(all["dict/item"].rows.filter((item) => item.type === type)) : undefined;
  }

  function answer(request: Received): Reply {
    const { method, path, query, body } = request;
    if (path === "/auth/oauth/token")
      return {
        body: {
          access_token: "a-1",
          refresh_token: "r-1",
          token_type: "bearer",
          expires_in: 43_199,
          scope: "server",
          user_id: 1,
          username: query.get("username"),
          dept_id: 11,
        },
      };
    if (request.headers.authorization !== "Bearer a-1") return failed(401, "未登录");
    const found = special(request);
    if (found) return found;
    const names = Object.keys(all).sort((a, b) => b.length - a.length) as (keyof typeof all)[];
    const name = names.find((n) => path === `/admin/${n}` || path.startsWith(`/admin/${n}/`));
    if (!name) return failed(404, "Not Found");
    const kind: Kind = all[name];
    const rest = path.slice(`/admin/${name}`.length + 1);
    if (method === "GET" && rest === "page") return page(kind, query);
    const sent: Row = body ? JSON.parse(body) : {};
    if (method === "POST" && !rest) {
      const row: Row = { [kind.key]: ++next, ...dates };
      kind.rows.push(row);
      return write(name, kind, row, sent);
    }
    const id = method === "PUT" && !rest ? sent[kind.key] : rest;
    if (rest.includes("/")) return failed(404, "Not Found");
    const row = kind.rows.find((r) => String(r[kind.key]) === String(id));
    if (!row) return failed(500, "Failed to convert value of type String to Integer");
    if (method === "PUT") return write(name, kind, row, sent);
    if (method === "DELETE") {
      kind.rows.splice(kind.rows.indexOf(row), 1);
      return ok(true);
    }
    return kind.read === false ? failed(405, "Request method GET not supported") : ok(row);
  }

  return Object.assign(await startStub(answer), { data: all });
}
