import { field, lineRemark, skuLine } from "../kit";

/** Where a document outside purchasing and transfers stands once its goods moved. */
export const otherStates = (approved: string, done: string) => ({
  approved: { label: approved, tone: "blue" as const },
  done: { label: done, tone: "green" as const },
  reversed: { label: "已撤销", tone: "red" as const },
});

/** Pieces of a line by bucket; together at least one. */
const pieces = () => ({
  goodQty: field.int({ label: "良品", required: true, min: 0, default: 0, sum: true }),
  badQty: field.int({ label: "次品", required: true, min: 0, default: 0, sum: true }),
});

const cost = { unit: "CNY", mask: "stock_cost_view" } as const;

/** What others work out: a column only where there is something to read. */
const worked = { computed: true, hiddenIn: ["add" as const, "edit" as const] };

/** One line of goods that come in: their cost is said, or that of the pool. */
export const otherInLine = () => ({
  ...skuLine(),
  ...pieces(),
  unitCost: field.decimal({
    ...{ label: "单位成本", scale: 6, min: 0, ...cost },
    help: "不填则为库存单位成本",
  }),
  amount: field.money({ label: "金额", ...cost, ...worked, sum: true }),
  binCode: field.text({ label: "库位", max: 20 }),
  remark: lineRemark(),
});

/** One line of goods that leave: their cost is that of the pool when they do. */
export const otherOutLine = () => ({
  ...skuLine(),
  ...pieces(),
  salePrice: field.money({ label: "售价", unit: "CNY", min: 0, help: "线下销售必填" }),
  unitCost: field.decimal({ label: "单位成本", scale: 6, ...cost, ...worked }),
  amount: field.money({ label: "成本", ...cost, ...worked, sum: true }),
  remark: lineRemark(),
});
