import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { TradePage } from "~/features/cockpit/trade";
import { keepColumns, loadTrade, type Trade } from "~/features/cockpit/trade.server";
import { Cached } from "~/screens/shell/cached.server";
import { handOver } from "~/screens/shell/frame";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text";

const screen = handOver<Trade>();

export const meta: MetaFunction = () => [{ title: pageTitle("交易报表") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, "cockpit_report_view");
  return screen.give(context, await loadTrade(staff, request));
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  await requirePermission(context, "cockpit_report_view");
  return keepColumns(request, context.form);
};

export default function TradeReport() {
  return <Cached draw={TradePage} of={screen.useGiven()} />;
}
