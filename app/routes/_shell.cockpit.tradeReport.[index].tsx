import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { TradePage } from "~/features/cockpit/trade";
import { keepColumns, loadTrade, type Trade } from "~/features/cockpit/trade.server";
import { Cached } from "~/screens/cached.server";
import { useFrame } from "~/screens/shell/frame";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text/title";

export const meta: MetaFunction = () => [{ title: pageTitle("交易报表") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, "cockpit_report_view");
  context.screen = await loadTrade(staff, request);
  return null;
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  await requirePermission(context, "cockpit_report_view");
  return keepColumns(request, context.form);
};

export default function TradeReport() {
  return <Cached draw={TradePage} of={useFrame().screen as Trade} />;
}
