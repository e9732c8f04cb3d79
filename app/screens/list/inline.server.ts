import { documentNamed } from "#documents";
import { can, type DocumentType, type Field, inlineFields, inputSchema, openIn } from "#documents/kit";
import { ErpError, nothing } from "~/erp/client.server";
import type { Staff } from "~/session/staff.server";
import { problems } from "../form/problems";
import { saying, takenOut } from "../form/taken";
import { readFields, type ValueValues } from "../form/values";
import { confirmedIn } from "../frame/confirmed";
import { loadOptions, type OptionOptions } from "../frame/options.server";
import { leadOn, type ScreenRequest, statusOf } from "../frame/request.server";
import type { RowRow } from "../row/row";
import type { InlineTarget } from "./target";

/** The row of a list that is being edited in place. */
export interface Inline {
  id: string;
  version: number;
  /** Fields that this person may change in it. */
  names: string[];
  values: ValueValues;
  options: OptionOptions;
  key: string;
  /** Why the last try was refused: shown as a warning. */
  message?: string;
  errors?: Record<string, string>;
  /** What the backend asks before it saves this. */
  question?: string;
}

/** What of a refused try is shown again. */
export type Retry = Pick<Inline, "id" | "values" | "message" | "errors" | "question"> & { version?: number };

/** A reference that is typed and searched has no place in a cell. */
const fits = (f: Field) => f.kind !== "ref" || !documentNamed(f.to).many;

/** Fields that this person may change in a row of the list. */
export const inlineOf = (document: DocumentType, permissions: ReadonlySet<string>) =>
  inlineFields(document).filter(([, f]) => fits(f) && (!f.mask || permissions.has(f.mask)));

/** The edited row of `?inline={id}`; none when it is not on the page or may not be edited now. */
export async function loadInline(
  staff: Staff,
  document: DocumentType,
  rows: readonly RowRow[],
  asked: string | null,
  retry?: Retry,
): Promise<Inline | undefined> {
  const row = rows.find((r) => r.id === (retry?.id ?? asked));
  if (!row) return undefined;
  const { permissions } = await staff.user();
  const fields = inlineOf(openIn(document, row[document.status?.field ?? ""]), permissions);
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

/** The list again, with the row still open and why it was refused. */
export interface StillOpen {
  status: number;
  retry: Retry;
}

/** Saves one row from the inputs in its cells. */
export async function saveInline(
  request: ScreenRequest,
  { key, ...row }: InlineTarget,
  form: FormData,
): Promise<Response | StillOpen> {
  const { staff, match } = request;
  const { permissions } = await staff.user();
  const fields = inlineOf(match.document, permissions);
  const values = readFields(form, fields);
  const only = Object.fromEntries(fields.map(([name]) => [name, true as const]));
  const parsed = inputSchema(match.document, "edit").pick(only).safeParse(values);
  if (!parsed.success) {
    const errors = problems(parsed.error);
    const [message] = Object.values(errors);
    return { status: 422, retry: { ...row, values, message, errors } };
  }
  try {
    await staff.erp.put(match.document.api, {
      body: { ...parsed.data, ...row, ...confirmedIn(form) },
      schema: nothing,
      idempotencyKey: key || undefined,
    });
    return leadOn(request, saying("修改成功", takenOut(form, fields)));
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const { message, fields: errors } = error;
    const question = error.asks ? message : undefined;
    return { status: statusOf(error), retry: { ...row, values, message, errors, question } };
  }
}
