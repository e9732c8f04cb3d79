import { type DocumentType, type ImportFile, importFile, importPermission } from "#documents/kit";
import type { Staff } from "~/session/staff.server";

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

export const mayImport = async (staff: Staff, document: DocumentType): Promise<boolean> =>
  !!document.import && (await staff.can(importPermission(document)));

/** @throws Response 403 or 404 when this document cannot be imported by this person */
export async function requireImport(staff: Staff, document: DocumentType): Promise<void> {
  if (!document.import) throw Response.json({ message: "资源不存在" }, { status: 404 });
  if (await mayImport(staff, document)) return;
  throw Response.json({ message: "当前操作没有权限" }, { status: 403 });
}

/** `?import=new` is the blank page, `?import={id}` a file on its way. */
export async function loadImport(
  staff: Staff,
  document: DocumentType,
  url: URL,
): Promise<ImportState> {
  await requireImport(staff, document);
  const asked = url.searchParams.get("import") ?? "";
  if (asked === "new") return { remap: false };
  if (!/^\d{1,18}$/.test(asked)) throw Response.json({ message: "单据不存在" }, { status: 404 });
  const file = await staff.erp.get(`${document.api}/import/${asked}`, { schema: importFile });
  return { file, remap: url.searchParams.has("remap") };
}
