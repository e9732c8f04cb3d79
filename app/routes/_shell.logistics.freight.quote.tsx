import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { loadQuote, type QuoteState } from "~/features/logistics/quote.server";
import { QuotePage } from "~/features/logistics/quote-page";
import { handOver } from "~/screens/shell/frame";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text";

const screen = handOver<QuoteState>();

export const meta: MetaFunction = () => [{ title: pageTitle("运费试算") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, "logistics_freight_view");
  return screen.give(context, await loadQuote(staff, request));
}

export default function FreightQuote() {
  return <QuotePage state={screen.useGiven()} />;
}
