import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openingCheck, undoneAll } from "#documents/finance/opening-check";
import { ErpError, nothing } from "~/erp/client.server";
import { figuresIn, pasted } from "~/features/finance/figures";
import { type CheckRefused, OPENING_CHECK, OpeningCheckPage } from "~/features/finance/opening-check";
import { UndoAll } from "~/features/finance/opening-undo";
import { flash } from "~/session/cookies.server";
import { requirePermission, type Staff } from "~/session/staff.server";
import { pageTitle } from "~/text";

export const meta: MetaFunction = () => [{ title: pageTitle("期初核对") }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, "setup_opening_view");
  const [check, mayEdit, maySign, mayUndo] = await Promise.all([
    staff.erp.get("/setup/openings/check", { schema: openingCheck }),
    staff.can("setup_opening_edit"),
    staff.can("setup_opening_sign"),
    staff.can("setup_opening_confirm"),
  ]);
  return json({ check, mayEdit, maySign, mayUndo, undo: new URL(request.url).searchParams.has("undo") });
}

const SAID: Readonly<Record<string, string>> = { type: "已保存", sign: "已签署", none: "已确认无期初" };
const WAYS: Readonly<Record<string, string>> = {
  type: "/setup/openings/check",
  sign: "/setup/openings/sign",
  none: "/setup/openings/none",
};

const done = (text: string) =>
  redirect(OPENING_CHECK, { status: 303, headers: flash(new Headers(), { tone: "success", text }) });

/** All of them are undone, or it is said what stands on one. */
async function undoAll(staff: Staff, form: FormData) {
  const reason = String(form.get("reason") ?? "");
  try {
    const { count, file } = await staff.erp.post("/setup/openings/undo", { body: { reason }, schema: undoneAll });
    return done(`已撤销${count}张期初单，备份为${file}`);
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    return json({ refused: null, undoRefused: { message: error.message, reason } }, { status: 422 });
  }
}

export async function action({ context }: ActionFunctionArgs) {
  const { form } = context;
  const what = String(form.get("_do") ?? "");
  if (what === "undo") return undoAll(await requirePermission(context, "setup_opening_confirm"), form);
  const way = WAYS[what];
  if (!way) throw new Response(null, { status: 400 });
  const staff = await requirePermission(context, what === "type" ? "setup_opening_edit" : "setup_opening_sign");
  const typed = what === "type" ? figuresIn(form) : [];
  const column = what === "type" ? String(form.get("column") ?? "") : "";
  const read = column.trim() ? pasted(typed, column) : typed;
  const figures = typeof read === "number" ? typed : read;
  const again = (message: string, fields: Record<string, string>, left: string) => {
    const shown = Object.fromEntries(figures.map(({ key, old, note }) => [key, { old, note }]));
    const refused: CheckRefused = { message, fields, typed: shown, column: left };
    return json({ refused, undoRefused: null }, { status: 422 });
  };
  if (typeof read === "number") return again(`粘贴了${read}行，表格有${typed.length}行`, {}, column);
  const body =
    what === "type"
      ? { figures: figures.map(({ key, old, note }) => ({ key, old: old || null, note: note || null })) }
      : {};
  try {
    await staff.erp.post(way, { body, schema: nothing });
  } catch (error) {
    if (!(error instanceof ErpError) || error.outage) throw error;
    return again(error.message, error.fields ?? {}, "");
  }
  return done(SAID[what] ?? "");
}

export default function OpeningCheckRoute() {
  const loaded = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  const { check, mayUndo, undo } = loaded;
  const asked = (undo || sent?.undoRefused) && mayUndo && check.phase === "setup" && check.booked > 0;
  return (
    <>
      <OpeningCheckPage {...loaded} refused={sent?.refused ?? undefined} />
      {asked && <UndoAll booked={check.booked} refused={sent?.undoRefused ?? undefined} />}
    </>
  );
}
