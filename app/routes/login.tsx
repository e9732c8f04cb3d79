import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loginAction, loginPage } from "~/session/login-action.server";
import { pageTitle } from "~/text";
import { KeptFormPage } from "~/ui/blank-page/kept-form";
import { LoginView } from "~/ui/blank-page/login-view";

export const meta: MetaFunction = () => [{ title: pageTitle("登录") }];

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { page, headers } = await loginPage(context, request);
  // A form that met an ended session is answered in its place: not a success of that form.
  return json(page, { status: page.kept ? 401 : 200, headers });
}

export const action = ({ context, request }: ActionFunctionArgs) => loginAction(context, request);

export default function Login() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && "kept" in answer) return <KeptFormPage {...answer.kept} />;
  return <LoginView page={page} answer={answer} />;
}
