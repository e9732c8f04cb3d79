import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { presetsFound, SETUP_STEPS, setupPhase, setupStep } from "#documents/base/setup";
import { ErpError, nothing } from "~/erp/client.server";
import { SETUP, type SetupAct, type SetupRefused } from "~/features/setup/dialogs";
import { SetupPage } from "~/features/setup/setup";
import { flash } from "~/session/cookies.server";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text";

export const meta: MetaFunction = () => [{ title: pageTitle("开始使用") }];

const ACTS: Readonly<Record<SetupAct, string>> = {
  skip: "已跳过",
  restore: "已恢复",
  assign: "已指派",
  plan: "已保存启用日",
  golive: "已上线",
  presets: "已清理预置主数据",
  categories: "已清空示例品类",
};
const isAct = (what: string): what is SetupAct => what in ACTS;

/** What is asked of all of it, not of a step. */
const WHOLE: ReadonlySet<SetupAct> = new Set(["golive", "presets", "categories"]);

const person = z.object({ id: z.string(), name: z.string() });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, "setup_guide_view");
  const query = new URL(request.url).searchParams;
  const [steps, phase, mayEdit, mayImport, mayGoLive, mayHistory] = await Promise.all([
    staff.erp.get("/setup/steps", { schema: z.array(setupStep) }),
    staff.erp.get("/setup/phase", { schema: setupPhase }),
    staff.can("setup_guide_edit"),
    staff.can("setup_import_import"),
    staff.can("setup_guide_golive"),
    staff.can("setup_history_view"),
  ]);
  const asked = (["skip", "restore", "assign", "golive", "presets", "categories"] as const).flatMap((what) => {
    const key = query.get(what);
    return key && (WHOLE.has(what) || steps.some((step) => step.key === key)) ? [{ key, what }] : [];
  });
  const people = mayEdit ? await staff.erp.get("/setup/people", { schema: z.array(person) }) : [];
  const presets = mayEdit ? await staff.erp.get("/setup/presets", { schema: presetsFound }) : [];
  return json({ steps, phase, mayEdit, mayImport, mayGoLive, mayHistory, people, presets, asked: asked[0] ?? null });
}

/** The call of each act, and what it is sent. */
function callOf(what: SetupAct, step: string | undefined, typed: Readonly<Record<string, string>>) {
  if (what === "plan") return { path: "/setup/plan", body: { goLiveDate: typed.goLiveDate ?? "" } };
  if (what === "golive") return { path: "/setup/golive", body: { name: typed.name ?? "" } };
  if (what === "presets") return { path: "/setup/presets", body: {} };
  if (what === "categories") return { path: "/setup/categories/clear", body: {} };
  if (!step) throw new Response(null, { status: 400 });
  const bodies = {
    skip: { reason: typed.reason ?? "" },
    restore: {},
    assign: { ownerId: typed.ownerId || null, note: typed.note || null },
  };
  return { path: `/setup/steps/${step}/${what}`, body: bodies[what] };
}

export async function action({ context }: ActionFunctionArgs) {
  const { form } = context;
  const what = String(form.get("_do") ?? "");
  if (!isAct(what)) throw new Response(null, { status: 400 });
  const staff = await requirePermission(context, what === "golive" ? "setup_guide_golive" : "setup_guide_edit");
  const step = SETUP_STEPS.find(({ key }) => key === form.get("step"))?.key;
  const typed = Object.fromEntries(
    ["reason", "ownerId", "note", "goLiveDate", "name"].map((name) => [name, String(form.get(name) ?? "")]),
  );
  const { path, body } = callOf(what, step, typed);
  try {
    await staff.erp.post(path, { body, schema: nothing });
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const refused: SetupRefused = { message: error.message, typed };
    return json({ refused, asked: { key: step ?? "", what } }, { status: 422 });
  }
  return redirect(SETUP, { status: 303, headers: flash(new Headers(), { tone: "success", text: ACTS[what] }) });
}

export default function Setup() {
  const loaded = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return <SetupPage {...loaded} asked={sent?.asked ?? loaded.asked} refused={sent?.refused} />;
}
