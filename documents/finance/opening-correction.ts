import { type Action, field, flowActions, type Lines, lineRemark, worked } from "../kit";

// 更正 (company.md 2.1): what a company brought along is put right once it works, line by line.

const cost = { unit: "CNY", mask: "stock_cost_view" } as const;
const debt = { currency: "currency", mask: "purchase_price_view" } as const;
const was = { computed: true } as const;

/** What a line of an opening came to be by corrections; empty where none was approved. */
export const fixedStock = {
  fixedGood: field.int("更正后良品", { ...worked, later: true, whenFilled: true }),
  fixedBad: field.int("更正后次品", { ...worked, later: true, whenFilled: true }),
  fixedValue: field.money("更正后金额", { ...cost, ...worked, later: true, whenFilled: true }),
};
export const fixedDebt = {
  fixedAmount: field.money("更正后金额", { ...debt, ...worked, later: true, whenFilled: true }),
};

/** Fields of the head of a correction. */
export const correctionFields = {
  correctsId: field.ref("更正的期初单", {
    to: "opening",
    only: { status: ["locked"] },
    when: ["kind", "correction"],
    readonlyIn: ["edit"],
    help: "先选期初单并保存，明细自动带出；也可以从期初单的“更正”进入",
    filter: "in",
    column: { hide: true },
  }),
  reason: field.longtext("更正原因", { max: 500, when: ["kind", "correction"], help: "至少5个字", wide: true }),
} as const;

const stockFix = {
  lineId: field.line("期初明细", { table: "opening_stock_line", hidden: true }),
  warehouseId: field.ref("仓库", { to: "warehouse", ...was }),
  skuId: field.ref("SKU", { to: "sku", ...was }),
  batchNo: field.text("批次", { ...was, whenFilled: true }),
  oldGood: field.int("原良品", { ...was, sum: true }),
  newGood: field.int("更正后良品", { min: 0, startsAs: "oldGood", sum: true }),
  oldBad: field.int("原次品", { ...was, sum: true }),
  newBad: field.int("更正后次品", { min: 0, startsAs: "oldBad", sum: true }),
  oldValue: field.money("原金额", { ...cost, ...was, sum: true }),
  newValue: field.money("更正后金额", { ...cost, min: 0, help: "不填则按原单位成本", sum: true }),
  remark: lineRemark(),
};

const debtFix = {
  lineId: field.line("期初明细", { table: "opening_debt_line", hidden: true }),
  supplierId: field.ref("供应商", { to: "supplier", ...was }),
  oldNo: field.text("旧单号", { ...was, whenFilled: true }),
  poOldNo: field.text("采购单旧单号", { ...was, whenFilled: true }),
  currency: field.dict("币种", { type: "currency", ...was }),
  oldAmount: field.money("原金额", { ...debt, ...was, sum: true }),
  newAmount: field.money("更正后金额", { ...debt, min: 0, startsAs: "oldAmount", sum: true }),
  remark: lineRemark(),
};

/** Rows of a correction: lines of the opening that it names, as they were and as they are to be. */
export const correctionLines = (max: number) => {
  const common = { max, sourced: "whole" as const, when: ["kind", "correction"] as const };
  return {
    stockFixes: { label: "更正库存", table: "opening_stock_fix", ...common, fields: stockFix },
    debtFixes: { label: "更正应付预付", table: "opening_debt_fix", ...common, fields: debtFix },
  } satisfies Record<string, Lines>;
};

/** The approval of a correction: FINANCE, then EXEC; openings themselves have none. */
export const correctionActions = {
  propose: {
    label: "提交审批",
    permission: "edit",
    next: true,
    from: ["draft", "rejected"],
    to: "auditing",
    confirm: "通过后按当天日期记入库存或应付，不能再修改。",
    batch: true,
  },
  withdraw: { ...flowActions.withdraw, permission: "edit" },
  correct: { label: "更正", permission: "edit", from: ["locked"], opens: { document: "opening", param: "correctsId" } },
} as const satisfies Record<string, Action>;
