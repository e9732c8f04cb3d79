import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { readCookies } from "~/session/cookies.server";
import { DESKTOP_COOKIE, isPhone } from "~/session/mobile.server";
import { MOBILE } from "~/text";

/** Home: on a phone that of phones, unless the whole console was chosen there. */
export function loader({ request: { headers } }: LoaderFunctionArgs) {
  const desktop = readCookies(headers.get("Cookie")).has(DESKTOP_COOKIE);
  return redirect(!desktop && isPhone((name) => headers.get(name)) ? MOBILE : "/wel");
}
