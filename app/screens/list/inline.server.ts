import { documentNamed } from "#documents";
import { can, type DocumentType, type Field, inlineFields, inputSchema } from "#documents/kit";
import { ErpError, nothing } from "~/erp/client.server";
import type { Staff } from "~/session/staff.server";
import { problems } from "../form/problems";
import { readFields, type Values } from "../form/values";
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
}

/** What of a refused try is shown again. */
export type Retry = Pick<Inline, "id" | "values" | "message" | "errors"> & { version?: number };

/** A reference that is typed and searched has no place in a cell. */
const fits = (f: Field) => f.kind !== "ref" || !documentNamed(f.to).many;

const own = (document: DocumentType, permissions: ReadonlySet<string>) =>
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
  const fields = own(document, permissions);
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

/** Saves one row from its inputs. @returns what to show again when it is refused */
export async function saveInline(
  staff: Staff,
  document: DocumentType,
  form: FormData,
): Promise<{ retry: Retry; status: number } | null> {
  const { permissions } = await staff.user();
  const fields = own(document, permissions);
  const id = String(form.get("id") ?? "");
  const version = Number(form.get("version"));
  const values = readFields(form, fields);
  const only = Object.fromEntries(fields.map(([name]) => [name, true as const]));
  const parsed = inputSchema(document, "edit").pick(only).safeParse(values);
  if (!parsed.success) {
    const errors = problems(parsed.error);
    const [message] = Object.values(errors);
    return { status: 422, retry: { id, version, values, message, errors } };
  }
  try {
    await staff.erp.put(document.api, {
      body: { ...parsed.data, id, version },
      schema: nothing,
      idempotencyKey: String(form.get("_key") ?? "") || undefined,
    });
    return null;
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const { message, fields: errors } = error;
    const status = error.status === 200 ? 422 : error.status;
    return { status, retry: { id, version, values, message, errors } };
  }
}
