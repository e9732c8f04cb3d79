import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { fetchNotice } from "~/erp/notices.server";
import { asked } from "~/session/form/asked.server";
import { requirePermission } from "~/session/staff.server";

const seen = z.object({ id: z.string().regex(/^\d{1,20}$/) });

/** The bell was opened on this notice: it is read now (specification section 4). */
export async function action({ context }: ActionFunctionArgs) {
  const staff = await requirePermission(context, "message_center");
  const { id } = asked(seen, Object.fromEntries(context.form));
  await fetchNotice(staff.erp, id);
  context.console.bells.drop(staff.session.accessToken);
  return new Response(null, { status: 204 });
}
