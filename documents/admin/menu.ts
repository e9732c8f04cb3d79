import { defineDocument, field, SITE_PATH, WEB_ADDRESS } from "../kit";

const ADDRESS = new RegExp(`${SITE_PATH.source}|${WEB_ADDRESS.source}`, "iu");

/** 菜单 (specification 7.3, market.md §10): pages and the buttons below them. */
export const menu = defineDocument({
  name: "menu",
  label: "菜单",
  module: "admin",
  can: { undelete: false },
  inSetup: true,
  table: "sys_menu",
  permission: "sys_menu",
  menu: { group: "admin", icon: "menu", sort: 40, label: "菜单管理" },
  display: "name",
  tree: { parent: "parentId", root: "-1" },
  list: { sort: [{ by: "sort" }, { by: "id" }] },
  formColumns: 2,
  calls: { lineage: { fields: { menuGroup: "group" } } },
  fields: {
    name: field.text("菜单名称", { required: true, max: 32, column: { width: 260, fixed: "left" }, filter: "like" }),
    type: field.enum("类型", {
      required: true,
      options: { "0": { label: "菜单", tone: "blue" }, "1": { label: "按钮", tone: "grey" } },
      default: "0",
      column: true,
      filter: "in",
    }),
    parentId: field.ref("上级菜单", {
      to: "menu",
      tree: true,
      only: { type: ["0"] },
      default: "-1",
      help: "不选则为顶级菜单；按钮下不能再有下级",
    }),
    path: field.text("路由地址", {
      max: 200,
      pattern: [ADDRESS, "路由地址以 / 或 http(s):// 开头"],
      unique: "同级菜单的路由地址已存在",
      help: "菜单必填；http(s) 地址在内嵌页打开",
      column: { width: 230 },
    }),
    component: field.text("前端组件", { max: 200, column: { hide: true } }),
    permission: field.text("权限标识", {
      max: 100,
      pattern: [/^[a-z]+(_[a-z0-9]+)+$/, "权限标识由小写字母、数字和下划线组成，如 sys_user_add"],
      unique: "权限标识已存在",
      help: "按钮必填",
      column: { width: 200 },
    }),
    icon: field.text("图标", { max: 50, icon: true, column: { width: 110 } }),
    sort: field.int("排序", { min: 0, max: 9999, default: 1, column: true }),
    keepAlive: field.enum("路由缓存", {
      options: { "0": { label: "缓存" }, "1": { label: "不缓存" } },
      default: "0",
      column: true,
    }),
    visible: field.enum("是否显示", {
      options: { "1": { label: "显示", tone: "green" }, "0": { label: "隐藏", tone: "grey" } },
      default: "1",
      column: true,
      filter: "in",
    }),
    menuGroup: field.text("菜单组", { max: 32, help: "顶部菜单的分组" }),
    query: field.text("参数", { max: 500 }),
    href: field.text("外链", { max: 500, pattern: [WEB_ADDRESS, "外链以 http:// 或 https:// 开头"] }),
    roleId: field.ref("按角色预览", { to: "role", virtual: true, hiddenIn: ["add", "edit", "view"], filter: "in" }),
  },
  actions: { up: { label: "上移", permission: "edit" }, down: { label: "下移", permission: "edit" } },
  screens: { list: "/admin/menu/index" },
});
