import { type ActionFunctionArgs, json } from "@remix-run/node";
import { ErpError } from "~/erp/client.server";
import { uploaded } from "~/erp/shapes";
import { requireStaff } from "~/session/staff.server";

const refused = (msg: string, status: number) => json({ code: 1, msg, data: null }, { status });

/** Takes one file of the upload widget and hands it to the backend; answers its name and address. */
export async function action({ context }: ActionFunctionArgs) {
  const staff = requireStaff(context);
  const file = context.form.get("file");
  if (!(file instanceof File)) return refused("请选择文件", 400);
  const form = new FormData();
  form.append("file", file, file.name);
  try {
    const data = await staff.erp.upload("/admin/file/uploadFile", form, uploaded);
    return json({ code: 0, msg: null, data });
  } catch (error) {
    if (!(error instanceof ErpError)) throw error;
    return refused(error.message, error.status === 200 ? 400 : error.status);
  }
}
