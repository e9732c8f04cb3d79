// Words, dates and figures as pages write them; what a browser runs names its file.
export * from "./below";
export * from "./clean";
export * from "./date";
export * from "./decimal";
export * from "./format";
export * from "./messages";
export * from "./plain";
export * from "./title";
