import { defineDocument, field } from "../../kit";
import { hiddenDay, payableHidden, payableList, payableParty, payableTabs, secret } from "./ap-ageing";

/** What the entries of the period do, by their group of types. */
const moved = (label: string, types: string) =>
  field.money(label, {
    currency: "currency",
    ...secret,
    column: {
      summary: "currency",
      leads: {
        document: "ap_entry",
        by: { supplierId: "supplierId", currency: "currency", bizDateFrom: "firstDay", bizDateTo: "lastDay" },
        where: { bizType: types },
      },
    },
  });

const until = (day: string) => ({
  document: "ap_entry",
  by: { supplierId: "supplierId", currency: "currency", bizDateTo: day },
});

/** 供应商往来 (supply.md 6.0): what was owed before a period, what changed in it, what is owed after it. */
export const apSupplier = defineDocument({
  ...payableList,
  name: "ap_supplier",
  label: "供应商往来",
  table: "ap_supplier_list",
  display: "supplierText",
  keyword: ["supplierText"],
  list: { sort: [{ by: "baseClosing", desc: true }, { by: "id" }] },
  fields: {
    ...payableParty,
    period: field.text("期间", { computed: true, column: { hide: true, phone: false } }),
    closing: field.money("期末", {
      currency: "currency",
      ...secret,
      column: { summary: "currency", phone: "fact", leads: { ...until("lastDay"), balance: true } },
    }),
    baseClosing: field.money("期末", { unit: "CNY", ...secret, column: { summary: "sum", sortable: true } }),
    opening: field.money("期初", {
      currency: "currency",
      ...secret,
      column: { summary: "currency", leads: until("dayBefore") },
    }),
    added: moved("本期新增", "receipt,receiptReverse,fee,discount"),
    returned: moved("退货扣款", "return,returnReverse,closeDeduct"),
    paid: moved("付款", "payment,paymentReverse"),
    refunded: moved("退款与抵扣", "refund,offset"),
    day: field.date("期间", { computed: true, hiddenIn: ["view"], filter: "range", help: "不填则为本月" }),
    firstDay: hiddenDay("期间首日"),
    lastDay: hiddenDay("期间末日"),
    dayBefore: hiddenDay("期间前一日"),
    ...payableHidden,
  },
  actions: {
    toStatement: {
      label: "对账单",
      permission: "finance_statement_add",
      opens: { document: "supplier_statement", param: "accountId" },
    },
  },
  screens: { list: "/finance/ap/supplier", tabs: payableTabs, titles: { list: "按供应商" } },
});
