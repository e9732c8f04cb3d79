export * from "./boxes";
export * from "./condition";
