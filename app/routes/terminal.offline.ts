import type { LoaderFunctionArgs } from "@remix-run/node";
import { offlinePage } from "~/features/terminal/offline.server";
import { requireStaff } from "~/session/staff.server";

export function loader({ request, context }: LoaderFunctionArgs) {
  return offlinePage(request, requireStaff(context).demo);
}
