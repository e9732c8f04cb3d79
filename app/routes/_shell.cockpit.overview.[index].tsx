import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { OverviewPage } from "~/features/cockpit/overview";
import { type FeatureOverview, loadOverview } from "~/features/cockpit/overview.server";
import { Cached } from "~/screens/shell/cached.server";
import { handOver } from "~/screens/shell/frame";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text";

const screen = handOver<FeatureOverview>();

export const meta: MetaFunction = () => [{ title: pageTitle("经营总览") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, "cockpit_report_view");
  return screen.give(context, await loadOverview(staff, request));
}

export default function CockpitOverview() {
  return <Cached draw={OverviewPage} of={screen.useGiven()} />;
}
