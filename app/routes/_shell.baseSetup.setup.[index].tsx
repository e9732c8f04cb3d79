import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { setupStep } from "#documents/base/setup";
import { ErpError, nothing } from "~/erp/client.server";
import { SETUP, SetupPage, type SetupRefused } from "~/features/setup/setup";
import { flash } from "~/session/cookies.server";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text";

export const meta: MetaFunction = () => [{ title: pageTitle("开始使用") }];

const KEY = /^[a-z]{1,20}$/;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, "setup_guide_view");
  const query = new URL(request.url).searchParams;
  const [steps, mayEdit] = await Promise.all([
    staff.erp.get("/setup/steps", { schema: z.array(setupStep) }),
    staff.can("setup_guide_edit"),
  ]);
  const asked = (["skip", "restore"] as const).flatMap((what) => {
    const key = query.get(what);
    return key && steps.some((step) => step.key === key) ? [{ key, what }] : [];
  });
  return json({ steps, mayEdit, asked: asked[0] ?? null });
}

export async function action({ context }: ActionFunctionArgs) {
  const staff = await requirePermission(context, "setup_guide_edit");
  const { form } = context;
  const [step, what] = [String(form.get("step")), form.get("_do") === "skip" ? "skip" : "restore"];
  const reason = String(form.get("reason") ?? "");
  if (!KEY.test(step)) throw new Response(null, { status: 400 });
  try {
    const body = what === "skip" ? { reason } : {};
    await staff.erp.post(`/setup/steps/${step}/${what}`, { body, schema: nothing });
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const refused: SetupRefused & { key: string } = { message: error.message, reason, key: step };
    return json(refused, { status: 422 });
  }
  const text = what === "skip" ? "已跳过" : "已恢复";
  return redirect(SETUP, { status: 303, headers: flash(new Headers(), { tone: "success", text }) });
}

export default function Setup() {
  const { steps, mayEdit, asked } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const about = refused ? { key: refused.key, what: "skip" as const } : asked;
  return <SetupPage steps={steps} mayEdit={mayEdit} asked={about} refused={refused} />;
}
