import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { nextPath } from "~/session/paths.server";
import { PROVIDERS, socialType, startedSocial, startSocial } from "~/session/social.server";

/** Way to a provider (`?type=`), and way back for providers that know one address only. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const type = socialType.safeParse(query.get("type"));
  if (type.success) {
    const { address, headers } = startSocial(context, type.data, nextPath(query.get("next")));
    return redirect(address, { headers });
  }
  const known = startedSocial(context, request);
  return redirect(known ? `${PROVIDERS[known.type].callback}?${query}` : "/login?reason=state");
}
