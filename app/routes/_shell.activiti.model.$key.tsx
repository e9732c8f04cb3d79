import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ModelPage } from "~/features/workflow/model";
import {
  changeModel,
  loadModel,
  type ModelAnswer,
  type ModelState,
} from "~/features/workflow/model.server";
import type { ShellHandle } from "~/screens/shell/page.server";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text/title";

export const handle: ShellHandle = { parent: "/activiti/model/index" };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.definition.name ?? "流程定义") },
];

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const staff = await requirePermission(context, "act_model_view");
  return json(await loadModel(staff, params.key ?? "", request));
};

export const action = async ({ context, params }: ActionFunctionArgs) => {
  const staff = await requirePermission(context, "act_model_edit");
  return changeModel(staff, params.key ?? "", context.form);
};

export default function Model() {
  const state = useLoaderData<typeof loader>() as unknown as ModelState;
  return <ModelPage state={state} answer={useActionData<ModelAnswer>()} />;
}
