import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { lockAction } from "~/session/lock-action.server";
import { nextPath, withQuery } from "~/session/paths.server";
import { pageTitle } from "~/text";
import { KeptFormPage } from "~/ui/blank-page/kept-form";
import { LockView } from "~/ui/blank-page/lock-view";

export const meta: MetaFunction = () => [{ title: pageTitle("锁屏") }];

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { session, staff, keptForm } = context;
  if (!session) throw redirect("/login");
  const next = nextPath(new URL(request.url).searchParams.get("next"));
  const { locked, hash } = session.lock;
  const page = {
    state: locked ? ("locked" as const) : hash === null ? ("unset" as const) : ("ready" as const),
    name: staff ? (await staff.user()).displayname : session.displayname || session.username,
    next,
    action: withQuery("/lock", { next: next === "/" ? null : next }),
    kept: keptForm,
  };
  return json(page, { status: keptForm ? 403 : 200 });
}

export const action = ({ context, request }: ActionFunctionArgs) => lockAction(context, request);

export default function LockPage() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && !("error" in answer)) return <KeptFormPage {...answer.kept} />;
  return <LockView {...page} error={answer?.error ?? null} kept={page.kept ?? answer?.kept ?? null} />;
}
