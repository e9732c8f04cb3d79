import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { type Definition, fetchDefinitions } from "~/erp/workflow.server";
import { ModelsPage } from "~/features/workflow/models";
import { handOver } from "~/screens/shell/frame";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text";

const screen = handOver<{ rows: Definition[]; mayEdit: boolean }>();

export const meta: MetaFunction = () => [{ title: pageTitle("流程定义") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, "act_model_view");
  // The specification's address of the modeler leads here with the definition that it wants.
  const wanted = new URL(request.url).searchParams.get("modelId");
  if (wanted && /^\w{1,60}$/.test(wanted)) throw redirect(`/activiti/model/${wanted}`);
  const [rows, mayEdit] = await Promise.all([fetchDefinitions(staff.erp), staff.can("act_model_edit")]);
  return screen.give(context, { rows, mayEdit });
}

export default function Models() {
  return <ModelsPage {...screen.useGiven()} />;
}
