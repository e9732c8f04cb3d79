export * from "./define";
export * from "./document";
export * from "./field";
export * from "./flow";
export * from "./lines";
export * from "./permit";
export * from "./query";
export * from "./schema";
