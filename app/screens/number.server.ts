import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { DocumentType } from "#documents/kit";
import { id, text } from "~/erp/shapes";
import type { Staff } from "~/session/staff.server";
import type { Match } from "./resolve";

const found = z.array(z.object({ id, label: text }));

/**
 * The row that an address with `{no}` names by its number becomes `params.id`. Links are made from ids:
 * they lead on to the address with the number, a blank form (`0`) to one with a number of its own.
 * @throws Response that leads on, when the page is only read
 */
export async function withNumber(
  staff: Staff,
  match: Match & { document: DocumentType },
  url: URL,
  reads: boolean,
): Promise<Match & { document: DocumentType }> {
  const { no } = match.params;
  if (!no) return match;
  const { api } = match.document;
  const lead = (to: string) =>
    redirect(match.path.replace("{no}", encodeURIComponent(to)) + url.search);
  if (no === "0") {
    if (!reads) return match;
    throw lead(await staff.erp.get(`${api}/nextNo`, { schema: text }));
  }
  const query = /^\d+$/.test(no) ? { ids: no } : { labels: no };
  const [row] = await staff.erp.get(`${api}/options`, { query, schema: found });
  if (!row) return match;
  if (reads && row.label !== no) throw lead(row.label);
  return { ...match, params: { ...match.params, id: row.id } };
}
