import { addDays } from "~/text";
import { defineTable } from "~/ui";
import { flatten } from "~/ui/option";

/** One row of the example list. Nothing here is business data. */
export interface ExampleRow {
  id: string;
  version: number;
  no: string;
  name: string;
  dept: string;
  state: string;
  tags: string[];
  quantity: string;
  price: string;
  currency: string;
  ratio: string;
  phone: string;
  day: string;
  updated: string;
  enabled: boolean;
  remark: string;
}

export const DEPTS = [
  {
    value: "1",
    label: "示例一部",
    children: [
      { value: "11", label: "示例一组" },
      { value: "12", label: "示例二组" },
    ],
  },
  { value: "2", label: "示例二部", children: [{ value: "21", label: "示例三组" }] },
];

export const STATES = [
  { value: "draft", label: "草稿", tone: "grey" },
  { value: "auditing", label: "审核中", tone: "orange" },
  { value: "approved", label: "已通过", tone: "blue" },
  { value: "done", label: "已完成", tone: "green" },
  { value: "void", label: "已作废", tone: "red" },
] as const;

export const TAGS = ["加急", "新品", "清仓", "组合", "赠品", "预售", "定制", "样品", "返修", "大件"].map(
  (label, i) => ({ value: String(i + 1), label }),
);

const CURRENCIES = ["USD", "CNY", "EUR", "JPY"];
const NAMES = ["折叠收纳箱", "便携风扇", "露营灯", "瑜伽垫", "宠物饮水机", "手机支架", "蓝牙音箱"];
const LONG =
  "这是一段较长的示例备注，用来查看单行省略、悬停与聚焦时显示全文的效果，以及六十个汉字在表格与手机卡片里的样子。";
const pick = <T>(list: readonly T[], i: number) => list[i % list.length] as T;

/** Always the same rows: example number `i` from 0. */
export function exampleRow(i: number): ExampleRow {
  const cents = (i * 7919 + 137) % 9_999_999;
  return {
    id: String(1000 + i),
    version: 0,
    no: `SL2606${String(i + 1).padStart(4, "0")}`,
    name: `示例${pick(NAMES, i)}`,
    dept: pick(["11", "12", "21"], i),
    state: pick(STATES, i * 3).value,
    tags: i % 3 === 0 ? [pick(TAGS, i).value, pick(TAGS, i + 4).value] : [],
    quantity: String((i * 137) % 25_000),
    price: i === 3 ? "123456789012.34" : `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`,
    currency: pick(CURRENCIES, i),
    ratio: i % 9 === 4 ? `-0.${String(100 + i)}` : `0.${String((i * 379) % 10_000).padStart(4, "0")}`,
    phone: `138${String(10_000_000 + i * 104_729).slice(0, 8)}`,
    day: addDays("2026-06-30", -i),
    updated: `${addDays("2026-07-01", -i)} ${String(8 + (i % 10)).padStart(2, "0")}:${String((i * 7) % 60).padStart(2, "0")}:15`,
    enabled: i % 4 !== 2,
    remark: i % 5 === 1 ? LONG : i % 5 === 2 ? "" : "示例备注",
  };
}

export const EXAMPLE_COUNT = 137;

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
