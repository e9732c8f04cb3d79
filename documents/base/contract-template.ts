import { defineDocument, field } from "../kit";

const MERGE =
  "可用：{乙方} {甲方} {币种} {总额} {大写} {定金} {尾款} {预付比例} {交期} {收货仓} {账期}";

/** 合同模板 (supply.md 3, B.7): terms with merge fields that a contract fills in. */
export const contractTemplate = defineDocument({
  name: "contract_template",
  label: "合同模板",
  module: "purchase",
  menu: { group: "purchase", icon: "file", sort: 60 },
  display: "name",
  derived: true,
  keyword: ["name"],
  sort: [{ by: "id" }],
  can: { export: false },
  formColumns: 2,
  fields: {
    name: field.text({
      label: "模板名称",
      required: true,
      max: 50,
      unique: "模板名称已存在",
      column: { width: 220, fixed: "left" },
    }),
    contractType: field.enum({
      label: "合同类型",
      required: true,
      default: "tax",
      options: { tax: { label: "含税", tone: "blue" }, nonTax: { label: "不含税", tone: "grey" } },
      column: { width: 110 },
      filter: "in",
    }),
    enabled: field.bool({ label: "启用", default: true, column: { width: 80 } }),
    deliveryTerm: field.longtext({
      label: "交货条款",
      required: true,
      max: 2000,
      wide: true,
      help: MERGE,
    }),
    qualityTerm: field.longtext({ label: "质量条款", required: true, max: 2000, wide: true }),
    breachTerm: field.longtext({ label: "违约条款", required: true, max: 2000, wide: true }),
    paymentTerm: field.longtext({ label: "付款条款", required: true, max: 2000, wide: true }),
  },
  screens: { list: "/purchaseContract/template/index" },
});
