import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import type { QuoteState } from "~/features/logistics/quote.server";
import { loadQuote } from "~/features/logistics/quote.server";
import { QuotePage } from "~/features/logistics/quote-page";
import { useFrame } from "~/screens/shell/frame";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text/title";

export const meta: MetaFunction = () => [{ title: pageTitle("运费试算") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, "logistics_freight_view");
  context.screen = await loadQuote(staff, request);
  return null;
}

export default function FreightQuote() {
  return <QuotePage state={useFrame().screen as QuoteState} />;
}
