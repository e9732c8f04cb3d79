import { redirect } from "@remix-run/node";
import { z } from "zod";
import { type DocumentType, type ImportFile, importFile, importPermission } from "#documents/kit";
import { ErpError } from "~/erp/client.server";
import { id } from "~/erp/shapes";
import type { Staff } from "~/session/staff.server";
import { confirmedIn } from "../frame/confirmed";
import { type InPlace, pagePath, type ScreenRequest, statusOf } from "../frame/request.server";
import { importHref } from "./href";
import type { ImportTarget } from "./target";

/** The page that brings rows in from a file. */
export interface ImportState {
  /** Nothing was uploaded yet when absent. */
  file?: ImportFile;
  /** The person goes back to the mapping of a file that was checked. */
  remap: boolean;
  message?: string | null;
  errors?: Record<string, string>;
}

export const isRunning = (file?: ImportFile) => file?.status === "checking" || file?.status === "committing";

export const mayImport = async (staff: Staff, document: DocumentType): Promise<boolean> =>
  !!document.import && (await staff.can(importPermission(document)));

/** @throws Response 403 or 404 when this document cannot be imported by this person */
export async function requireImport(staff: Staff, document: DocumentType): Promise<void> {
  if (!document.import) throw Response.json({ message: "资源不存在" }, { status: 404 });
  if (await mayImport(staff, document)) return;
  throw Response.json({ message: "当前操作没有权限" }, { status: 403 });
}

/** `?import=new` is the blank page, `?import={id}` a file on its way. */
export async function loadImport(staff: Staff, document: DocumentType, url: URL): Promise<ImportState> {
  await requireImport(staff, document);
  const asked = url.searchParams.get("import") ?? "";
  if (asked === "new") return { remap: false };
  if (!/^\d{1,18}$/.test(asked)) throw Response.json({ message: "单据不存在" }, { status: 404 });
  const file = await staff.erp.get(`${document.api}/import/${asked}`, { schema: importFile });
  return { file, remap: url.searchParams.has("remap") };
}

const uploadedFile = z.object({ id });

/** Stores the file of the form. @returns its id; null when none was chosen */
async function upload({ staff, match }: ScreenRequest, form: FormData): Promise<string | null> {
  const file = form.get("file");
  if (!(file instanceof File) || !file.size) return null;
  const part = new FormData();
  part.append("file", file, file.name);
  return (await staff.erp.upload(`${match.document.api}/import`, part, uploadedFile)).id;
}

/** Has a file checked or its rows written. */
async function proceed(
  { staff, match }: ScreenRequest,
  file: string,
  { step, mapping, existing }: ImportTarget,
  form: FormData,
) {
  const body = step === "commit" ? confirmedIn(form) : { mapping, existing };
  const schema = importFile;
  await staff.erp.post(`${match.document.api}/import/${file}/${step}`, { body, schema });
  return file;
}

/**
 * Runs one step of an import. The next one is a page of its own, so that reloading repeats nothing; a
 * refusal is the page again with its sentence.
 */
export async function importStep(
  request: ScreenRequest,
  target: ImportTarget,
  form: FormData,
): Promise<Response | InPlace<{ import: ImportState }>> {
  const { staff, match, url } = request;
  const { document } = match;
  await requireImport(staff, document);
  const asked = url.searchParams.get("import") ?? "";
  const file = /^\d{1,18}$/.test(asked) ? asked : "";
  const again = (status: number, state: ImportState) => ({
    status,
    page: { title: `导入${document.label}`, import: state },
  });
  try {
    const next = target.step === "upload" ? await upload(request, form) : await proceed(request, file, target, form);
    if (next === null) return again(422, { remap: false, errors: { file: "请选择文件" } });
    return redirect(importHref(pagePath(url), next), { status: 303 });
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const { message, fields: errors } = error;
    const state = file ? await loadImport(staff, document, url) : { remap: false };
    const remap = state.remap || target.step === "check";
    return again(statusOf(error), { ...state, remap, message, errors });
  }
}
