import { defineDocument, field } from "../kit";

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
  fields: {
    label: field.text({ label: "账户", computed: true, column: { width: 320 } }),
    supplierId: field.ref({
      ...{ label: "供应商", to: "supplier", computed: true, column: { width: 160 }, filter: "in" },
    }),
    accountName: field.text({
      label: "户名",
      computed: true,
      personal: true,
      column: { width: 160 },
    }),
    bankName: field.text({ label: "开户行", computed: true, column: { width: 160 } }),
    accountNo: field.text({
      ...{ label: "账号", computed: true, tail: "supplier_bank_view", column: { width: 160 } },
    }),
    currency: field.dict({
      ...{ label: "币种", type: "currency", computed: true, column: { width: 80 }, filter: "in" },
    }),
    deptId: field.ref({ label: "所属部门", to: "dept", computed: true, hiddenIn: ["view"] }),
    buyerId: field.ref({ label: "采购员", to: "user", computed: true, hiddenIn: ["view"] }),
  },
  screens: { list: "/supplier/account/index", tabs: ["supplier", "supplier_account"] },
});
