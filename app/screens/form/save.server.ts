import { z } from "zod";
import { type DocumentType, formFields, formLines, inputSchema, openIn } from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import { id } from "~/erp/shapes";
import type { Staff } from "~/session/staff.server";
import { loadRow } from "../row/load.server";
import { conflictsOf, takenFrom } from "./conflict";
import type { FormState } from "./form";
import { fromSource } from "./from-source.server";
import { formOptions, loadSource } from "./load.server";
import { problems } from "./problems";
import { resolveRefs, showLabels } from "./refs.server";
import { storeFiles, storeLineFiles } from "./store.server";
import { lineIntent, readForm, type Values, withLine, withoutBlankRows } from "./values";

const saved = z.union([
  z.looseObject({ id, oneTimePassword: z.string().optional() }),
  id.transform((v) => ({ id: v })),
]);
export type Saved = { id: string; oneTimePassword?: string };

/** Answers the saved row, or the form to show again with everything that was typed. */
export async function save(
  staff: Staff,
  declared: DocumentType,
  mode: "add" | "edit",
  form: FormData,
  closeHref: string,
  url: string,
): Promise<{ saved: Saved } | { again: FormState; status: number }> {
  const rowId = String(form.get("_id") ?? "") || undefined;
  const state = String(form.get("_state") ?? "") || undefined;
  // What the form closed is not posted; the backend refuses it on its own.
  const document = mode === "edit" ? openIn(declared, state) : declared;
  const version = Number(form.get("_version") ?? Number.NaN);
  const base = {
    mode,
    id: rowId,
    version: Number.isNaN(version) ? undefined : version,
    key: String(form.get("_key") ?? ""),
    closeHref,
    state,
  };
  const values = await withTaken(staff, document, mode, form, rowId);
  const again = async (shown: Values, status: number, more: Partial<FormState> = {}) => ({
    status,
    again: {
      ...base,
      // A line button changes the request, so the next save must not look like a repeat of this one.
      key: crypto.randomUUID(),
      values: await withUntouched(staff, document, mode, rowId, shown, url),
      options: await formOptions(staff, document, mode, shown),
      ...more,
    },
  });
  const fileErrors = await storeFiles(staff, form, formFields(document, mode), values);
  for (const [name, { fields }] of formLines(document))
    Object.assign(
      fileErrors,
      await storeLineFiles(
        staff,
        form,
        name,
        Object.entries(fields),
        (values[name] as Values[] | undefined) ?? [],
      ),
    );
  const intent = lineIntent(form);
  if (intent) return again(withLine(document, values, intent), 200);
  const resolved = await resolveRefs(staff, document, mode, withoutBlankRows(document, values));
  const parsed = inputSchema(document, mode).safeParse(resolved.values);
  const errors = {
    ...(parsed.success ? {} : problems(parsed.error)),
    ...fileErrors,
    // A code that nobody has says so, instead of not being an id.
    ...resolved.errors,
  };
  if (!parsed.success || Object.keys(errors).length) {
    const filled = await fromSource(staff, document, mode, values, resolved.values, url);
    if (filled) return again(filled, 422, { message: "已带出来源单据的明细，请核对后再提交" });
    return again(values, 422, { errors });
  }
  try {
    const flag = form.has("_submit") && document.submit?.flag;
    const sent: Values = flag ? { ...parsed.data, [flag]: true } : parsed.data;
    return { saved: (await send(staff, document, mode, sent, base)) as Saved };
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const shown: Partial<FormState> = {
      errors: { ...error.fields },
      message: error.fields ? null : error.message,
      key: base.key,
    };
    if (error.status === 409 && mode === "edit" && rowId) {
      const row = await loadRow(staff, document, rowId).catch(() => null);
      const options = await formOptions(staff, document, mode, values);
      shown.reloadHref = url;
      if (row && row.version !== base.version) {
        shown.conflicts = conflictsOf(document, mode, parsed.data, row, options);
        // The next save is made knowing the row as it is now.
        shown.version = row.version;
      }
    }
    return again(values, error.status === 200 ? 422 : error.status, shown);
  }
}

/** What was typed, with the other person's value where that was chosen after a conflict. */
async function withTaken(
  staff: Staff,
  document: DocumentType,
  mode: "add" | "edit",
  form: FormData,
  rowId: string | undefined,
): Promise<Values> {
  const values = readForm(form, document, mode);
  const taken = takenFrom(form);
  if (!taken.length || !rowId) return values;
  const row = showLabels(document, mode, await loadRow(staff, document, rowId));
  return { ...values, ...Object.fromEntries(taken.map((name) => [name, row[name]])) };
}

function send(
  staff: Staff,
  document: DocumentType,
  mode: "add" | "edit",
  values: Values,
  { id: rowId, version, key }: Pick<FormState, "id" | "version" | "key">,
) {
  const body = mode === "edit" ? { ...values, id: rowId, version } : values;
  const options = { body, schema: saved, idempotencyKey: key || undefined };
  if (document.savePath) return staff.erp.post(document.savePath, options);
  return mode === "add"
    ? staff.erp.post(document.api, options)
    : staff.erp.put(document.api, options);
}

/** Fields that this form shows but does not post (read-only ones) keep what the row or its source has. */
async function withUntouched(
  staff: Staff,
  document: DocumentType,
  mode: "add" | "edit",
  rowId: string | undefined,
  typed: Values,
  url: string,
): Promise<Values> {
  const silent = Object.values(document.fields).some((f) => f.readonlyIn?.includes(mode));
  if (!silent || (mode === "edit" && !rowId)) return typed;
  const known = rowId
    ? loadRow(staff, document, rowId)
    : loadSource(staff, document, new URL(url, "http://form"));
  const row: Values = await known.catch(() => ({}));
  const given = Object.entries(typed).filter(([, v]) => v !== undefined);
  return { ...showLabels(document, mode, row), ...Object.fromEntries(given) };
}
