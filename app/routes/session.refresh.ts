import { type ActionFunctionArgs, json } from "@remix-run/node";
import { requireStaff } from "~/session/staff.server";

/** The page timer asks: the gate has renewed the token by now when 50 s or less were left. */
export function action({ context }: ActionFunctionArgs) {
  const { session } = requireStaff(context);
  const expiresIn = Math.floor((session.expiresAt - Date.now()) / 1000);
  return json({ expiresIn }, { headers: { "Cache-Control": "no-store" } });
}
