const late = { label: "逾期采购单", where: { overdue: "yes" } };

/** What waits at orders, for whom. */
export const orderQueues = [
  {
    ...{ label: "待签合同", where: { status: "approved" }, about: "supplierId" },
    permission: "purchase_contract_add",
  },
  { ...late, due: "expectDate", late: true, permission: "edit", about: "supplierId" },
];

export const orderAlerts = [
  { ...late, name: "late", measure: { daysSince: "expectDate" }, unit: "天", threshold: 1 },
];

/** What a supplier was paid too much comes back once the order has ended. */
export const toRefund = {
  label: "登记供应商退款",
  permission: "finance_ap_refund",
  from: ["completed", "closed"],
  opens: { document: "supplier_refund", param: "poId" },
} as const;

/** The contracts of chosen orders, from where they are downloaded together. */
export const exportContract = {
  ...{ label: "导出合同", permission: "purchase_contract_view", batch: true },
  opens: { document: "purchase_contract", param: "poId", path: "/purchaseContract/index" },
} as const;
