import type { LoaderFunctionArgs } from "@remix-run/node";
import { documents } from "#documents";
import { permissionOf } from "#documents/kit";
import { exportQuery } from "~/screens/export/start.server";
import { fileOrBack, passFile } from "~/screens/frame/download.server";
import { referrer } from "~/screens/shell/referrer.server";
import { requirePermission } from "~/session/staff.server";

/** The list's own query as a spreadsheet, streamed through from the backend. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const document = documents.find((d) => d.name === params.name && d.can?.export !== false);
  if (!document) throw Response.json({ message: "资源不存在" }, { status: 404 });
  const staff = await requirePermission(context, permissionOf(document, "export"));
  const { searchParams: given, search } = new URL(request.url);
  const query = exportQuery(document, given);
  const ids = given.get("scope") === "picked" ? given.get("picked") : given.get("ids");
  // Script joins what is ticked as it does in addresses.
  if (ids) query.ids = ids.replaceAll(".", ",");
  const columns = given.getAll("columns").join(",");
  if (columns) query.columns = columns;
  if (given.get("lines") && document.exports?.lines) query.lines = "1";
  const back = referrer(request, context.visit.host) ?? `${document.screens.list}${search}`;
  return fileOrBack(back, () => passFile(staff, `${document.api}/export`, query));
}
