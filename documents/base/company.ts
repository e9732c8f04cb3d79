import { defineDocument, field, pagesAt } from "../kit";

/** 采购/付款主体 (supply.md B.10). */
export const company = defineDocument({
  name: "company",
  label: "公司主体",
  module: "finance",
  menu: { group: "finance", icon: "bank", sort: 80 },
  display: "name",
  derived: true,
  keyword: ["code", "name"],
  lookup: { finds: ["name", "code"] },
  list: { sort: [{ by: "id" }] },
  can: { del: false, export: false },
  formColumns: 2,
  fields: {
    code: field.text("编码", {
      required: true,
      pattern: [/^[A-Z0-9-]{2,20}$/, "编码为2到20位大写字母、数字或横线"],
      unique: "主体编码已存在",
      readonlyIn: ["edit"],
      column: { width: 120, fixed: "left" },
    }),
    name: field.text("名称", {
      required: true,
      max: 100,
      unique: "主体名称已存在",
      column: { width: 260 },
      filter: "like",
    }),
    country: field.dict("国家/地区", { type: "country", column: { width: 100 } }),
    creditCode: field.text("统一社会信用代码", { max: 18, column: { width: 190 } }),
    phone: field.text("电话", { max: 30, input: "tel" }),
    address: field.longtext("地址", { max: 300, wide: true, personal: true }),
    chop: field.image("合同章", { help: "盖在合同图上" }),
    enabled: field.bool("启用", { default: true, column: true }),
  },
  lines: {
    accounts: {
      label: "银行账户",
      table: "company_account",
      fields: {
        bankName: field.text("开户行", { required: true, max: 100 }),
        accountNo: field.text("账号", {
          required: true,
          personal: true,
          pattern: [/^[0-9A-Z-]{6,34}$/, "账号为6到34位数字、大写字母或横线"],
        }),
        currency: field.dict("币种", { type: "currency", required: true }),
        swift: field.text("SWIFT", { max: 11 }),
        enabled: field.bool("启用", { default: true }),
      },
    },
  },
  screens: {
    list: "/finance/company/index",
    tabs: ["company", "company_account"],
    ...pagesAt("/finance/company", "/{id}"),
  },
});
