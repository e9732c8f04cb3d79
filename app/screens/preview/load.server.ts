import {
  allFields,
  type DocumentType,
  type Field,
  knownFigures,
  permissionOf,
  readable,
} from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import type { Staff } from "~/session/staff.server";
import { isNumber, rowNamed } from "../number.server";
import { loadOptions, type Options } from "../options.server";
import { detailAt } from "../request.server";
import { loadRow } from "../row/load.server";
import type { Row } from "../row/row";
import { isEmpty } from "../row/said";

/** What a card about a row shows. */
export interface PreviewState {
  document: DocumentType;
  row: Row;
  facts: [string, Field][];
  options: Options;
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
