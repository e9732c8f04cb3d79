import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { z } from "zod";
import { putAway } from "~/erp/desk.server";
import { asked } from "~/session/form/asked.server";
import { requireStaff } from "~/session/staff.server";

const away = z.object({ hint: z.string().regex(/^[a-z]{1,30}$/) });

/** A hint was read: it does not come again. */
export async function action({ context }: ActionFunctionArgs) {
  const { hint } = asked(away, Object.fromEntries(context.form));
  await putAway(requireStaff(context).erp, hint);
  return redirect("/wel/index", 303);
}
