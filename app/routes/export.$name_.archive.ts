import type { LoaderFunctionArgs } from "@remix-run/node";
import { documents } from "#documents";
import { permissionOf } from "#documents/kit";
import { partsOf } from "~/features/parts";
import { archiveOf } from "~/screens/archive/archive.server";
import { fileOrBack } from "~/screens/frame/download.server";
import { referrer } from "~/screens/shell/referrer.server";
import { requirePermission } from "~/session/staff.server";

/** The rows that were chosen (`?ids=`) as one zip. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const document = documents.find((d) => d.name === params.name && d.exports?.archive);
  if (!document) throw Response.json({ message: "资源不存在" }, { status: 404 });
  const staff = await requirePermission(context, permissionOf(document, "export"));
  const ids = new URL(request.url).searchParams.getAll("ids").flatMap((v) => v.split(","));
  const back = referrer(request, context.visit.host) ?? document.screens.list;
  return fileOrBack(back, () =>
    archiveOf(staff, document, ids.filter(Boolean), partsOf(document.name), context.drained),
  );
}
