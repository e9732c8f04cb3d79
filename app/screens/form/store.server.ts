import type { Field } from "#documents/kit";
import { uploaded } from "~/erp/shapes";
import type { Desk } from "~/session/desk.server";
import { readUpload, uploadLimit, uploadProblem } from "~/ui/upload/upload-data";
import type { Values } from "./values";

/**
 * Files that a form brought along (without script they travel with it) are stored first; the values
 * then hold addresses. Answers the problem of each field that may not keep its files.
 */
export async function storeFiles(
  desk: Desk,
  form: FormData,
  fields: readonly (readonly [string, Field])[],
  values: Values,
): Promise<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const [name, f] of fields) {
    if (f.kind !== "files" && f.kind !== "image" && f.kind !== "images") continue;
    const { kept, chosen } = readUpload(form, name);
    const limit = f.max ?? uploadLimit(f.kind === "files" ? "file" : "picture-img");
    const problem = uploadProblem(chosen, kept.length, limit);
    if (problem) errors[name] = problem;
    else
      for (const file of chosen) {
        const part = new FormData();
        part.append("file", file, file.name);
        kept.push(await desk.erp.upload("/admin/file/uploadFile", part, uploaded));
      }
    values[name] = f.kind === "image" ? (kept[0]?.url ?? null) : kept;
  }
  return errors;
}
