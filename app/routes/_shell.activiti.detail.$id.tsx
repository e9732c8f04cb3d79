import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FlowPage } from "~/features/workflow/detail";
import {
  changeFlow,
  type FlowAnswer,
  type FlowState,
  loadFlow,
} from "~/features/workflow/detail.server";
import type { ShellHandle } from "~/screens/shell/page.server";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text/title";

export const handle: ShellHandle = { parent: "/activiti/todo/index" };

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(`流程详情 ${data?.flow.bizNo ?? ""}`.trim()) },
];

export const loader = async ({ request, context, params }: LoaderFunctionArgs) =>
  json(await loadFlow(requireStaff(context), params.id ?? "", request));

export const action = ({ context, params }: ActionFunctionArgs) =>
  changeFlow(requireStaff(context), params.id ?? "", context.form);

export default function FlowDetail() {
  const state = useLoaderData<typeof loader>() as unknown as FlowState;
  return <FlowPage state={state} answer={useActionData<FlowAnswer>()} />;
}
