import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { ModelPage } from "~/features/workflow/model";
import { changeModel, loadModel, type ModelAnswer, type ModelState } from "~/features/workflow/model.server";
import { handOver } from "~/screens/shell/frame";
import type { ShellHandle } from "~/screens/shell/page.server";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text";

export const handle: ShellHandle = { parent: "/activiti/model/index" };

const screen = handOver<ModelState>();

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: pageTitle(data?.name ?? "流程定义") }];

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const staff = await requirePermission(context, "act_model_view");
  const state = await loadModel(staff, params.key ?? "", request);
  screen.give(context, state);
  return json({ name: state.definition.name });
};

export const action = async ({ context, params }: ActionFunctionArgs) => {
  const staff = await requirePermission(context, "act_model_edit");
  return changeModel(staff, params.key ?? "", context.form);
};

export default function Model() {
  return <ModelPage state={screen.useGiven()} answer={useActionData<ModelAnswer>()} />;
}
