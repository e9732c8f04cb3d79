import { defineDocument, field } from "../../kit";
import {
  dueStates,
  hiddenText,
  payableHidden,
  payableList,
  payableOrder,
  payableParty,
  payableTabs,
  secret,
} from "./ap-ageing";

const amount = (label: string, types?: string) =>
  field.money(label, {
    currency: "currency",
    ...secret,
    column: {
      summary: "currency",
      phone: false,
      ...(types && { leads: { document: "ap_entry", by: { poId: "poId" }, where: { bizType: types } } }),
    },
  });

/** 采购单应付 (supply.md 6.0): of each order what is owed, asked for, paid and open. */
export const apOrder = defineDocument({
  ...payableList,
  name: "ap_order",
  label: "采购单应付",
  table: "ap_order_list",
  rowsOf: "purchase_order",
  display: "poNo",
  keyword: ["poNo", "supplierText"],
  fields: {
    ...payableOrder,
    ...payableParty,
    openAmount: field.money("未付", {
      currency: "currency",
      ...secret,
      column: {
        width: 130,
        summary: "currency",
        phone: "fact",
        sortable: true,
        leads: { document: "ap_entry", by: { poId: "poId" }, balance: true },
        tooltip: "应付流水的结余；为负是预付或应退",
      },
    }),
    dueDate: field.date("到期日", { computed: true, column: { sortable: true }, filter: "range" }),
    overdueDays: field.int("逾期", { unit: "天", computed: true, column: { sortable: true } }),
    dueState: field.enum("到期状态", { computed: true, options: dueStates, column: true, filter: "in" }),
    orderAmount: amount("订单总额"),
    receiptAmount: amount("到货", "receipt,receiptReverse"),
    returnAmount: amount("退货", "return,returnReverse,closeDeduct"),
    payableAmount: amount("应付"),
    requestedAmount: amount("已请款"),
    paidAmount: amount("已付", "payment,paymentReverse"),
    purchaseOrder: hiddenText("来源单类型"),
    poId: hiddenText("采购单编号"),
    ...payableHidden,
  },
  screens: { list: "/finance/ap/order", tabs: payableTabs, titles: { list: "按采购单" } },
});
