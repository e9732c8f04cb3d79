import { defineDocument, field } from "../kit";

/** 运营小组 (market.md 0.6). */
export const group = defineDocument({
  name: "group",
  label: "运营小组",
  module: "base",
  api: "/basesetup/group",
  table: "ops_group",
  menu: { group: "base", icon: "users", sort: 10 },
  display: "groupName",
  derived: true,
  keyword: ["groupCode", "groupName"],
  lookup: { finds: ["groupName", "groupCode"], foundBy: ["leaderId"], pickedBy: ["ads_report_view"] },
  list: { sort: [{ by: "id" }] },
  can: { export: false },
  formColumns: 2,
  fields: {
    groupCode: field.text("编码", {
      required: true,
      pattern: [/^[A-Z0-9-]{2,20}$/, "编码为2到20位大写字母、数字或横线"],
      unique: "小组编码已存在",
      readonlyIn: ["edit"],
      column: { width: 120, fixed: "left" },
    }),
    groupName: field.text("名称", { required: true, max: 50, unique: "小组名称已存在", column: true, filter: "like" }),
    deptId: field.ref("部门", { to: "dept", tree: true, required: true, column: true, filter: "in" }),
    leaderId: field.ref("组长", { to: "user", column: true }),
    monthlyIncomeTarget: field.money("月收入目标", { unit: "CNY", min: 0, inline: true, column: { width: 140 } }),
    monthlyAdBudget: field.money("月广告预算", { unit: "USD", min: 0, inline: true, column: { width: 140 } }),
  },
  screens: { list: "/baseSetup/group/index" },
});
