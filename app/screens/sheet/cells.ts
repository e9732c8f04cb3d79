import { documentNamed } from "#documents";
import {
  type DocumentType,
  type Field,
  inlineFields,
  isMonth,
  monthSaid,
  openIn,
  plainNumber,
  readable,
} from "#documents/kit";
import { plainText } from "~/text";
import { addDecimals, parseDecimal } from "~/text/decimal";
import { flatten, type UiOption } from "~/ui/option";
import type { RowRow } from "../row/row";

type CellField = readonly [name: string, field: Field];

const NUMBERS: Field["kind"][] = ["int", "decimal", "money", "percent"];
/** What is typed in one control that fits a cell. */
const KINDS: Field["kind"][] = [...NUMBERS, "text", "longtext", "bool", "date", "datetime", "enum", "dict", "ref"];

const fits = ([, f]: CellField) =>
  KINDS.includes(f.kind) && !(f.kind === "ref" && (f.tree || documentNamed(f.to).many));

/** Fields that are typed in the rows of a list. */
export const typedFields = (document: DocumentType): CellField[] => inlineFields(document).filter(fits);

/** Those of somebody with these permissions; of one row, as its state allows. */
export const sheetFields = (document: DocumentType, permissions: ReadonlySet<string>, row?: RowRow): CellField[] =>
  typedFields(row ? openIn(document, row[document.status?.field ?? ""]) : document).filter(([, f]) =>
    readable(f, { permissions }),
  );

/** Fields that can be changed by percent. */
export const isAmount = (f: Field): boolean => f.kind === "money" || f.kind === "decimal";

/** Whether it is an amount of money, also of more places than its currency has. */
const isPrice = (f: Field): boolean => f.kind === "money" || (f.kind === "decimal" && /^[A-Z]{3}$/.test(f.unit ?? ""));

/** Fields that can be changed by percent, prices before measures. */
export const amountFields = (fields: readonly CellField[]): CellField[] =>
  fields.filter(([, f]) => isAmount(f)).sort(([, a], [, b]) => Number(isPrice(b)) - Number(isPrice(a)));

/** A value as its control holds it. */
export function typedText(f: Field, value: unknown): string {
  if (f.kind === "bool") return String(value === true || value === "true");
  const text = isMonth(f) ? monthSaid(value) : plainText(value);
  if (f.kind === "date") return text.slice(0, 10);
  if (f.kind === "datetime") return text.slice(0, 16).replace(" ", "T");
  return text.replaceAll("\r\n", "\n");
}

/** Whether two values of a field are the same: amounts are, however many zeros end them. */
export function isSame(f: Field, one: unknown, other: unknown): boolean {
  const [a, b] = [typedText(f, one), typedText(f, other)];
  if (a === b || !NUMBERS.includes(f.kind)) return a === b;
  const [x, y] = [parseDecimal(plainNumber(a)), parseDecimal(plainNumber(b))];
  return !!x && !!y && addDecimals(x, y, -1).units === 0n;
}

/** A value of a control in words. */
export function saidText(f: Field, text: string, options: readonly UiOption[] = []): string {
  if (f.kind === "bool") return text === "true" ? "是" : "否";
  if (!text) return "（空）";
  if (f.kind === "datetime") return text.replace("T", " ");
  return flatten(options).find((o) => o.value === text)?.label ?? text;
}
