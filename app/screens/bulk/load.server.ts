import { documentNamed } from "#documents";
import { bulkFields, type DocumentType, type Field, readable } from "#documents/kit";
import type { Staff } from "~/session/staff.server";
import { loadOptions } from "../frame/options.server";
import { requirePermit } from "../frame/request.server";
import { pageSchema } from "../row/row";
import { askedField, type BulkState } from "./state";

/** Rows of one page of the backend. */
const PAGE = 100;

/** A reference that is typed and searched has no place here. */
const fits = (f: Field) => f.kind !== "ref" || !documentNamed(f.to).many;

/** Fields that this person may set for several rows of a document. */
export const bulkOf = (document: DocumentType, permissions: ReadonlySet<string>) =>
  bulkFields(document).filter(([, f]) => fits(f) && readable(f, { permissions }));

/** The dialog for these rows and one of the fields, the first unless the address names another. */
export async function loadBulk(
  staff: Staff,
  document: DocumentType,
  ids: readonly string[],
  asked: string | null,
): Promise<BulkState | null> {
  const { permissions } = await staff.user();
  requirePermit(permissions, document, "edit");
  const fields = bulkOf(document, permissions);
  const [name, field] = fields.find(([n]) => n === asked) ?? fields[0] ?? [];
  if (!name || !field) return null;
  const chunks = Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, i) => ids.slice(i * PAGE, (i + 1) * PAGE));
  const pages = await Promise.all(
    chunks.map((some) =>
      staff.erp.get(`${document.api}/page`, { query: { ids: some.join(","), size: PAGE }, schema: pageSchema }),
    ),
  );
  const rows = pages.flatMap((page) => page.records);
  if (!rows.length) throw Response.json({ message: "单据不存在" }, { status: 404 });
  return {
    kind: "bulk",
    fields: fields.map(([n, f]) => ({ name: n, label: f.label })),
    field: name,
    rows: rows.map((row) => ({ id: row.id, version: row.version, label: String(row[document.display] ?? row.id) })),
    values: {},
    options: await loadOptions(staff.erp, [[name, askedField(field)]], {}),
    key: crypto.randomUUID(),
  };
}
