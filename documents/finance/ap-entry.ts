import { defineDocument, field } from "../kit";
import { payableTypes } from "./payable-words";
import { payableTabs } from "./payables/payable-fields";

const price = { computed: true, mask: "purchase_price_view" } as const;
const hidden = { computed: true, hiddenIn: ["view" as const] };

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
  formColumns: 3,
  fields: {
    createTime: field.datetime({
      ...{ label: "时间", computed: true },
      column: { width: 170, sortable: true, phone: false },
    }),
    bizDate: field.date({
      ...{ label: "业务日期", computed: true },
      column: { width: 110, sortable: true, phone: false, hide: true },
      filter: "range",
    }),
    supplierId: field.ref({
      ...{ label: "供应商", to: "supplier", computed: true },
      column: { width: 170 },
      filter: "in",
    }),
    poId: field.ref({
      ...{ label: "采购单", to: "purchase_order", computed: true },
      column: { width: 130, phone: false },
      filter: "in",
    }),
    bizType: field.enum({
      ...{ label: "类型", computed: true, options: payableTypes },
      column: { width: 100 },
      filter: "in",
    }),
    currency: field.dict({
      ...{ label: "币种", type: "currency", computed: true },
      column: { width: 80, phone: false },
      filter: "in",
    }),
    amount: field.money({
      ...{ label: "金额", currency: "currency", ...price },
      column: { width: 150, summary: "currency" },
    }),
    baseAmount: field.money({
      ...{ label: "本位币", unit: "CNY", ...price },
      column: { width: 110, summary: "sum" },
    }),
    balance: field.money({
      ...{ label: "采购单结余", currency: "currency", ...price },
      column: { width: 130, tooltip: "这一笔之后采购单的应付余额" },
    }),
    dueDate: field.date({
      ...{ label: "到期日", computed: true },
      column: { width: 110, phone: false, hide: true },
      filter: "range",
    }),
    bizNo: field.text({
      ...{ label: "来源单", computed: true, names: ["bizDocument", "bizId"] },
      column: { width: 150 },
      filter: "prefix",
    }),
    createBy: field.ref({ label: "操作人", to: "user", computed: true, column: { width: 90 } }),
    poNo: field.text({ label: "采购单号", ...hidden }),
    supplierText: field.text({ label: "供应商名称", ...hidden }),
    buyerId: field.ref({ label: "采购员", to: "user", ...hidden }),
    bizDocument: field.text({ label: "来源单类型", ...hidden }),
    bizId: field.text({ label: "来源单编号", ...hidden }),
  },
  screens: { list: "/finance/ap/index", tabs: payableTabs, titles: { list: "应付流水" } },
});
