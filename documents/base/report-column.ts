import { defineDocument, field, unshown } from "../kit";
import { fileKinds } from "./report-file";

/** Traffic comes as JSON, which has no columns. */
const { traffic: _, ...withColumns } = fileKinds;

/** 列名对照 (figures.md A.5): what this company's reports call a column besides the names that are known. */
export const reportColumn = defineDocument({
  name: "report_column",
  label: "列名对照",
  module: "base",
  menu: { group: "base", icon: "columns", sort: 139 },
  permissions: { add: "edit", del: "edit" },
  display: "said",
  coded: true,
  scopeBy: undefined,
  keyword: ["said", "columnName"],
  list: {
    from: "报告的列改了名字或用了别的语言，“报告文件”提示缺少列时，从那里对照",
    sort: [{ by: "reportKind" }, { by: "columnName" }, { by: "id" }],
  },
  start: { prefill: { fileId: "report_file" }, copy: false },
  formColumns: 1,
  fields: {
    reportKind: field.enum("报告", { required: true, options: withColumns, column: { width: 150 }, filter: "in" }),
    columnName: field.text("系统的列名", {
      required: true,
      max: 60,
      help: "提示中缺少的列，如 amount-description",
      column: { width: 220 },
      filter: "like",
    }),
    said: field.text("文件中的列名", {
      required: true,
      max: 100,
      help: "报告第一行的原文；大小写、空格和下划线不计",
      column: { minWidth: 220 },
      filter: "like",
    }),
    rowKey: field.text("标识", { ...unshown, max: 170, unique: "该报告已有这个列名的对照" }),
  },
  screens: { list: "/baseSetup/reportColumn/index" },
});
