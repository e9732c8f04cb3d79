import { z } from "zod";
import { documents } from "#documents";
import { type DocumentType, mayPrint, type Print, printsOf } from "#documents/kit";
import type { Staff } from "~/session/staff.server";
import { dictFields, loadOptions } from "../frame/options.server";
import { requirePermit } from "../frame/request.server";
import { loadRow } from "../row/load.server";
import type { PrintState } from "./print";

const MOST = 200;

const printed = z.record(
  z.string(),
  z.object({ n: z.number(), opened: z.record(z.string(), z.string().nullish()).nullish() }),
);

/** Which sheet an address prints: where several documents share it, `?type=` says of which. */
export interface Printed {
  document: DocumentType;
  name: string;
  sheet: Print;
}

/** The sheet of a declared address. @throws Response 404 when nothing is printed there */
export function printedAt(path: string, url: URL): Printed {
  const here = documents.flatMap((document) =>
    printsOf(document).flatMap(([name, sheet]) => (sheet.path === path ? [{ document, name, sheet }] : [])),
  );
  const type = url.searchParams.get("type");
  const typed = here.find(({ sheet }) => sheet.type && sheet.type === type);
  const found = typed ?? (type && here[0]?.sheet.type ? undefined : here[0]);
  if (!found) throw Response.json({ message: "页面不存在" }, { status: 404 });
  return found;
}

/**
 * Rows of `?ids=1,2` for printing.
 * @throws Response 403 without the permission to print, 409 for a row whose state forbids it
 */
export async function loadPrint(staff: Staff, { document, name, sheet }: Printed, url: URL): Promise<PrintState> {
  const { permissions } = await staff.user();
  requirePermit(permissions, document, "print");
  const ids = [...url.searchParams.getAll("ids"), ...url.searchParams.getAll("id")]
    .flatMap((v) => v.split(","))
    .filter((v) => /^\d{1,19}$/.test(v));
  const chosen = [...new Set(ids)];
  if (sheet.most && chosen.length > sheet.most)
    throw Response.json({ message: `一次最多打印${sheet.most}张` }, { status: 400 });
  const state = await load(staff, document, chosen.slice(0, MOST));
  for (const row of state.rows) {
    const may = mayPrint(permissions, document, sheet, row);
    if (!may.ok) {
      const message = `${row[document.display] ?? ""}：${may.reason}`;
      throw Response.json({ message }, { status: 409 });
    }
  }
  if (!sheet.log || !state.rows.length) return { ...state, name };
  const path = `/admin/printed/${document.name}/${name}`;
  const body = { ids: state.rows.map((row) => row.id) };
  const told = await staff.erp.post(path, { body, schema: printed });
  const rows = state.rows.map((row) => (sheet.opens ? { ...row, [sheet.opens]: told[row.id]?.opened } : row));
  const counts = Object.fromEntries(Object.entries(told).map(([id, { n }]) => [id, n]));
  return { ...state, rows, name, counts };
}

async function load(staff: Staff, document: DocumentType, ids: string[]): Promise<PrintState> {
  const [options, rows] = await Promise.all([
    loadOptions(staff.erp, dictFields(document)),
    Promise.all(ids.map((id) => loadRow(staff, document, id))),
  ]);
  return { rows, options };
}

/**
 * The row of a further page about it. @throws Response 404 when there is none, 400 with the sentence of
 * the declaration when the page is not for it
 */
export async function loadPage(
  staff: Staff,
  document: DocumentType,
  page: string,
  id: string | null,
): Promise<PrintState> {
  if (!id || !/^\d{1,19}$/.test(id)) throw Response.json({ message: "单据不存在" }, { status: 404 });
  const state = await load(staff, document, [id]);
  const [name, value, sentence] = document.screens.pages?.[page]?.only ?? [];
  if (name && state.rows.some((row) => row[name] !== value))
    throw Response.json({ message: sentence }, { status: 400 });
  return { ...state, page };
}
