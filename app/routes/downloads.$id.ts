import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { exportFile } from "#documents/kit";
import { fileHref, progressText } from "~/screens/export/state";
import { requireStaff } from "~/session/staff.server";

/** How far one of the person's exports is, for the page that waits for it. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { id = "" } = params;
  if (!/^\d{1,18}$/.test(id)) throw json({ message: "资源不存在" }, { status: 404 });
  const file = await requireStaff(context).erp.get(`/admin/exports/${id}`, { schema: exportFile });
  const { status, done, total } = file;
  return json(
    { running: status === "running", done, total, text: progressText(file), href: file.fileId && fileHref(file) },
    { headers: { "Cache-Control": "no-store" } },
  );
}
