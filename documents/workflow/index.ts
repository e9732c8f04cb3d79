export * from "./condition";
export * from "./node";
