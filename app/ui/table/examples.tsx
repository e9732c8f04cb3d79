import { Empty } from "../empty/empty";
import type { Example } from "../example";
import { defineTable } from "./model";
import { Table } from "./table";

interface TableExampleRow {
  id: string;
  name: string;
  amount: string;
  state: string;
}

const model = defineTable<TableExampleRow>([
  { key: "name", label: "名称", fixed: true, width: 200 },
  { key: "amount", label: "金额", kind: "money", currency: "USD", summary: "sum" },
  {
    key: "state",
    label: "状态",
    kind: "tag",
    options: [
      { value: "1", label: "启用" },
      { value: "0", label: "停用" },
    ],
    tone: (value) => (value === "1" ? "green" : "grey"),
  },
]);
const rows: TableExampleRow[] = [
  { id: "1", name: "示例一", amount: "1234.5", state: "1" },
  { id: "2", name: "示例二", amount: "-20", state: "0" },
];
const key = (row: TableExampleRow) => row.id;

export const examples: readonly Example[] = [
  {
    title: "最小的表格，带合计",
    node: (
      <Table
        model={model}
        rows={rows}
        rowKey={key}
        caption="示例表格"
        base={0}
        totals={{ amount: "1214.50" }}
        actions={() => [{ label: "查看", href: "?widget=table" }]}
      />
    ),
  },
  {
    title: "没有数据",
    node: <Table model={model} rows={[]} rowKey={key} caption="空表格" empty={<Empty href="?widget=table" />} />,
  },
];
