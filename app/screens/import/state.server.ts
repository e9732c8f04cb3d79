import { z } from "zod";
import { type DocumentType, importPermission } from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import { id } from "~/erp/shapes";
import type { Desk } from "~/session/desk.server";

const fileState = z.object({
  id,
  fileName: z.string(),
  status: z.enum([
    "new",
    "checking",
    "checked",
    "refused",
    "committing",
    "done",
    "failed",
    "interrupted",
  ]),
  headers: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  columns: z.array(
    z.object({ key: z.string(), label: z.string(), required: z.boolean(), hint: z.string() }),
  ),
  mapping: z.record(z.string(), z.number()),
  existing: z.enum(["refuse", "update"]),
  mayUpdate: z.boolean(),
  total: z.number(),
  done: z.number(),
  added: z.number(),
  changed: z.number(),
  made: z.array(z.object({ id, no: z.string() })),
  errorCount: z.number(),
  errors: z.array(
    z.object({
      row: z.number(),
      column: z.string().nullable(),
      letter: z.string().nullable(),
      msg: z.string(),
    }),
  ),
});
export type ImportFile = z.output<typeof fileState>;

/** The page that brings rows in from a file. */
export interface ImportState {
  /** Nothing was uploaded yet when absent. */
  file?: ImportFile;
  /** The person goes back to the mapping of a file that was checked. */
  remap: boolean;
  message?: string | null;
  errors?: Record<string, string>;
}

export const isRunning = (file?: ImportFile) =>
  file?.status === "checking" || file?.status === "committing";

export const mayImport = async (desk: Desk, document: DocumentType): Promise<boolean> =>
  !!document.import && (await desk.can(importPermission(document)));

/** @throws Response 403 or 404 when this document cannot be imported by this person */
export async function requireImport(desk: Desk, document: DocumentType): Promise<void> {
  if (!document.import) throw Response.json({ message: "资源不存在" }, { status: 404 });
  if (await mayImport(desk, document)) return;
  throw Response.json({ message: "当前操作没有权限" }, { status: 403 });
}

/** `?import=new` is the blank page, `?import={id}` a file on its way. */
export async function loadImport(
  desk: Desk,
  document: DocumentType,
  url: URL,
): Promise<ImportState> {
  await requireImport(desk, document);
  const asked = url.searchParams.get("import") ?? "";
  if (asked === "new") return { remap: false };
  if (!/^\d{1,18}$/.test(asked)) throw Response.json({ message: "单据不存在" }, { status: 404 });
  const file = await desk.erp.get(`${document.api}/import/${asked}`, { schema: fileState });
  return { file, remap: url.searchParams.has("remap") };
}

const uploadedFile = z.object({ id });
const number = (v: FormDataEntryValue | null) => (v === null || v === "" ? -1 : Number(v));

/** Columns that the mapping form names: -1 leaves a field out. */
function mappingOf(form: FormData): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [name, value] of form)
    if (name.startsWith("map.")) found[name.slice(4)] = Math.trunc(number(value)) || 0;
  return found;
}

type Step = { file: string } | { state: ImportState; status: number };

async function upload(desk: Desk, document: DocumentType, form: FormData): Promise<Step> {
  const file = form.get("file");
  if (!(file instanceof File) || !file.size)
    return { status: 422, state: { remap: false, errors: { file: "请选择文件" } } };
  const part = new FormData();
  part.append("file", file, file.name);
  const made = await desk.erp.upload(`${document.api}/import`, part, uploadedFile);
  return { file: made.id };
}

/** Runs one step of an import. A refusal is the page again with its sentence. */
export async function importStep(
  desk: Desk,
  document: DocumentType,
  url: URL,
  form: FormData,
): Promise<Step> {
  await requireImport(desk, document);
  const step = String(form.get("step"));
  const asked = url.searchParams.get("import") ?? "";
  const id = /^\d{1,18}$/.test(asked) ? asked : "";
  try {
    if (step === "upload") return await upload(desk, document, form);
    const path = `${document.api}/import/${id}/${step === "commit" ? "commit" : "check"}`;
    const body =
      step === "commit"
        ? {}
        : { mapping: mappingOf(form), existing: form.get("existing") ?? undefined };
    await desk.erp.post(path, { body, schema: fileState });
    return { file: id };
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const state = id ? await loadImport(desk, document, url) : { remap: false };
    const again = { ...state, remap: state.remap || step === "check" };
    return {
      status: error.status === 200 ? 422 : error.status,
      state: { ...again, message: error.message, errors: error.fields },
    };
  }
}
