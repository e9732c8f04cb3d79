import { allFields, currencyOf, type DocumentType, labelName, tailOf } from "#documents/kit";
import { DASH, decimalText, formatMoney, plainText, sumDecimals } from "~/text";
import type { RowRow } from "../row/row";
import { valueText } from "../row/told";

/** What an action is about: a column for each thing that is said, a line for each row. */
export interface ActAbout {
  head: { label: string; figure: boolean }[];
  rows: string[][];
  /** Below figures of several rows: what they are together, of each currency. */
  sums: string[][];
}

/** A value of a row in words, of an account its end alone; empty when there is none. */
export function saidOf(document: DocumentType, name: string, row: RowRow): string {
  const f = allFields(document)[name];
  if (!f || plainText(row[name]) === "") return "";
  if (f.kind === "ref") return plainText(row[labelName(name)]);
  if (f.kind === "money") return formatMoney(plainText(row[name]), currencyOf(f, row));
  return f.kind === "text" && f.tail ? plainText(tailOf(row[name])) : valueText(f, row[name]);
}

/** What is said of the rows before it is done to them; CNY only beside another currency. */
export function aboutOf(document: DocumentType, names: readonly string[], rows: readonly RowRow[]): ActAbout {
  const fields = allFields(document);
  const columns = names
    .flatMap((name) => {
      const f = fields[name];
      if (!f) return [];
      const figure = f.kind === "money" || f.kind === "int";
      const label = f.kind === "money" && f.unit === "CNY" ? "折人民币" : f.label;
      return [{ name, f, head: { label, figure }, said: rows.map((row) => saidOf(document, name, row)) }];
    })
    .filter(({ said }, i, all) => {
      const before = all.slice(0, i).map((c) => c.said);
      return said.some((text, n) => text && !before.some((others) => others[n] === text));
    });
  const sumOf = ({ name, f }: (typeof columns)[number]) => {
    if (f.kind !== "money") return [];
    const currencies = [...new Set(rows.map((row) => currencyOf(f, row) ?? ""))];
    return currencies.map((currency) => {
      const own = rows.filter((row) => (currencyOf(f, row) ?? "") === currency);
      return formatMoney(decimalText(sumDecimals(own.map((row) => plainText(row[name])))), currency);
    });
  };
  return {
    head: columns.map(({ head }) => head),
    rows: rows.map((_, n) => columns.map(({ said }) => said[n] || DASH)),
    sums: columns.map(sumOf),
  };
}
