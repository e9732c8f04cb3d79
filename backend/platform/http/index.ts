// Calls, their answers and their refusals, by one name for who is not of the platform.
export * from "./answer";
export * from "./endpoint";
export * from "./query";
export * from "./refusal";
export * from "./validate";
