import { defineDocument, field } from "../../kit";
import { settlementCategories, settlementMeasures } from "./words";

const part = (label: string, help: string) =>
  field.text(label, { required: true, max: 100, default: "*", help, column: { width: 220 }, filter: "like" });

/** 费用归类 (figures.md D.1): which column of the figures takes a kind of line of a settlement. */
export const feeType = defineDocument({
  name: "fee_type",
  label: "费用归类",
  module: "finance",
  menu: { group: "finance", icon: "settings", sort: 66 },
  permissions: { add: "edit", del: "edit" },
  display: "name",
  derived: true,
  scopeBy: undefined,
  keyword: ["name", "transactionType", "amountType", "amountDescription"],
  list: { sort: [{ by: "category" }, { by: "id" }] },
  import: { key: ["transactionType", "amountType", "amountDescription"], update: true },
  formColumns: 2,
  fields: {
    name: field.text("费用", { required: true, max: 60, column: { width: 160, fixed: "left" }, filter: "like" }),
    transactionType: part("transaction-type", "结算报告中的原文；末尾的*代表任意内容"),
    amountType: part("amount-type", "结算报告中的原文；末尾的*代表任意内容"),
    amountDescription: part("amount-description", "结算报告中的原文；末尾的*代表任意内容"),
    category: field.enum("类别", { required: true, options: settlementCategories, column: true, filter: "in" }),
    measure: field.enum("入账到", {
      required: true,
      options: settlementMeasures,
      help: "经营数据的哪一列；改动对之后核对的结算单生效",
      column: true,
      filter: "in",
    }),
  },
  screens: { list: "/finance/feeType/index" },
});
