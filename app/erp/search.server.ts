import { z } from "zod";
import { type Erp, ErpError, nothing } from "./client.server";
import { id, text } from "./shapes";

const row = z.object({
  type: z.string(),
  id,
  name: text,
  status: text,
  amount: text,
  currency: text,
  qty: z.coerce.number().nullish().catch(null),
  date: text,
  facts: z.array(text).nullish().catch([]),
  match: z.string().optional(),
});
/** A document that was found, with what is said of it in one line. */
export type FoundRow = z.output<typeof row>;

const group = z.object({ type: z.string(), label: text, more: z.boolean(), rows: z.array(row) });
export type FoundGroup = z.output<typeof group>;

/** A backend of the lineage that cannot do it has nothing. */
async function orNone<T>(asked: Promise<T[]>): Promise<T[]> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ErpError && error.status === 404) return [];
    throw error;
  }
}

/** Documents of all kinds that fit what was typed, kinds with the best fit first. */
export const searchDocuments = (erp: Erp, keyword: string): Promise<FoundGroup[]> =>
  orNone(erp.get("/search", { query: { keyword }, schema: z.array(group) }));

/** Those of these documents (`{type}:{id}`) that the caller may see. */
export const documentsNamed = (erp: Erp, rows: readonly string[]): Promise<FoundRow[]> =>
  rows.length
    ? orNone(erp.get("/search/rows", { query: { rows: rows.join() }, schema: z.array(row) }))
    : Promise.resolve([]);

const guide = z.object({ page: z.string(), articles: z.coerce.number(), id, title: text });
/** A page that articles of the knowledge base belong to: how many, and the newest one. */
export type Guide = z.output<typeof guide>;

/** Pages with articles that the caller may read; up to 15 s old. */
export const fetchGuides = (erp: Pick<Erp, "get">): Promise<Guide[]> =>
  orNone(erp.get("/search/guides", { optional: true, schema: z.array(guide) }));

/** Addresses of the pages that the caller opened last. */
export const lastVisits = (erp: Erp): Promise<string[]> =>
  orNone(erp.get("/search/visits", { optional: true, schema: z.array(z.string()) }));

export const starredDocuments = (erp: Erp): Promise<FoundRow[]> =>
  orNone(erp.get("/search/starred", { optional: true, schema: z.array(row) }));

const starPath = (type: string, id: string) => `/search/star/${type}/${id}`;

/** Whether the caller starred it; null where the backend keeps no stars. */
export const isStarred = async (erp: Pick<Erp, "get">, type: string, id: string): Promise<boolean | null> => {
  const [starred = null] = await orNone(erp.get(starPath(type, id), { schema: z.boolean() }).then((yes) => [yes]));
  return starred;
};

export const setStar = (erp: Erp, type: string, id: string, on: boolean): Promise<unknown> =>
  on ? erp.put(starPath(type, id), { schema: nothing }) : erp.del(starPath(type, id), { schema: nothing });
