import { json, redirect } from "@remix-run/node";
import { z } from "zod";
import type { DocumentType } from "#documents/kit";
import { id, text } from "~/erp/shapes";
import type { Staff } from "~/session/staff.server";
import { withParams } from "~/ui/url";
import type { Match } from "./resolve";

const found = z.array(z.object({ id, label: text }));

type Numbered = Match & { document: DocumentType };

/**
 * The row that an address with `{no}` names by its number becomes `params.id`. Links are made from ids:
 * they lead on to the address with the number, a blank form (`0`) to one with a number of its own.
 * @throws Response that leads on, when the page is only read
 */
export async function withNumber(
  staff: Staff,
  match: Numbered,
  url: URL,
  reads: boolean,
): Promise<Numbered> {
  const { no } = match.params;
  if (!no) return withNumberedId(staff, match, url, reads);
  const lead = (to: string) =>
    redirect(match.path.replace("{no}", encodeURIComponent(to)) + url.search);
  if (no === "0") {
    if (!reads) return match;
    throw lead(await staff.erp.get(`${match.document.api}/nextNo`, { schema: text }));
  }
  const row = await rowNamed(staff, match.document, no);
  if (!row) {
    if (match.view === "detail") throw unknown(match.document, no);
    return match;
  }
  if (reads && row.label !== no) throw lead(row.label);
  return { ...match, params: { ...match.params, id: row.id } };
}

/** A number where an id belongs leads on to the address with the id: one address for each page. */
async function withNumberedId(staff: Staff, match: Numbered, url: URL, reads: boolean) {
  const inPath = match.params.id;
  const asked = inPath ?? url.searchParams.get("id") ?? "";
  if (!reads || !isNumber(match.document, asked)) return match;
  const row = await rowNamed(staff, match.document, asked);
  if (!row) throw unknown(match.document, asked);
  if (inPath) throw redirect(url.pathname.replace(inPath, row.id) + url.search);
  throw redirect(withParams(url.pathname + url.search, { id: row.id }));
}

/** Said of a number that no row has, or none that the person may see. */
const unknown = ({ label }: DocumentType, no: string) =>
  json(
    {
      message: `没有单号为${no}的${label}，或者您无权查看。请核对单号，或在${label}列表按单号查找。`,
    },
    { status: 404 },
  );

/** Whether an id of an address is a number of this document. */
export const isNumber = ({ number }: DocumentType, asked: string): boolean =>
  !!number && asked.startsWith(number) && /^[A-Z]+\d{1,18}$/.test(asked);

/** The row that an id or a number names, among those that the person may see. */
export async function rowNamed(staff: Staff, { api }: DocumentType, asked: string) {
  const query = /^\d+$/.test(asked) ? { ids: asked } : { labels: asked };
  const [row] = await staff.erp.get(`${api}/options`, { query, schema: found });
  return row;
}
