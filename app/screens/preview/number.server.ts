import { json, redirect } from "@remix-run/node";
import { z } from "zod";
import { allFields, type DocumentType, type Field, knownFigures, permissionOf, readable } from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import { id, text } from "~/erp/shapes";
import type { Staff } from "~/session/staff.server";
import { withParams } from "~/ui";
import { loadOptions, type OptionOptions } from "../frame/options.server";
import { detailAt } from "../frame/request.server";
import type { Match } from "../frame/resolve";
import { loadRow } from "../row/load.server";
import type { RowRow } from "../row/row";
import { isEmpty } from "../row/said";

const found = z.array(z.object({ id, label: text }));

type Numbered = Match & { document: DocumentType };

/**
 * The row that an address with `{no}` names by its number becomes `params.id`. Links are made from ids:
 * they lead on to the address with the number, a blank form (`0`) to one with a number of its own.
 * @throws Response that leads on, when the page is only read
 */
export async function withNumber(staff: Staff, match: Numbered, url: URL, reads: boolean): Promise<Numbered> {
  const { no } = match.params;
  if (!no) return withNumberedId(staff, match, url, reads);
  const lead = (to: string) => redirect(match.path.replace("{no}", encodeURIComponent(to)) + url.search);
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
    { message: `没有单号为${no}的${label}，或者您无权查看。请核对单号，或在${label}列表按单号查找。` },
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

/** What a card about a row shows. */
export interface PreviewState {
  document: DocumentType;
  row: RowRow;
  facts: [string, Field][];
  options: OptionOptions;
}

const FACTS = 4;
const LONG = new Set<Field["kind"]>(["longtext", "richtext", "image", "images", "files", "json"]);

const missing = () => Response.json({ message: "单据不存在" }, { status: 404 });

/**
 * The row that an address of a detail page names, as the person may read it.
 * @throws Response 404 for any other address, and for what the person may not see
 */
export async function loadPreview(staff: Staff, at: string): Promise<PreviewState> {
  const shown = detailAt(at);
  if (!shown) throw missing();
  const { document } = shown;
  const { permissions } = await staff.user();
  if (!permissions.has(permissionOf(document, "view"))) throw missing();
  const named = isNumber(document, shown.id) && (await rowNamed(staff, document, shown.id));
  const id = named ? named.id : shown.id;
  const stored = await loadRow(staff, document, id).catch((error) => {
    if (error instanceof ErpError && !error.outage) throw missing();
    throw error;
  });
  const row = knownFigures(document, stored);
  const said = [document.display, document.status?.field];
  const facts = Object.entries(allFields(document))
    .filter(([name, f]) => f.column && !said.includes(name) && !LONG.has(f.kind))
    .filter(([name, f]) => readable(f, { permissions }) && !isEmpty(row[name]))
    .slice(0, FACTS);
  const dicts = facts.filter(([, f]) => f.kind === "dict");
  return { document, row, facts, options: await loadOptions(staff.recent, dicts, row) };
}
