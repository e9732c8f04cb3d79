import { columnDigits, type DocumentType, type Field } from "#documents/kit";
import { invalidAt } from "../../http/refusal";
import { dec } from "../../values/money";
import { storedFields } from "../names";
import { givenLines } from "../rows";
import type { Values } from "../rules";

const NUMBER = /^-?\d+(\.\d+)?$/;
const MOST_INT = 2_147_483_647;

/** Sentence about a number that its column cannot hold. */
function tooLarge(f: Field, value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value);
  if (!NUMBER.test(text)) return undefined;
  const number = dec(text).abs();
  if (f.kind === "int") return number.gt(MOST_INT) ? `${f.label}不能大于${MOST_INT}` : undefined;
  const room = columnDigits(f);
  if (!room || number.round(room.scale).lt(dec(10).pow(room.whole))) return undefined;
  return `${f.label}的整数部分不能超过${room.whole}位`;
}

function requireRow(fields: [string, Field][], row: Values, prefix = "") {
  for (const [name, f] of fields) {
    const sentence = f.virtual ? undefined : tooLarge(f, row[name]);
    if (sentence) throw invalidAt(`${prefix}${name}`, sentence);
  }
}

/**
 * Refuses what a save has worked out when its column cannot hold it: lines before the sums over them.
 * @throws Refusal 400 naming the field and its line
 */
export function requireRange(document: DocumentType, next: Values): void {
  for (const [name, lines] of Object.entries(document.lines ?? {}))
    for (const [i, line] of (givenLines(next, name) ?? []).entries())
      requireRow(Object.entries(lines.fields), line, `${name}.${i}.`);
  requireRow(storedFields(document), next);
}
