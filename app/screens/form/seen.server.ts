import { createHash } from "node:crypto";
import { z } from "zod";
import {
  type DocumentType,
  type Field,
  formFields,
  formLines,
  isFile,
  isSealed,
  type Lines,
  type Mode,
  plainNumber,
} from "#documents/kit";
import { plainText } from "~/text";
import { filesOf } from "../row/files";
import type { RowRow } from "../row/row";
import type { ValueValues } from "./values";

/**
 * What stood in a row when somebody began to type over it, as short marks: enough to tell who changed
 * a value, in a hidden input. `""` holds the marks of the head, `items.17` those of a row.
 */
export type Seen = Readonly<Record<string, string>>;

const LENGTH = 4;
const NUMBERS = ["int", "decimal", "money", "percent"];
const PATTERN = new RegExp(`.{1,${LENGTH}}`, "g");

/** A value as it is compared: amounts are the same however many zeros end them. */
function comparable(f: Field, value: unknown): string {
  if (isFile(f))
    return filesOf(value)
      .flatMap((file) => file.id ?? file.url)
      .join();
  if (Array.isArray(value)) return value.map(plainText).join("\n");
  const text = plainText(value).replaceAll("\r\n", "\n");
  if (!NUMBERS.includes(f.kind) || !text) return text;
  const number = Number(plainNumber(text));
  return Number.isNaN(number) ? text : String(number);
}

/** The mark of a value. */
export const markOf = (f: Field, value: unknown): string =>
  createHash("sha256").update(comparable(f, value)).digest("base64url").slice(0, LENGTH);

const isTyped = ([, f]: [string, Field]) =>
  !f.computed && !f.hidden && f.kind !== "json" && f.kind !== "password" && !isSealed(f);

/** Fields of the head that a person may have changed in this form. */
export const headFields = (document: DocumentType, mode: Mode): [string, Field][] =>
  formFields(document, mode).filter((one) => isTyped(one) && !one[1].readonlyIn?.includes(mode));

/** Fields that a person may have changed in a row of a line table. */
export const rowFields = ({ fields }: Lines): [string, Field][] => Object.entries(fields).filter(isTyped);

/** The marks of several values, one behind the other. */
export const marksOf = (fields: readonly [string, Field][], values: ValueValues): string =>
  fields.map(([name, f]) => markOf(f, values[name])).join("");

/** The marks of a row as its form was filled with it. */
export function seenOf(document: DocumentType, row: RowRow): string {
  const lines = formLines(document).flatMap(([name, l]) => {
    const fields = rowFields(l);
    return savedRows(row[name]).map((one) => [`${name}.${one.id}`, marksOf(fields, one)]);
  });
  const head = ["", marksOf(headFields(document, "edit"), row)];
  return JSON.stringify(Object.fromEntries([head, ...lines]));
}

const seenSchema = z.record(z.string(), z.string());

/** The marks that a form bore; null where it bore none. */
export function readSeen(text: string): Seen | null {
  try {
    return seenSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The marks of one row, by the names of its fields. */
export function marksIn(
  seen: Seen | null,
  key: string,
  fields: readonly [string, Field][],
): Readonly<Record<string, string | undefined>> {
  const marks = seen?.[key]?.match(PATTERN) ?? [];
  if (marks.length !== fields.length) return {};
  return Object.fromEntries(fields.map(([name], i) => [name, marks[i]]));
}

/** Rows of a line table that the backend knows. */
export const savedRows = (value: unknown): (ValueValues & { id: string })[] =>
  (Array.isArray(value) ? value : []).flatMap((row: ValueValues) =>
    row.id ? [{ ...row, id: plainText(row.id) }] : [],
  );
