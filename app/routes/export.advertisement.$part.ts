import type { LoaderFunctionArgs } from "@remix-run/node";
import { adFile } from "~/erp/ads.server";
import { queryOf } from "~/features/ads/load.server";
import { AD_PARTS, partHref, partOf } from "~/features/ads/query";
import { fileOrBack, passFile } from "~/screens/frame/download.server";
import { requirePermission } from "~/session/staff.server";

/** What a part of the advertising report shows, as a spreadsheet. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const part = partOf(params.part);
  if (!Object.hasOwn(AD_PARTS, params.part ?? "")) throw Response.json({ message: "资源不存在" }, { status: 404 });
  const staff = await requirePermission(context, "ads_report_export");
  const { searchParams, search } = new URL(request.url);
  const back = partHref(`/advertisement/report/index${search}`, part);
  return fileOrBack(back, async () => {
    const { current, size, ...query } = await queryOf(staff, part, searchParams);
    return passFile(staff, adFile(part), query);
  });
}
