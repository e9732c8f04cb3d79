import { can, type DocumentType, formFields } from "#documents/kit";
import type { Desk } from "~/session/desk.server";
import { loadRow } from "../detail/load.server";
import { loadOptions } from "../options.server";
import type { PrintState } from "./print";

const MOST = 100;

/** Rows of `?ids=1,2` for printing. @throws Response 403 without the permission to print */
export async function loadPrint(desk: Desk, document: DocumentType, url: URL): Promise<PrintState> {
  const { permissions } = await desk.user();
  const verdict = can(permissions, document, "print");
  if (!verdict.ok) throw Response.json({ message: verdict.reason }, { status: 403 });
  const ids = [...url.searchParams.getAll("ids"), ...url.searchParams.getAll("id")]
    .flatMap((v) => v.split(","))
    .filter((v) => /^\d{1,19}$/.test(v));
  const dicts = formFields(document, "view").filter(([, f]) => f.kind === "dict");
  const [options, rows] = await Promise.all([
    loadOptions(desk.erp, dicts),
    Promise.all([...new Set(ids)].slice(0, MOST).map((id) => loadRow(desk, document, id))),
  ]);
  return { rows, options };
}
