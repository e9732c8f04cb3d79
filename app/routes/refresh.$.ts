import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { samePath } from "~/session/paths.server";

/** Reloads a tab by way of its own address: /refresh/{path*} leads to /{path*} of this site only. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const target = samePath(pathname.slice("/refresh".length) + search);
  if (!target) throw new Response(null, { status: 404 });
  return redirect(target);
}
