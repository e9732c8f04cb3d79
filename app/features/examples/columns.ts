import { flatten } from "~/ui/option";
import { defineTable } from "~/ui/table/model";
import { DEPTS, type ExampleRow, STATES, TAGS } from "./rows";

const tone = (value: string) => STATES.find((s) => s.value === value)?.tone ?? "grey";

/** Every column option in one table. */
export const exampleTable = defineTable<ExampleRow>([
  {
    key: "no",
    label: "编号",
    kind: "link",
    href: (row) => `/crud/index?view=${row.id}`,
    fixed: true,
    width: 140,
    sortable: true,
    showColumn: false,
    phone: "title",
  },
  { key: "name", label: "名称", minWidth: 180, sortable: true, summary: "count" },
  { key: "dept", label: "部门", width: 100, options: flatten(DEPTS) },
  { key: "state", label: "状态", kind: "tag", options: STATES, tone, align: "center" },
  { key: "tags", label: "标签", width: 120, options: TAGS, headerAlign: "center", phone: false },
  {
    key: "numbers",
    label: "数量与金额",
    children: [
      { key: "quantity", label: "数量", kind: "number", sortable: true, summary: "sum" },
      {
        key: "price",
        label: "单价",
        kind: "money",
        width: 180,
        currency: (row) => row.currency,
        sortable: true,
        tooltip: "每行一种币种，因此不合计",
      },
      { key: "ratio", label: "占比", kind: "percent", sortable: true, summary: "avg" },
    ],
  },
  { key: "phone", label: "手机", width: 120, phone: false },
  { key: "day", label: "日期", kind: "date", sortable: true },
  { key: "updated", label: "更新时间", kind: "datetime", sortable: true, phone: false },
  { key: "enabled", label: "启用", kind: "bool", hide: true },
  { key: "remark", label: "备注", width: 200 },
  { key: "version", label: "版本", kind: "number", hidden: true },
]);
