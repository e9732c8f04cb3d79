import { z } from "zod";
import { id } from "~/erp/shapes";

/** A row of any document as the backend answers it: known common parts, the rest by declaration. */
export const rowSchema = z.looseObject({ id, version: z.coerce.number().catch(0) });
export type Row = Record<string, unknown> & { id: string; version: number };

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
