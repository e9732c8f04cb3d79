import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MessageCentre } from "~/features/message-centre/centre";
import { changeCentre, loadCentre } from "~/features/message-centre/centre.server";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text";

export const meta: MetaFunction = () => [{ title: pageTitle("消息中心") }];

/** The signed-in person, who holds message_center. @throws Response to /403 otherwise (market.md §9) */
async function allowed(context: LoaderFunctionArgs["context"]) {
  const staff = requireStaff(context);
  if (!(await staff.can("message_center"))) throw redirect("/403");
  return staff;
}

export const loader = async ({ request, context }: LoaderFunctionArgs) =>
  json(await loadCentre(await allowed(context), context.console, new URL(request.url)));

export const action = async ({ request, context }: ActionFunctionArgs) =>
  changeCentre(await allowed(context), context, request);

export default function Centre() {
  const data = useLoaderData<typeof loader>();
  const refused = useActionData<{ problem: string }>();
  return <MessageCentre data={data} problem={refused?.problem} />;
}
