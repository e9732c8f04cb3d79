import { defineDocument, field } from "../kit";
import { supplier } from "./supplier";

/** Bank accounts of suppliers as documents choose them: lines of 供应商, one a row. */
export const supplierAccount = defineDocument({
  name: "supplier_account",
  label: "供应商账户",
  module: "supplier",
  api: "/supplier/account",
  table: "supplier_account_list",
  permission: "supplier_supplier",
  scopeBy: { dept: "deptId", user: "buyerId" },
  display: "label",
  many: true,
  keyword: ["label"],
  can: { add: false, edit: false, del: false, export: false },
  formColumns: 1,
  fields: {
    label: field.text("账户", { computed: true, column: { width: 320 } }),
    supplierId: field.ref("供应商", { to: "supplier", computed: true, column: { width: 160 }, filter: "in" }),
    accountName: field.text("户名", { computed: true, personal: true, column: true }),
    bankName: field.text("开户行", { computed: true, column: true }),
    accountNo: field.text("账号", { computed: true, tail: "supplier_bank_view", column: true }),
    currency: field.dict("币种", { type: "currency", computed: true, column: true, filter: "in" }),
    deptId: field.ref("所属部门", { to: "dept", computed: true, hiddenIn: ["view"] }),
    buyerId: field.ref("采购员", { to: "user", computed: true, hiddenIn: ["view"] }),
  },
  screens: { list: "/supplier/account/index", tabs: ["supplier", "supplier_account"] },
});

/** Declarations of 供应商. */
export const supplierDocuments = [supplier, supplierAccount] as const;
