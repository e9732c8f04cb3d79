import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { keepColumns } from "~/features/ads/layout.server";
import { type AdsState, loadAds } from "~/features/ads/load.server";
import { AdsPage } from "~/features/ads/page";
import { handOver } from "~/screens/shell/frame";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text";

const screen = handOver<AdsState>();

export const meta: MetaFunction = () => [{ title: pageTitle("广告报表") }];

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const state = await loadAds(await requirePermission(context, "ads_report_view"), request);
  return json(screen.give(context, state), { status: state.problem ? 422 : 200 });
};

export const action = async ({ request, context }: ActionFunctionArgs) => {
  await requirePermission(context, "ads_report_view");
  return keepColumns(request, context.form);
};

export default function AdReports() {
  return <AdsPage state={screen.useGiven()} />;
}
