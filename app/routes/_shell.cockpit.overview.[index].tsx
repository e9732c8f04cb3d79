import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { OverviewPage } from "~/features/cockpit/overview";
import { loadOverview, type Overview } from "~/features/cockpit/overview.server";
import { Cached } from "~/screens/cached.server";
import { useFrame } from "~/screens/shell/frame";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text/title";

export const meta: MetaFunction = () => [{ title: pageTitle("经营总览") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, "cockpit_report_view");
  context.screen = await loadOverview(staff, request);
  return null;
}

export default function CockpitOverview() {
  return <Cached draw={OverviewPage} of={useFrame().screen as Overview} />;
}
