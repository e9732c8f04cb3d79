import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { fetchAlerts } from "~/erp/desk.server";
import { type AlertForm, Alerts } from "~/features/desk/alerts";
import { changeAlerts } from "~/features/desk/alerts.server";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text";

export const meta: MetaFunction = () => [{ title: pageTitle("预警订阅") }];

export async function loader({ context }: LoaderFunctionArgs) {
  return json({ alerts: await fetchAlerts(requireStaff(context).erp) });
}

export const action = async ({ context }: ActionFunctionArgs) => changeAlerts(requireStaff(context), context.form);

export default function AlertsPage() {
  const { alerts } = useLoaderData<typeof loader>();
  const refused = useActionData<AlertForm>();
  return <Alerts {...(refused ?? { alerts })} />;
}
