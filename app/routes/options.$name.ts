import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { documents } from "#documents";
import { ErpError } from "~/erp/client.server";
import { text } from "~/erp/shapes";
import { requireStaff } from "~/session/staff.server";

const rows = z.array(z.object({ label: text, hint: text.optional() }));

/** Rows that fit what is typed into a reference. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const document = documents.find((d) => d.name === params.name && d.many);
  if (!document) throw json({ message: "资源不存在" }, { status: 404 });
  const keyword = new URL(request.url).searchParams.get("keyword")?.slice(0, 100) ?? "";
  const { erp } = requireStaff(context);
  try {
    return json(await erp.get(`${document.api}/options`, { query: { keyword }, schema: rows }));
  } catch (error) {
    if (!(error instanceof ErpError)) throw error;
    return json({ message: error.message }, { status: error.status });
  }
}
