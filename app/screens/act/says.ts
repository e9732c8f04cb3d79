import { allFields, currencyOf, type DocumentType, labelName } from "#documents/kit";
import { formatMoney } from "~/text/format";
import { plainText } from "~/text/plain";
import type { Row } from "../row/row";
import { valueText } from "../row/told";

/** What tells a row from others that the same is done to, in words. */
export function saysOf(document: DocumentType, names: readonly string[], row: Row): string {
  const fields = allFields(document);
  const words = names.map((name) => {
    const f = fields[name];
    if (!f || plainText(row[name]) === "") return "";
    if (f.kind === "ref") return plainText(row[labelName(name)]);
    if (f.kind !== "money") return valueText(f, row[name]);
    const currency = currencyOf(f, row) ?? "";
    return `${currency} ${formatMoney(plainText(row[name]), currency)}`.trim();
  });
  return words.filter(Boolean).join(" · ");
}
