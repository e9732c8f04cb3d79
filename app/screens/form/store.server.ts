import { type Field, isFile } from "#documents/kit";
import { uploaded } from "~/erp/shapes";
import type { Staff } from "~/session/staff.server";
import { readUpload, uploadLimit, uploadProblem } from "~/ui/upload/upload-data";
import { lineIndexes, type ValueValues } from "./values";

/**
 * Files that a form brought along (without script they travel with it) are stored first; the values
 * then hold what it answered. Answers the problem of each field that may not keep its files.
 */
export async function storeFiles(
  staff: Staff,
  form: FormData,
  fields: readonly (readonly [string, Field])[],
  values: ValueValues,
): Promise<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const [name, f] of fields) {
    if (!isFile(f)) continue;
    const { kept, chosen } = readUpload(form, name);
    const limit = f.max ?? uploadLimit(f.kind === "files" ? "file" : "picture-img");
    const problem = uploadProblem(chosen, kept.length, limit);
    if (problem) errors[name] = problem;
    else
      for (const file of chosen) {
        const part = new FormData();
        part.append("file", file, file.name);
        kept.push(await staff.erp.upload("/admin/file/uploadFile", part, uploaded));
      }
    values[name] = f.kind === "image" ? (kept[0] ?? null) : kept;
  }
  return errors;
}

/** The same for the rows of a line table; a row whose form shows no file field keeps its files. */
export async function storeLineFiles(
  staff: Staff,
  form: FormData,
  lines: string,
  fields: readonly (readonly [string, Field])[],
  rows: readonly ValueValues[],
): Promise<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const [row, index] of lineIndexes(form, lines).entries())
    for (const [name, f] of fields.filter(([, one]) => isFile(one))) {
      const posted = `${lines}[${index}].${name}`;
      const values = rows[row];
      if (!values || !form.has(`${posted}Files`)) continue;
      const stored: ValueValues = {};
      const [problem] = Object.values(await storeFiles(staff, form, [[posted, f]], stored));
      if (problem) errors[`${lines}.${row}.${name}`] = problem;
      values[name] = stored[posted];
    }
  return errors;
}
