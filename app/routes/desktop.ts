import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { cookie } from "~/session/cookies.server";
import { DESKTOP_COOKIE } from "~/session/mobile.server";
import { requireStaff } from "~/session/staff.server";
import { MOBILE } from "~/text";

/** Whether this phone opens the whole console, or the mobile pages. */
export function action({ context }: ActionFunctionArgs) {
  requireStaff(context);
  const whole = context.form.get("desktop") === "1";
  const kept = cookie(DESKTOP_COOKIE, "1", { secure: false, maxAge: whole ? 365 * 86_400 : 0 });
  const headers = { "Set-Cookie": kept };
  return redirect(whole ? "/wel/index" : MOBILE, { status: 303, headers });
}
