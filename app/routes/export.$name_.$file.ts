import type { LoaderFunctionArgs } from "@remix-run/node";
import { documents } from "#documents";
import { passFile } from "~/screens/download.server";
import { requirePermission } from "~/session/staff.server";

/** A file about one row, as its declaration names it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const document = documents.find((d) => d.name === params.name);
  const file = document?.downloads?.[params.file ?? ""];
  const id = new URL(request.url).searchParams.get("id");
  if (!document || !file || !id) throw Response.json({ message: "资源不存在" }, { status: 404 });
  const staff = await requirePermission(context, `${document.permission}_${file.permission}`);
  return passFile(staff, file.path, { [file.param]: id });
}
