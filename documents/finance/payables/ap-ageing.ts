import { defineDocument, field } from "../../kit";
import { type AgeBucket, ageBuckets } from "./due-words";
import { payableHidden, payableList, payableParty, payableTabs, secret } from "./payable-fields";

const of = { supplierId: "supplierId", currency: "currency" };

const bucket = (name: AgeBucket) =>
  field.money({
    ...{ label: ageBuckets[name].label, currency: "currency", ...secret },
    column: {
      ...{ width: 130, summary: "currency" },
      leads: { document: "ap_open", by: of, where: { bucket: name } },
    },
  });

/** 账龄: what is owed today, by the days for which it is overdue. */
export const apAgeing = defineDocument({
  ...payableList,
  name: "ap_ageing",
  label: "应付账龄",
  table: "ap_ageing_list",
  display: "supplierText",
  keyword: ["supplierText"],
  sort: [{ by: "baseTotal", desc: true }, { by: "id" }],
  fields: {
    ...payableParty,
    total: field.money({
      ...{ label: "应付余额", currency: "currency", ...secret },
      column: {
        ...{ width: 140, summary: "currency", phone: "fact" },
        leads: { document: "ap_entry", by: of },
      },
    }),
    notDue: bucket("notDue"),
    d30: bucket("d30"),
    d60: bucket("d60"),
    d90: bucket("d90"),
    over90: bucket("over90"),
    prepaid: bucket("prepaid"),
    baseTotal: field.money({
      ...{ label: "应付余额", unit: "CNY", ...secret },
      column: { width: 130, summary: "sum", sortable: true },
    }),
    ...payableHidden,
  },
  screens: {
    list: "/finance/ap/ageing",
    tabs: payableTabs,
    titles: { list: "账龄" },
  },
});
