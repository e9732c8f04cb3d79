import { allFields } from "#documents/kit";
import { ErpError, nothing } from "~/erp/client.server";
import { leadOn } from "../answer.server";
import { storeFiles } from "../form/store.server";
import type { Values } from "../form/values";
import type { ScreenRequest } from "../request.server";
import { filesOf } from "../row/files";
import { ATTACHED } from "./files";
import type { AttachTarget } from "./target";

/** Keeps the files of a document as its page shows them: those that stay and those that came. */
export async function attach(request: ScreenRequest, { row }: AttachTarget, form: FormData) {
  const { document } = request.match;
  const field = allFields(document)[ATTACHED];
  if (!row || !field) throw Response.json({ message: "不认识的操作" }, { status: 400 });
  const { erp } = request.staff;
  const values: Values = {};
  const [problem] = Object.values(
    await storeFiles(request.staff, form, [[ATTACHED, field]], values),
  );
  if (problem) return leadOn(request, problem, undefined, "warning");
  const ids = filesOf(values[ATTACHED]).flatMap((file) => file.id ?? []);
  try {
    await erp.put(document.api, { body: { ...row, [ATTACHED]: ids }, schema: nothing });
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    return leadOn(request, error.message, undefined, "warning");
  }
  return leadOn(request, "附件已保存");
}
