import { z } from "zod";
import type { DocumentType } from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import { id } from "~/erp/shapes";
import type { Staff } from "~/session/staff.server";
import { fileState, type ImportState, loadImport, requireImport } from "./state.server";

const uploadedFile = z.object({ id });

export const number = (v: FormDataEntryValue | null) => (v === null || v === "" ? -1 : Number(v));

/** Columns that the mapping form names: -1 leaves a field out. */
function mappingOf(form: FormData): Record<string, number> {
  const found: Record<string, number> = {};
  for (const [name, value] of form)
    if (name.startsWith("map.")) found[name.slice(4)] = Math.trunc(number(value)) || 0;
  return found;
}

type Step = { file: string } | { state: ImportState; status: number };

async function upload(staff: Staff, document: DocumentType, form: FormData): Promise<Step> {
  const file = form.get("file");
  if (!(file instanceof File) || !file.size)
    return { status: 422, state: { remap: false, errors: { file: "请选择文件" } } };
  const part = new FormData();
  part.append("file", file, file.name);
  const made = await staff.erp.upload(`${document.api}/import`, part, uploadedFile);
  return { file: made.id };
}

/** Runs one step of an import. A refusal is the page again with its sentence. */
export async function importStep(
  staff: Staff,
  document: DocumentType,
  url: URL,
  form: FormData,
): Promise<Step> {
  await requireImport(staff, document);
  const step = String(form.get("step"));
  const asked = url.searchParams.get("import") ?? "";
  const id = /^\d{1,18}$/.test(asked) ? asked : "";
  try {
    if (step === "upload") return await upload(staff, document, form);
    const path = `${document.api}/import/${id}/${step === "commit" ? "commit" : "check"}`;
    const body =
      step === "commit"
        ? {}
        : { mapping: mappingOf(form), existing: form.get("existing") ?? undefined };
    await staff.erp.post(path, { body, schema: fileState });
    return { file: id };
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const state = id ? await loadImport(staff, document, url) : { remap: false };
    const again = { ...state, remap: state.remap || step === "check" };
    return {
      status: error.status === 200 ? 422 : error.status,
      state: { ...again, message: error.message, errors: error.fields },
    };
  }
}
