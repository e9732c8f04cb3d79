import type { LoaderFunctionArgs } from "@remix-run/node";
import { passFile } from "~/screens/download.server";
import { requireDesk } from "~/session/desk.server";

/** A stored file: the token goes along on the server, never in an address of the page. */
export function loader({ params, context }: LoaderFunctionArgs) {
  const path = (params["*"] ?? "").split("/").map(encodeURIComponent).join("/");
  return passFile(requireDesk(context), `/download/${path}`, {});
}
