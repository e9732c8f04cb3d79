// What the rooms above write rules with; how the engine is laid out within is its own affair.
export * from "./around/chain";
export * from "./by-id";
export * from "./lacks";
export * from "./lifecycle/move";
export * from "./lifecycle/perform";
export * from "./reading/row";
export * from "./reading/source";
export * from "./reading/where";
export * from "./rules";
export * from "./writing/draft";
export * from "./written";
