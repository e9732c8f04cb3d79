// Dates, amounts, rates, settings and numbers, by one name for who is not of the platform.
export * from "./calendar";
export * from "./contract-no";
export * from "./money";
export * from "./open-month";
export * from "./params";
export * from "./rates";
export * from "./sequence";
