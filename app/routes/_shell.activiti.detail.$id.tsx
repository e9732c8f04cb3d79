import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { FlowPage } from "~/features/workflow/detail";
import { changeFlow, type FlowAnswer, loadFlow, type WorkflowFlowState } from "~/features/workflow/detail.server";
import { handOver } from "~/screens/shell/frame";
import type { ShellHandle } from "~/screens/shell/page.server";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text";

export const handle: ShellHandle = { parent: "/activiti/todo/index" };

const screen = handOver<WorkflowFlowState>();

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(`流程详情 ${data?.number ?? ""}`.trim()) },
];

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const state = await loadFlow(requireStaff(context), params.id ?? "", request);
  screen.give(context, state);
  // One tab of several approvals has one name.
  return json({ number: new URL(request.url).searchParams.has("walk") ? "" : state.flow.bizNo });
};

export const action = ({ context, params }: ActionFunctionArgs) =>
  changeFlow(requireStaff(context), params.id ?? "", context.form);

export default function FlowDetail() {
  return <FlowPage state={screen.useGiven()} answer={useActionData<FlowAnswer>()} />;
}
