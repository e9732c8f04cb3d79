/** Beginnings of a cell that a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A cell that is shown as it is written: a formula becomes a text, an amount below zero stays a number;
 * quotes, commas and lines stay inside.
 */
const cell = (value: string): string => {
  const plain = FORMULA.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** Rows as a csv that Excel and banks read: UTF-8 with its mark, lines end as on Windows. */
export const csvOf = (rows: readonly (readonly (string | null)[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map((v) => cell(v ?? "")).join(",")}\r\n`).join("")}`;
