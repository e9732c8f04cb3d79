import { redirect } from "@remix-run/node";
import { ErpError } from "~/erp/client.server";
import { flash } from "~/session/cookies.server";
import { samePath } from "~/session/paths.server";
import { isPrefetch } from "./part.server";

/**
 * Path of the page of this console whose link or form asked. Null: nobody knows, it was this address
 * itself, or a browser fetches ahead, where a message would appear on whatever is opened next.
 */
export function referrer(request: Request, host: string): string | null {
  if (isPrefetch(request)) return null;
  const referer = request.headers.get("Referer") ?? "";
  const from = URL.canParse(referer) ? new URL(referer) : null;
  if (from?.host !== host.toLowerCase()) return null;
  const { pathname, search } = new URL(request.url);
  const back = samePath(from.pathname + from.search);
  return back === pathname + search ? null : back;
}

/**
 * Leads back to where a person came from with the sentence of a refusal as a warning.
 * @throws whatever `error` is when it is no refusal or there is no way back
 */
export function backWithWarning(error: unknown, back: string | null): Response {
  if (!back || !(error instanceof ErpError) || error.outage || error.signedOut) throw error;
  const headers = flash(new Headers(), { tone: "warning", text: error.message });
  return redirect(back, { headers });
}
