import { can, type MenuGroup, page } from "./page";

export const admin: MenuGroup = {
  path: "/admin",
  name: "系统管理",
  icon: "shield",
  group: "系统",
  pages: [
    page("/admin/user/index", "用户管理", "users", [
      can("sys_user", "view add edit del reset export"),
    ]),
    page("/admin/role/index", "角色管理", "shield", [
      can("sys_role", "view add edit del perm export"),
    ]),
    page("/admin/dept/index", "部门管理", "flow", [can("sys_dept", "view add edit del")]),
    page("/admin/menu/index", "菜单管理", "menu", [can("sys_menu", "view add edit del export")]),
    page("/admin/dict/index", "字典管理", "book", [can("sys_dict", "view add edit del export")]),
    page("/admin/param/index", "参数设置", "sliders", [can("sys_param", "view edit")]),
    page("/admin/tenant/index", "租户管理", "bank", [can("sys_tenant", "view add edit del")]),
    page("/admin/systemnotice/index", "系统通知", "megaphone", [
      can("sys_notification", "view add edit approve export"),
    ]),
    page("/admin/log/index", "日志管理", "history", [can("sys_log", "view del export")]),
    page("/admin/file/index", "文件管理", "folder", [can("sys_file", "view del")]),
    page("/crud/index", "组件示例", "component", [], { needs: ["sys_dict_view"] }),
  ],
};
