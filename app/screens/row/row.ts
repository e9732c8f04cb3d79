import { z } from "zod";
import { type DocumentType, sentShape } from "#documents/kit";
import { once } from "#documents/kit/once";
import { id } from "~/erp/shapes";
import { formatDateTime } from "~/text";

/** A row of any document as the backend answers it: known common parts, the rest by declaration. */
export const rowSchema = z.looseObject({ id, version: z.coerce.number().catch(0) });
/** The same with what reading one of this document is sent beyond its fields. */
export const rowSchemaOf = once((document: DocumentType) => rowSchema.extend(sentShape(document)));
export type RowRow = Record<string, unknown> & { id: string; version: number };

export const pageSchema = z.object({
  records: z.array(rowSchema),
  total: z.coerce.number(),
  summary: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((v) => v ?? {}),
  rough: z.boolean().nullish(),
  states: z.record(z.string(), z.number()).nullish(),
  notes: z
    .array(z.string())
    .nullish()
    .transform((v) => v ?? []),
});
export type Page = z.output<typeof pageSchema>;

/** What waits behind one of these, else the first of the others: there one goes on. */
export function rowBehind<R>(rows: readonly R[], isHere: (row: R) => boolean): R | undefined {
  return rows[rows.findIndex(isHere) + 1] ?? rows.find((row) => !isHere(row));
}

/** 何采薇于2026-11-22 10:00:00 */
export function changedBy({ updateByName, updateTime }: Partial<RowRow>): string | undefined {
  if (!updateByName) return undefined;
  return `${updateByName}${updateTime ? `于${formatDateTime(String(updateTime))}` : ""}`;
}

/** The rows of a line table; none where there is none. */
export function rowsIn(values: Readonly<Record<string, unknown>>, name: string): Record<string, unknown>[] {
  const rows = values[name];
  return Array.isArray(rows) ? rows : [];
}

/** What stands in one value as values of its own. */
export function valuesIn(values: Readonly<Record<string, unknown>>, name: string): Record<string, unknown> {
  const own = values[name];
  return typeof own === "object" && own !== null ? { ...own } : {};
}
