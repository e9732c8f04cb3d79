import type { LoaderFunctionArgs } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import { PreviewCard } from "~/screens/preview/card";
import { loadPreview } from "~/screens/preview/number.server";
import { requireStaff } from "~/session/staff.server";

/** A card about the row that a link leads to (`?at=`, the link's own address), as a piece of HTML. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const at = new URL(request.url).searchParams.get("at") ?? "";
  const state = await loadPreview(requireStaff(context), at);
  return new Response(renderToStaticMarkup(<PreviewCard {...state} />), {
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  });
}
