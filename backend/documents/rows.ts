import type { Row, Values } from "./rules";

const isRecord = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isRow = (value: unknown): value is Row =>
  isRecord(value) && typeof value.id === "string" && typeof value.version === "number";

/** Lines of this name that a draft gives; undefined when it does not name them. */
export const givenLines = (values: Values, name: string): Values[] | undefined => {
  const lines = values[name];
  return Array.isArray(lines) ? lines.filter(isRecord) : undefined;
};

/** Saved lines of this name that a row has with it. */
export const savedLines = (row: Values | undefined, name: string): Row[] => {
  const lines = row?.[name];
  return Array.isArray(lines) ? lines.filter(isRow) : [];
};
