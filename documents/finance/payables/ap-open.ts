import { defineDocument, field } from "../../kit";
import {
  ageBuckets,
  hiddenText,
  OVERDUE,
  payableHidden,
  payableList,
  payableOrder,
  payableParty,
  payableTabs,
  secret,
} from "./ap-ageing";

/** 到期应付: what of each order is open, on the day on which it is to be paid. */
export const apOpen = defineDocument({
  ...payableList,
  name: "ap_open",
  label: "到期应付",
  table: "ap_open_list",
  display: "poNo",
  keyword: ["poNo", "supplierText"],
  list: { sort: [{ by: "dueDate" }, { by: "id" }] },
  glance: {
    queues: [
      {
        label: "逾期应付",
        where: { bucket: OVERDUE },
        permission: "refund",
        due: "dueDate",
        late: true,
        about: "supplierId",
      },
      { label: "本周到期", where: { within: "week" }, permission: "refund", due: "dueDate", about: "supplierId" },
    ],
    alerts: [
      {
        name: "overdue",
        label: "逾期应付",
        where: { bucket: OVERDUE },
        measure: { daysSince: "dueDate" },
        unit: "天",
        threshold: 1,
      },
    ],
  },
  fields: {
    ...payableOrder,
    ...payableParty,
    dueDate: field.date("到期日", { computed: true, column: { sortable: true }, filter: "range" }),
    overdueDays: field.int("逾期", { unit: "天", computed: true, column: { sortable: true, phone: false } }),
    bucket: field.enum("账龄", { computed: true, options: ageBuckets, column: { width: 130 }, filter: "in" }),
    openAmount: field.money("未付", {
      currency: "currency",
      ...secret,
      column: {
        width: 140,
        summary: "currency",
        sortable: true,
        phone: "fact",
        leads: { document: "ap_entry", by: { supplierId: "supplierId", poId: "poId" } },
      },
    }),
    baseOpen: field.money("未付", { unit: "CNY", ...secret, column: { width: 130, summary: "sum" } }),
    within: field.enum("将到期", {
      virtual: true,
      computed: true,
      hiddenIn: ["view"],
      options: { week: { label: "本周到期" } },
      filter: "in",
      filterOne: true,
    }),
    purchaseOrder: hiddenText("来源单类型"),
    poId: hiddenText("采购单编号"),
    ...payableHidden,
  },
  screens: { list: "/finance/ap/open", tabs: payableTabs, titles: { list: "到期应付" } },
});
