import type { LoaderFunctionArgs } from "@remix-run/node";
import { ErpError } from "~/erp/client.server";
import { passFile } from "~/screens/frame/download.server";
import { requireStaff } from "~/session/staff.server";

/** A stored file: the token goes along on the server, never in an address of the page. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const path = (params["*"] ?? "").split("/").map(encodeURIComponent).join("/");
  try {
    return await passFile(requireStaff(context), `/download/${path}`, {});
  } catch (error) {
    // A picture that may not be seen is no fault of the server.
    if (error instanceof ErpError && (error.status === 403 || error.status === 404))
      throw new Response(error.message, { status: error.status });
    throw error;
  }
}
