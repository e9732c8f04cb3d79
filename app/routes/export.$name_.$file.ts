import type { LoaderFunctionArgs } from "@remix-run/node";
import { documents } from "#documents";
import { fileOrBack, passFile } from "~/screens/frame/download.server";
import { referrer } from "~/screens/shell/referrer.server";
import { requirePermission } from "~/session/staff.server";

/** A file about one row, or about rows that were chosen (`?ids=`), as its declaration names it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const document = documents.find((d) => d.name === params.name);
  const file = document?.exports?.downloads?.[params.file ?? ""];
  const { searchParams } = new URL(request.url);
  const id = searchParams.get("id");
  if (!document || !file || !(id || file.batch)) throw Response.json({ message: "资源不存在" }, { status: 404 });
  const staff = await requirePermission(context, `${document.permission}_${file.permission}`);
  const ids = id ?? searchParams.getAll("ids").join(",");
  const back = referrer(request, context.visit.host) ?? document.screens.list;
  return fileOrBack(back, () => passFile(staff, file.path, { [file.param]: ids }));
}
