import type { LoaderFunctionArgs } from "@remix-run/node";
import { tradeFile } from "~/features/cockpit/trade.server";
import { fileOrBack, passFile } from "~/screens/frame/download.server";
import { requirePermission } from "~/session/staff.server";

/** The trade report that the page shows, all of its rows, as a spreadsheet. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, "cockpit_report_export");
  const url = new URL(request.url);
  return fileOrBack(`/cockpit/tradeReport/index${url.search}`, async () => {
    const { path, query } = await tradeFile(staff, url);
    return passFile(staff, path, query);
  });
}
