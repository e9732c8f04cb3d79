import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { loadSimulation, type SimulateState } from "~/features/order/simulate.server";
import { SimulatePage } from "~/features/order/simulate-page";
import { handOver } from "~/screens/shell/frame";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text";

const screen = handOver<SimulateState>();

export const meta: MetaFunction = () => [{ title: pageTitle("订单规则试运行") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, "om_orderrule_view");
  return screen.give(context, await loadSimulation(staff, request));
}

export default function RuleSimulation() {
  return <SimulatePage state={screen.useGiven()} />;
}
