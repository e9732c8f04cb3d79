import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { SETUP_STEPS, setupStep } from "#documents/base/setup";
import { ErpError, nothing } from "~/erp/client.server";
import { SETUP, SetupPage, type SetupRefused } from "~/features/setup/setup";
import { flash } from "~/session/cookies.server";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text";

export const meta: MetaFunction = () => [{ title: pageTitle("开始使用") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, "setup_guide_view");
  const query = new URL(request.url).searchParams;
  const [steps, mayEdit, mayImport] = await Promise.all([
    staff.erp.get("/setup/steps", { schema: z.array(setupStep) }),
    staff.can("setup_guide_edit"),
    staff.can("setup_import_import"),
  ]);
  const asked = (["skip", "restore"] as const).flatMap((what) => {
    const key = query.get(what);
    return key && steps.some((step) => step.key === key) ? [{ key, what }] : [];
  });
  return json({ steps, mayEdit, mayImport, asked: asked[0] ?? null });
}

export async function action({ context }: ActionFunctionArgs) {
  const staff = await requirePermission(context, "setup_guide_edit");
  const { form } = context;
  const step = SETUP_STEPS.find(({ key }) => key === form.get("step"))?.key;
  const what: "skip" | "restore" = form.get("_do") === "skip" ? "skip" : "restore";
  const reason = String(form.get("reason") ?? "");
  if (!step) throw new Response(null, { status: 400 });
  try {
    const body = what === "skip" ? { reason } : {};
    await staff.erp.post(`/setup/steps/${step}/${what}`, { body, schema: nothing });
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const refused: SetupRefused = { message: error.message, reason };
    return json({ refused, asked: { key: step, what } }, { status: 422 });
  }
  const text = what === "skip" ? "已跳过" : "已恢复";
  return redirect(SETUP, { status: 303, headers: flash(new Headers(), { tone: "success", text }) });
}

export default function Setup() {
  const { asked, ...page } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return <SetupPage {...page} asked={sent?.asked ?? asked} refused={sent?.refused} />;
}
