import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { requireStaff } from "~/session/staff.server";

/** The API description, for who is signed in. */
export async function loader({ context }: LoaderFunctionArgs) {
  const description = await requireStaff(context).erp.get("/docs.json", { schema: z.unknown() });
  return Response.json(description, { headers: { "Cache-Control": "private, no-store" } });
}
