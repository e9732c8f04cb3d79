import { z } from "zod";
import type { DocumentType } from "#documents/kit";
import type { Call } from "../../http/endpoint";
import { refusalOf } from "../../http/refusal";
import { context } from "../call";
import { options } from "../reading/options";

/** As many rows as one batch takes. */
export const MOST_ROWS = 200;

export const batchAnswer = z.array(
  z.object({
    id: z.string(),
    /** Number or name of the row; null when there is none that the caller may see. */
    no: z.string().nullable(),
    ok: z.boolean(),
    msg: z.string().nullable(),
  }),
);

/** Each id in a transaction of its own, with a result for each (supply.md 0.4). */
export async function batch(
  call: Call,
  ids: string[],
  document: DocumentType,
  run: (id: string) => Promise<unknown>,
) {
  const results: z.output<typeof batchAnswer> = [];
  const known = await options(context(call, call.db), document, { ids: ids.join(",") });
  for (const id of new Set(ids)) {
    const no = known.find((row) => row.id === id)?.label ?? null;
    try {
      await run(id);
      results.push({ id, no, ok: true, msg: null });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.status >= 500) throw error;
      results.push({ id, no, ok: false, msg: refusal.message });
    }
  }
  return results;
}
