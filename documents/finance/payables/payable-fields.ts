import { field } from "../../kit";

const hidden = { computed: true, hiddenIn: ["view" as const] };

/** The lists of payables, as tabs above each of them. */
export const payableTabs = [
  "ap_entry",
  "ap_order",
  "ap_supplier",
  "ap_ageing",
  "ap_open",
  "supplier_refund",
] as const;

/** Nobody writes these lists: they are read from the ledger. Buyers see their own suppliers (supply.md D.2). */
export const payableList = {
  module: "finance",
  permission: "finance_ap",
  scopeBy: { user: "buyerId" },
  many: true,
  can: { add: false, edit: false, del: false },
  formColumns: 3,
} as const;

export const secret = { computed: true, mask: "purchase_price_view" } as const;

/** The order that a row is about, first in its list. */
export const payableOrder = {
  poNo: field.text({
    ...{ label: "采购单", computed: true, names: ["purchaseOrder", "poId"] },
    column: { width: 150, fixed: "left" },
    filter: "prefix",
  }),
};

/** Whom a row is about, and in which currency. */
export const payableParty = {
  supplierId: field.ref({
    ...{ label: "供应商", to: "supplier", computed: true },
    column: { width: 150 },
    filter: "in",
  }),
  currency: field.dict({
    ...{ label: "币种", type: "currency", computed: true },
    column: { width: 70, phone: false },
    filter: "in",
  }),
};

/** What lists are searched by and seen by, without a place on them. */
export const payableHidden = {
  supplierText: field.text({ label: "供应商名称", ...hidden }),
  buyerId: field.ref({ label: "采购员", to: "user", ...hidden }),
};

export const hiddenText = (label: string) => field.text({ label, ...hidden });
export const hiddenDay = (label: string) => field.date({ label, ...hidden });
