import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { BoxPage } from "~/features/workflow/box";
import { type BoxAnswer, type BoxState, changeBox, loadBox } from "~/features/workflow/box.server";
import { requireStaff } from "~/session/staff.server";
import { pageTitle } from "~/text/title";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(data?.title ?? "") },
];

export const loader = async ({ request, context, params }: LoaderFunctionArgs) =>
  json(await loadBox(requireStaff(context), params.box, request));

export const action = ({ request, context, params }: ActionFunctionArgs) =>
  changeBox(requireStaff(context), params.box, request, context.form);

export default function FlowList() {
  const state = useLoaderData<typeof loader>() as unknown as BoxState;
  return <BoxPage state={state} answer={useActionData<BoxAnswer>()} />;
}
