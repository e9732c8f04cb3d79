import { z } from "zod";
import type { DocumentType } from "#documents/kit";
import { id, list, text } from "~/erp/shapes";
import type { Staff } from "~/session/staff.server";

/** Only files of the backend's own store are fetched, whatever an answer names. */
const address = z
  .string()
  .nullish()
  .transform((v) => /^\/api(\/download\/[\w./-]+)$/.exec(v ?? "")?.[1] ?? null)
  .transform((v) => (v?.includes("..") ? null : v));

const planned = z.array(
  z.object({
    id,
    name: text,
    files: list(z.object({ name: text, url: address, problem: text })),
  }),
);

/** What the backend lets into the zip: a row for each folder, with its files. */
export type Planned = z.output<typeof planned>[number];

/** Asks the backend what a zip of these rows holds. @throws ErpError with the sentence of a refusal */
export const loadPlan = (staff: Staff, document: DocumentType, ids: string[]): Promise<Planned[]> =>
  staff.erp.get(`${document.api}/archive`, { query: { ids: ids.join(",") }, schema: planned });
