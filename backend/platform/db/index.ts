// Statements, locks and pages of rows, by one name for who is not of the platform.
export * from "./advisory";
export * from "./by-id";
export * from "./client";
export * from "./errors";
export * from "./locks";
export * from "./once";
export * from "./page";
export * from "./sql";
