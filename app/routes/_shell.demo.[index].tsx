import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Guide, guide } from "~/features/demo/guide";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text";
import { STATUS_MESSAGES } from "~/text/messages";

export const meta: MetaFunction = () => [{ title: pageTitle("演示导览") }];

export async function loader({ context }: LoaderFunctionArgs) {
  const staff = requireStaff(context);
  if (!staff.demo) throw Response.json({ message: STATUS_MESSAGES[404] }, { status: 404 });
  return json(await staff.erp.get("/demo/guide", { schema: guide }));
}

export default function DemoGuide() {
  return <Guide {...useLoaderData<typeof loader>()} />;
}
