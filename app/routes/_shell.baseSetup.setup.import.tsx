import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { isRunning, workbookRow, workbookState } from "#documents/base/workbook/words";
import { nothing } from "~/erp/client.server";
import { askedImport, importAnswer, sendFile } from "~/features/setup/upload.server";
import { workbookHref } from "~/features/setup/workbook/href";
import { WorkbookPage } from "~/features/setup/workbook/page";
import { refreshHeaders } from "~/screens/frame/request.server";
import { requirePermission, type Staff } from "~/session/staff.server";
import { pageTitle } from "~/text";

export const meta: MetaFunction = () => [{ title: pageTitle("建账导入") }];

const API = "/setup/workbook";
const MAY = "setup_import_import";

/** The page asks for itself again while something goes on, without script too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requirePermission(context, MAY);
  const id = askedImport(request);
  const state = id === null ? null : await staff.erp.get(`${API}/${id}`, { schema: workbookState });
  const history = state ? [] : await staff.erp.get(API, { schema: z.array(workbookRow) });
  const mayUndo = await staff.can("setup_import_undo");
  const undo = new URL(request.url).searchParams.has("undo");
  const running = state && isRunning(state.status);
  return json({ state, history, mayUndo, undo }, { headers: running ? { Refresh: "2" } : {} });
}

export const headers: HeadersFunction = refreshHeaders;

const STEPS = new Set(["check", "commit", "undo", "cancel"]);

/** Uploads a workbook or has one of its steps done. @returns its id */
async function proceed(staff: Staff, id: string | null, form: FormData): Promise<string | null> {
  const step = String(form.get("_do") ?? "");
  if (id === null || !STEPS.has(step)) return sendFile(staff, API, form);
  await staff.erp.post(`${API}/${id}/${step}`, { body: {}, schema: nothing });
  return id;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requirePermission(context, MAY);
  return importAnswer(() => proceed(staff, askedImport(request), context.form), workbookHref);
}

export default function Workbook() {
  const page = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return <WorkbookPage {...page} message={sent?.message ?? null} />;
}
