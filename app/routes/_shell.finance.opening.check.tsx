import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openingCheck } from "#documents/finance/opening-check";
import { ErpError, nothing } from "~/erp/client.server";
import { type CheckRefused, OPENING_CHECK, OpeningCheckPage } from "~/features/finance/opening-check";
import { flash } from "~/session/cookies.server";
import { requirePermission } from "~/session/staff.server";
import { pageTitle } from "~/text";

export const meta: MetaFunction = () => [{ title: pageTitle("期初核对") }];

export async function loader({ context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, "setup_opening_view");
  const [check, mayEdit, maySign] = await Promise.all([
    staff.erp.get("/setup/openings/check", { schema: openingCheck }),
    staff.can("setup_opening_edit"),
    staff.can("setup_opening_sign"),
  ]);
  return json({ check, mayEdit, maySign });
}

const SAID: Readonly<Record<string, string>> = { type: "已保存", sign: "已签署", none: "已确认无期初" };
const WAYS: Readonly<Record<string, string>> = {
  type: "/setup/openings/check",
  sign: "/setup/openings/sign",
  none: "/setup/openings/none",
};

/** Rows of the sheet as they were typed; the measure's key stands beside each. */
function figuresIn(form: FormData) {
  const figures: { key: string; old: string; note: string }[] = [];
  for (let i = 0; form.has(`figures.${i}.key`); i++) {
    const text = (name: string) => String(form.get(`figures.${i}.${name}`) ?? "").trim();
    figures.push({ key: text("key"), old: text("old"), note: text("note") });
  }
  return figures;
}

export async function action({ context }: ActionFunctionArgs) {
  const { form } = context;
  const what = String(form.get("_do") ?? "");
  const way = WAYS[what];
  if (!way) throw new Response(null, { status: 400 });
  const staff = await requirePermission(context, what === "type" ? "setup_opening_edit" : "setup_opening_sign");
  const figures = what === "type" ? figuresIn(form) : [];
  const body =
    what === "type"
      ? { figures: figures.map(({ key, old, note }) => ({ key, old: old || null, note: note || null })) }
      : {};
  try {
    await staff.erp.post(way, { body, schema: nothing });
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    const refused: CheckRefused = {
      message: error.message,
      fields: error.fields ?? {},
      typed: Object.fromEntries(figures.map(({ key, old, note }) => [key, { old, note }])),
    };
    return json({ refused }, { status: 422 });
  }
  const text = SAID[what] ?? "";
  return redirect(OPENING_CHECK, { status: 303, headers: flash(new Headers(), { tone: "success", text }) });
}

export default function OpeningCheckRoute() {
  const loaded = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return <OpeningCheckPage {...loaded} refused={sent?.refused} />;
}
