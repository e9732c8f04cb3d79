import type { Field } from "./field";

/** The end of a secret value, as people without the right to all of it see it: `**** 1234`. */
export const tailOf = (value: unknown): unknown =>
  typeof value === "string" && value.length > 4 ? `**** ${value.slice(-4)}` : value;

/** Says who somebody is, or where one is reached or paid. */
export const isPersonal = (f: Field): boolean =>
  !!f.personal || (f.kind === "text" && (f.input === "tel" || f.input === "email"));
