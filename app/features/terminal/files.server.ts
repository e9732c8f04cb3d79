import { ErpError } from "~/erp/client.server";
import { uploaded } from "~/erp/shapes";
import type { Staff } from "~/session/staff.server";
import { uploadProblem } from "~/ui/upload/upload-data";

const OWN = new Set(["intent", "job"]);
const MOST = 9;

/** Texts of a form, and its files, which are stored first. `shown`: what the form has when it comes again. */
export async function storedFiles(staff: Staff, form: FormData) {
  const values: Record<string, string | string[]> = {};
  const shown: Record<string, string> = {};
  for (const name of new Set(form.keys())) {
    if (OWN.has(name)) continue;
    const given = form.getAll(name);
    const files = given.filter((one): one is File => one instanceof File);
    if (files.length) {
      const kept = String(form.get(`${name}Kept`) ?? "")
        .split(",")
        .filter(Boolean);
      const chosen = files.filter((file) => file.size > 0);
      const problem = uploadProblem(chosen, kept.length, MOST);
      if (problem) throw new ErpError(problem, 400);
      for (const file of chosen) {
        const part = new FormData();
        part.append("file", file, file.name);
        const { id } = await staff.erp.upload("/admin/file/uploadFile", part, uploaded);
        if (id) kept.push(id);
      }
      values[name] = kept;
      shown[name] = kept.join(",");
    } else if (!name.endsWith("Kept")) {
      values[name] = String(given[0] ?? "");
      shown[name] = String(given[0] ?? "");
    }
  }
  return { values, shown };
}
