import type { Address, DocumentType } from "#documents/kit";
import { pickRow } from "../db/by-id";
import { snake } from "../db/names";
import type { Sql } from "../db/sql";
import { openedAddress } from "./address";
import { opened, sealed } from "./cipher";
import { keys } from "./ring";

/** What a secret is stored as, for statements of one's own. */
export const sealSecret = (text: string): string => sealed(keys(), text);

/** What was sealed so. @throws Error where its key is gone */
export const openSealed = (text: string): string => opened(keys(), text);

async function sealedOf(sql: Sql, document: DocumentType, field: string, id: string) {
  const column = snake(field);
  const row = await pickRow<Record<string, string | null>>(sql, document.table, id, [column]);
  return row?.[column] ?? null;
}

/** A secret of a row, for a call to the system that it belongs to; nothing where none is set. */
export async function openSecret(sql: Sql, document: DocumentType, field: string, id: string): Promise<string | null> {
  const text = await sealedOf(sql, document, field, id);
  return text === null ? null : opened(keys(), text);
}

/**
 * An address of a row, for what is sent to a warehouse or a carrier; nothing where it is purged. People
 * see one by `unmask` alone. `field`: the declaration's only one unless named.
 */
export async function openAddress(
  sql: Sql,
  document: DocumentType,
  id: string,
  field = Object.entries(document.fields).find(([, f]) => f.kind === "address")?.[0],
): Promise<Address | null> {
  if (!field) throw new Error(`${document.name} has no address`);
  const text = await sealedOf(sql, document, field, id);
  return text === null ? null : openedAddress(text);
}
