import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "~/session/staff.server";

/** The page of the API description, for who is signed in; its files are open. */
export async function loader({ context }: LoaderFunctionArgs) {
  const page = await requireStaff(context).erp.download("/docs");
  return new Response(page.body, {
    headers: {
      "Content-Type": page.headers.get("Content-Type") ?? "text/html",
      "Content-Security-Policy": page.headers.get("Content-Security-Policy") ?? "",
      "Cache-Control": "private, no-store",
    },
  });
}
