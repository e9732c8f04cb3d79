import type { BookColumn } from "./words";

/** Columns of the workbook, as its sheets say them. */
type More = Omit<BookColumn, "key" | "label" | "kind">;

export const text = (key: string, label: string, more: More = {}): BookColumn => ({
  key,
  label,
  kind: "text",
  ...more,
});
export const number = (key: string, label: string, more: More = {}): BookColumn => ({
  key,
  label,
  kind: "number",
  ...more,
});
export const date = (key: string, label: string, more: More = {}): BookColumn => ({
  key,
  label,
  kind: "date",
  hint: "日期，如2026-01-31",
  ...more,
});
export const bool = (key: string, label: string): BookColumn => ({ key, label, kind: "bool", hint: "是或否" });
export const dict = (key: string, label: string, type: string, more: More = {}): BookColumn => ({
  key,
  label,
  kind: "dict",
  dict: type,
  hint: "填写字典中的名称或代码",
  ...more,
});
export const choice = (key: string, label: string, words: Record<string, string>, more: More = {}): BookColumn => ({
  key,
  label,
  kind: "choice",
  words,
  hint: `可填：${Object.values(words).join("、")}`,
  ...more,
});
export const ref = (key: string, label: string, to: BookColumn["to"], more: More = {}): BookColumn => ({
  key,
  label,
  kind: "ref",
  to,
  ...more,
});
export const currency = (key: string, label: string, more: More = {}) => dict(key, label, "currency", more);

export const labels = (options: Readonly<Record<string, { label: string }>>) =>
  Object.fromEntries(Object.entries(options).map(([value, { label }]) => [value, label]));

export const must = { required: true };
