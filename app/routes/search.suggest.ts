import type { LoaderFunctionArgs } from "@remix-run/node";
import { menuOf } from "~/screens/shell/built-menu.server";
import { quickQuery, searchMenu } from "~/screens/shell/search.server";
import { requireStaff } from "~/session/staff.server";

/** Suggestions of the quick search: [label, address, branches above it]. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { leaves } = await menuOf(requireStaff(context));
  const found = searchMenu(leaves, quickQuery(request), 10);
  return Response.json(
    found.map((leaf) => [leaf.label, leaf.href, leaf.trail.slice(0, -1).join(" / ")]),
    { headers: { "Cache-Control": "private, no-cache" } },
  );
}
