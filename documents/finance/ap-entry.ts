import { defineDocument, field, unshown } from "../kit";
import { payableTypes } from "./payable-words";
import { payableTabs } from "./payables/ap-ageing";

const price = { computed: true, mask: "purchase_price_view" } as const;
/** 应付流水 (supply.md 6.0): what changed what we owe, only added to. */
export const apEntry = defineDocument({
  name: "ap_entry",
  label: "应付流水",
  module: "finance",
  api: "/finance/ap",
  table: "ap_entry_list",
  permission: "finance_ap",
  menu: { group: "finance", icon: "history", sort: 10, words: { refund: "登记退款退税" } },
  // Buyers see their own suppliers (supply.md D.2).
  scopeBy: { user: "buyerId" },
  display: "bizNo",
  keyword: ["bizNo", "poNo", "supplierText"],
  can: { add: false, edit: false, del: false },
  fields: {
    createTime: field.datetime("时间", { computed: true, column: { sortable: true, phone: false } }),
    bizDate: field.date("业务日期", {
      computed: true,
      column: { sortable: true, phone: false, hide: true },
      filter: "range",
    }),
    supplierId: field.ref("供应商", { to: "supplier", computed: true, column: { width: 170 }, filter: "in" }),
    poId: field.ref("采购单", { to: "purchase_order", computed: true, column: { phone: false }, filter: "in" }),
    bizType: field.enum("类型", { computed: true, options: payableTypes, column: true, filter: "in" }),
    currency: field.dict("币种", { type: "currency", computed: true, column: { phone: false }, filter: "in" }),
    amount: field.money("金额", { currency: "currency", ...price, column: { width: 150, summary: "currency" } }),
    baseAmount: field.money("本位币", { unit: "CNY", ...price, column: { summary: "sum" } }),
    balance: field.money("采购单结余", {
      currency: "currency",
      ...price,
      column: { width: 130, tooltip: "这一笔之后采购单的应付余额" },
    }),
    dueDate: field.date("到期日", { computed: true, column: { phone: false, hide: true }, filter: "range" }),
    bizNo: field.text("来源单", { computed: true, names: ["bizDocument", "bizId"], column: true, filter: "prefix" }),
    createBy: field.ref("操作人", { to: "user", computed: true, column: true }),
    poNo: field.text("采购单号", { ...unshown }),
    supplierText: field.text("供应商名称", { ...unshown }),
    buyerId: field.ref("采购员", { to: "user", ...unshown }),
    bizDocument: field.text("来源单类型", { ...unshown }),
    bizId: field.text("来源单编号", { ...unshown }),
  },
  screens: { list: "/finance/ap/index", tabs: payableTabs, titles: { list: "应付流水" } },
});
