import type { DocumentRuleRow, RuleValues } from "./rules";

export const isRecord = (value: unknown): value is RuleValues =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isRow = (value: unknown): value is DocumentRuleRow =>
  isRecord(value) && typeof value.id === "string" && typeof value.version === "number";

/** Lines of this name that a draft gives; undefined when it does not name them. */
export const givenLines = (values: RuleValues, name: string): RuleValues[] | undefined => {
  const lines = values[name];
  return Array.isArray(lines) ? lines.filter(isRecord) : undefined;
};

/** Saved lines of this name that a row has with it. */
export const savedLines = (row: RuleValues | undefined, name: string): DocumentRuleRow[] => {
  const lines = row?.[name];
  return Array.isArray(lines) ? lines.filter(isRow) : [];
};
