// The stock ledger, for who moves goods.
export * from "./adjust";
export * from "./ledger";
export * from "./pool";
export * from "./reserve";
export * from "./reverse";
export * from "./transit";
export * from "./types";
