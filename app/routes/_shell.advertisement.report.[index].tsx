import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { keepColumns } from "~/features/ads/layout.server";
import { type AdsState, loadAds } from "~/features/ads/load.server";
import { AdsPage } from "~/features/ads/page";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text/title";

export const meta: MetaFunction = () => [{ title: pageTitle("广告报表") }];

export const loader = async ({ request, context }: LoaderFunctionArgs) =>
  loadAds(await requirePermission(context, "ads_report_view"), request);

export const action = async ({ request, context }: ActionFunctionArgs) => {
  await requirePermission(context, "ads_report_view");
  return keepColumns(request, context.form);
};

export default function AdReports() {
  return <AdsPage state={useLoaderData<typeof loader>() as unknown as AdsState} />;
}
