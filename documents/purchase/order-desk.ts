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
