import { json, redirect } from "@remix-run/node";
import { z } from "zod";
import { ErpError } from "~/erp/client.server";
import { id as wireId } from "~/erp/shapes";
import { statusOf } from "~/screens/frame/request.server";
import type { Staff } from "~/session/staff.server";

/** Which import of a company's files is looked at: `?id=`. @throws Response 404 for what is no id */
export function askedImport(request: Request): string | null {
  const id = new URL(request.url).searchParams.get("id");
  if (id !== null && !/^\d{1,18}$/.test(id)) throw Response.json({ message: "导入不存在" }, { status: 404 });
  return id;
}

/** Sends the file of a form to a call that keeps it. @returns its id; null where none was chosen */
export async function sendFile(staff: Staff, api: string, form: FormData): Promise<string | null> {
  const file = form.get("file");
  if (!(file instanceof File) || !file.size) return null;
  const part = new FormData();
  part.append("file", file, file.name);
  return (await staff.erp.upload(`${api}/import`, part, z.object({ id: wireId }))).id;
}

/** Leads to the import that `work` began or went on with; what was refused is said on the same page. */
export async function importAnswer(work: () => Promise<string | null>, hrefOf: (id: string) => string) {
  try {
    const id = await work();
    if (id === null) return json({ message: "请选择文件" }, { status: 422 });
    return redirect(hrefOf(id), { status: 303 });
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    return json({ message: error.message }, { status: statusOf(error) });
  }
}
