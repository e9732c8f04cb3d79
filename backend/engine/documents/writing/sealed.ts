import { snake } from "#backend/platform/db/names";
import { invalidAt } from "#backend/platform/http";
import { filled, maskedAddress, sealAddress } from "#backend/platform/personal/address";
import { hashOf } from "#backend/platform/personal/cipher";
import { openAddress, sealSecret } from "#backend/platform/personal/open";
import { keys } from "#backend/platform/personal/ring";
import {
  type Address,
  addressParts,
  type DocumentType,
  type Field,
  isSealed,
  neededParts,
  SECRET_SET,
  SECRET_UNSET,
} from "#documents/kit";
import { storedFields } from "../names";
import type { DocumentRuleRow, RuleContext, RuleValues } from "../rules";

const SAID = new Set<unknown>([SECRET_SET, SECRET_UNSET, "", null, undefined]);

/** What was typed of an address; parts that are not typed anew stay. */
const typedOf = (value: unknown): Address => (typeof value === "object" && value !== null ? filled({ ...value }) : {});

/** How the history calls a sealed value that was typed; nothing: it was not. */
export function sealedSaid(f: Field, value: unknown): string | undefined {
  if (f.kind === "secret") return SAID.has(value) ? undefined : "已重新设置";
  const typed = typedOf(value);
  return Object.keys(typed).length ? maskedAddress(typed) || "已修改" : undefined;
}

type SealedColumn = [name: string, value: unknown, cast: string];

function secretColumns(name: string, f: Field, value: unknown, before?: DocumentRuleRow): SealedColumn[] {
  if (!SAID.has(value)) return [[snake(name), sealSecret(String(value)), "text"]];
  if (f.required && before?.[name] !== SECRET_SET) throw invalidAt(name, f.requiredMessage ?? `请输入${f.label}`);
  return [];
}

async function addressColumns(
  c: RuleContext,
  document: DocumentType,
  [name, f]: [string, Field],
  value: unknown,
  before?: DocumentRuleRow,
): Promise<SealedColumn[]> {
  const typed = typedOf(value);
  const any = Object.keys(typed).length > 0;
  if (!any && (before || !f.required)) return [];
  const old = before ? await openAddress(c.sql, document, before.id, name) : null;
  const whole = { ...old, ...typed };
  const lacking = neededParts.find((part) => !whole[part]);
  if (lacking) throw invalidAt(`${name}.${lacking}`, `请输入${f.label}的${addressParts[lacking]}`);
  return Object.entries(sealAddress(snake(name), whole)).map(([column, text]) => [
    ...([column, text, "text"] as const),
  ]);
}

/** Columns that a save writes of what is kept encrypted. @throws Refusal 400 when a needed one lacks */
export async function sealedValues(
  c: RuleContext,
  document: DocumentType,
  next: RuleValues,
  before?: DocumentRuleRow,
  workedOut = false,
): Promise<SealedColumn[]> {
  const columns: SealedColumn[] = [];
  for (const [name, f] of storedFields(document)) {
    if (!isSealed(f)) continue;
    // What another document brings is copied as it is kept.
    const own = { ...f, required: !!f.required && !workedOut };
    if (f.kind === "secret") columns.push(...secretColumns(name, own, next[name], before));
    else columns.push(...(await addressColumns(c, document, [name, own], next[name], before)));
  }
  return columns;
}

/** The values without what a fingerprint of them would let a dictionary guess. */
export const printOf = (document: DocumentType, values: RuleValues): RuleValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const f = document.fields[name];
      const holds = f && (isSealed(f) || ("holdsSecrets" in f && f.holdsSecrets));
      const secret = holds && value !== null && value !== undefined;
      return [name, secret ? hashOf(keys(), "address", JSON.stringify(value)) : value];
    }),
  );
