/** Suppliers of what a purchase may name: goods, packing, what is made as a service; no forwarder or broker. */
export const sellers = { supplierType: ["goods", "packing", "service"] } as const;
