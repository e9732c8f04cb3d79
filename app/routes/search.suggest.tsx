import type { LoaderFunctionArgs } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import { atHand, find, quickQuery } from "~/screens/shell/found.server";
import { requireStaff } from "~/session/staff.server";
import { FoundOptions } from "~/ui/topbar/found";

const MENUS = 6;

/** Suggestions of the search as a piece of HTML; without a word, what is at hand. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = requireStaff(context);
  const query = quickQuery(request).trim();
  const sections = query ? (await find(staff, query, MENUS)).sections : await atHand(staff);
  return new Response(renderToStaticMarkup(<FoundOptions sections={sections} />), {
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "private, no-cache" },
  });
}
