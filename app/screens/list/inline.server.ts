import { documentNamed } from "#documents";
import { can, type DocumentType, type Field, inlineFields } from "#documents/kit";
import type { Staff } from "~/session/staff.server";
import type { Values } from "../form/values";
import { loadOptions, type Options } from "../options.server";
import type { Row } from "../row/row";

/** The row of a list that is being edited in place. */
export interface Inline {
  id: string;
  version: number;
  /** Fields that this person may change in it. */
  names: string[];
  values: Values;
  options: Options;
  key: string;
  /** Why the last try was refused: shown as a warning. */
  message?: string;
  errors?: Record<string, string>;
  /** What the backend asks before it saves this. */
  question?: string;
}

/** What of a refused try is shown again. */
export type Retry = Pick<Inline, "id" | "values" | "message" | "errors" | "question"> & {
  version?: number;
};

/** A reference that is typed and searched has no place in a cell. */
const fits = (f: Field) => f.kind !== "ref" || !documentNamed(f.to).many;

/** Fields that this person may change in a row of the list. */
export const inlineOf = (document: DocumentType, permissions: ReadonlySet<string>) =>
  inlineFields(document).filter(([, f]) => fits(f) && (!f.mask || permissions.has(f.mask)));

/** The edited row of `?inline={id}`; none when it is not on the page or may not be edited now. */
export async function loadInline(
  staff: Staff,
  document: DocumentType,
  rows: readonly Row[],
  asked: string | null,
  retry?: Retry,
): Promise<Inline | undefined> {
  const row = rows.find((r) => r.id === (retry?.id ?? asked));
  if (!row) return undefined;
  const { permissions } = await staff.user();
  const fields = inlineOf(document, permissions);
  if (!fields.length || !can(permissions, document, "edit", row).ok) return undefined;
  const values = Object.fromEntries(fields.map(([name]) => [name, row[name]]));
  return {
    version: row.version,
    names: fields.map(([name]) => name),
    key: crypto.randomUUID(),
    ...retry,
    id: row.id,
    values: { ...values, ...retry?.values },
    options: await loadOptions(staff.recent, fields, values),
  };
}
