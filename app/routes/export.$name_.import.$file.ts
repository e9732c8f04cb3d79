import type { LoaderFunctionArgs } from "@remix-run/node";
import { documents } from "#documents";
import { importPermission } from "#documents/kit";
import { passFile } from "~/screens/frame/download.server";
import { requirePermission } from "~/session/staff.server";

/** The empty file of an import, or the file that was sent with a column of errors. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const document = documents.find((d) => d.name === params.name && d.import);
  const id = new URL(request.url).searchParams.get("id") ?? "";
  const errors = params.file === "errors" && /^\d{1,18}$/.test(id);
  if (!document || (params.file !== "template" && !errors))
    throw Response.json({ message: "资源不存在" }, { status: 404 });
  const staff = await requirePermission(context, importPermission(document));
  return passFile(staff, `${document.api}/import/${errors ? `${id}/errors` : "template"}`, {});
}
