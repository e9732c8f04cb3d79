import { defineDocument, field, labelled } from "../kit";

/** 角色 (market.md §10). */
export const role = defineDocument({
  name: "role",
  label: "角色",
  module: "admin",
  can: { undelete: false },
  inSetup: true,
  table: "sys_role",
  permission: "sys_role",
  menu: { group: "admin", icon: "shield", sort: 20, label: "角色管理" },
  display: "roleName",
  keyword: ["roleName", "roleCode"],
  list: { sort: [{ by: "id" }] },
  formColumns: 2,
  calls: {
    lineage: {
      list: "/admin/role/list",
      calls: { perm: "/admin/role/menu" },
      more: { menuIds: "/admin/menu/tree/{id}" },
    },
  },
  fields: {
    roleName: field.text("角色名称", {
      required: true,
      max: 32,
      unique: "角色名称已存在",
      column: { fixed: "left", sortable: true },
      filter: "like",
    }),
    roleCode: field.text("角色编码", {
      required: true,
      pattern: [/^[A-Z][A-Z0-9_]{1,31}$/, "角色编码为大写字母开头的2到32位大写字母、数字或下划线"],
      unique: "角色编码已存在",
      readonlyIn: ["edit"],
      column: { width: 180, sortable: true },
      filter: "like",
    }),
    dsType: field.enum("数据权限", {
      required: true,
      options: labelled({
        "0": "全部",
        "1": "自定义",
        "2": "本部门及下级",
        "3": "本部门",
        "4": "本人",
        "5": "本小组",
        "6": "本人负责的仓库",
      }),
      default: "4",
      help: "一个用户有多个角色时，取范围最大的",
      column: { width: 130 },
      filter: "in",
    }),
    dsScope: field.refs("自定义部门", { to: "dept", tree: true, wide: true, help: "只在数据权限为自定义时有效" }),
    roleDesc: field.longtext("描述", { max: 200, wide: true, column: { width: 260 } }),
    userCount: field.int("用户数", { computed: true, virtual: true, column: true }),
  },
  actions: {
    perm: { label: "分配权限", input: { menuIds: field.refs("菜单权限", { to: "menu", tree: true, wide: true }) } },
  },
  screens: { list: "/admin/role/index" },
});
