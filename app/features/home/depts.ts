import type { HomeReport } from "~/erp/cockpit.server";
import { defineTable } from "~/ui/table/model";

/** A department in the ranking of the home page. */
export type DeptPlace = HomeReport["cocBusinessBaseDateGroupByDept"][number] & {
  /** Of the largest income: -1 to 1. */
  part: number;
  href?: string;
};

export const deptTable = defineTable<DeptPlace>([
  {
    key: "deptName",
    label: "部门",
    kind: "link",
    minWidth: 88,
    href: (row) => row.href,
    phone: "title",
  },
  {
    ...{ key: "mainBusinessIncome", label: "主营业务收入", kind: "wan", width: 102, phone: "fact" },
    part: (row) => row.part,
  },
  { key: "notTaxProfit", label: "未税净利润", kind: "wan", width: 92, phone: "fact" },
  { key: "grossProfitPercent", label: "毛利率", kind: "percent", width: 68, phone: false },
  { key: "yoyIncome", label: "同比", kind: "change", width: 80, phone: "fact" },
  { key: "chainIncome", label: "环比", kind: "change", width: 80, phone: false },
]);
